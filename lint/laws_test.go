package lint_test

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocoltest"
	"mdck/internal/testtmp"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/source"
)

var testNow = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

func corpus(t testing.TB) map[string]lint.Input {
	t.Helper()
	inputs := map[string]lint.Input{}
	for _, r := range protocols.Default().Rules() {
		e, err := r.Example()
		if err != nil {
			t.Fatal(err)
		}
		inputs[r.ID+badExample] = exampleInput(e, e.Bad)
		inputs[r.ID+goodExample] = exampleInput(e, e.Good)
	}
	for _, m := range mutants() {
		f := validFiles(t)
		m.spoil(f)
		inputs[m.name] = f.input()
		for name, text := range f {
			if path.Ext(name) == ".md" && !strings.Contains(text, "\r") {
				f[name] = strings.TrimSuffix(crlf(text), "\r\n")
			}
		}
		inputs[m.name+" in CRLF, no final newline"] = f.input()
	}
	for _, m := range formatMutants() {
		inputs[m.name+" in a format"] = formatInput(m.change(formatText))
		if text := m.change(formatText); text != "" && !strings.Contains(text, "\r") {
			inputs[m.name+" in a format, CRLF, byte order mark, no final newline"] = formatInput("\ufeff" + strings.TrimSuffix(crlf(text), "\r\n"))
		}
	}
	for _, m := range sessionMutants() {
		f := session(m.progress)
		m.spoil(f)
		inputs[m.name+" in a session"] = f.session()
		for _, name := range []string{ccc.ProgressFile, ccc.StateFile} {
			if text, ok := f[name]; ok && !strings.Contains(text, "\r") {
				f[name] = "\ufeff" + strings.TrimSuffix(crlf(text+"\n"), "\r\n\r\n")
			}
		}
		inputs[m.name+" in a session, CRLF, byte order mark, no final newline"] = f.session()
	}
	for _, json := range []struct {
		where   string
		valid   func() files
		mutants []mutant
		input   func(files) lint.Input
	}{{"an epic", epic, agentMutants(), files.agents}, {"a track", work, trackMutants(), files.track}} {
		for _, m := range json.mutants {
			f := json.valid()
			m.spoil(f)
			inputs[m.name+" in "+json.where] = json.input(f)
			for name, text := range f {
				if path.Ext(name) == ".json" && !strings.Contains(text, "\r") && len(text) < 1<<16 {
					f[name] = "\ufeff" + strings.TrimSuffix(crlf(text+"\n"), "\r\n\r\n")
				}
			}
			inputs[m.name+" in "+json.where+", CRLF, byte order mark, no final newline"] = json.input(f)
		}
	}
	for _, m := range planMutants() {
		inputs[m.name+" of a plan"] = m.input()
		if text := m.spoil(planTexts()[m.file]); !strings.Contains(text, "\r") && len(text) < 1<<16 {
			inputs[m.name+" of a plan, CRLF, byte order mark, no final newline"] = planInput(m.file, "\ufeff"+strings.TrimSuffix(crlf(text+"\n"), "\r\n\r\n"))
		}
	}
	for name, change := range edges() {
		f := validFiles(t)
		f[ohrfc.CheckpointFile] = change(f[ohrfc.CheckpointFile])
		inputs[name] = f.input()
	}
	return inputs
}

const badExample, goodExample = " bad", " good"

func isExample(name string) bool {
	return strings.HasSuffix(name, badExample) || strings.HasSuffix(name, goodExample)
}

func seeds(f *testing.F) map[string]lint.Input {
	f.Helper()
	inputs := corpus(f)
	if flag.Lookup("test.fuzz").Value.String() == "" && !testtmp.Long() {
		maps.DeleteFunc(inputs, func(name string, _ lint.Input) bool { return !isExample(name) })
	}
	return inputs
}

func edges() map[string]change {
	comment := "<!-- Resolved: / Intensified: / New: -->"
	third := strings.TrimSuffix(round3, "\n")
	return map[string]change{
		"comment at the end":                    atEnd(comment),
		"comment at the end, LF":                atEnd(comment + "\n"),
		"comment at the end, CRLF":              then(atEnd(comment), crlf),
		"two comments at the end":               atEnd(comment + "\n" + comment),
		"comment after a blank line at the end": atEnd("\n" + comment),
		"comment behind a byte order mark":      before("\ufeff" + comment + "\n"),
		"comments on one line":                  atEnd(comment + comment),
		"comment with a directive":              atEnd(comment + " <!-- mdck:ignore title -->"),
		"third round first, no newline":         then(moved("## Gate-B Round 2", "", "## Gate-B Round 1"), atEnd(third)),
		"older round at the end":                then(swap("Round 1 Exit", "Round 4 Exit"), swap("Round 2 Exit", "Round 5 Exit"), atEnd(third)),
		"older round at the end, CRLF":          then(swap("Round 1 Exit", "Round 4 Exit"), swap("Round 2 Exit", "Round 5 Exit"), atEnd(third), crlf),
		"older rounds only": func(string) string {
			return "\ufeff" + strings.TrimPrefix(third, "\n---\n\n") + round3 + strings.ReplaceAll(round3, "3", "4") + strings.ReplaceAll(third, "3", "5")
		},
		"older round with a comment":              then(atEnd(round3), swap("### What Changed This Round\n", "### What Changed This Round\n<!-- 1-3 bullets -->\n")),
		"older round with a fence closed wrongly": then(atEnd(round3), swap("diagram of the timer\n", "diagram\n\n```txt\nx\n```txt\n")),
		"separator as heading at the end":         atEnd("\nA note.\n---"),
		"separator as heading, CRLF":              then(atEnd("\nA note.\n---"), crlf),
		"fence at the end":                        atEnd("\n```txt\nx\n```txt"),
		"fence of tildes at the end":              atEnd("\n~~~txt\nx\n~~~txt\n"),
		"CR alone":                                swap("\n", "\r"),
		"CR among LF at the end":                  atEnd("\r"),
		"half in CRLF":                            func(s string) string { return crlf(s[:len(s)/2]) + s[len(s)/2:] },
		"case in Meta, CRLF, byte order mark":     then(swap("Standard", "l2"), swap("- strictness", "- **STRICTNESS**"), crlf, before("\ufeff")),
		"everything at once": then(atEnd(round3), swap("Standard", "STANDARD"), swap("- No new", "<!-- 3-7 bullets -->\r\n- No new"),
			after("gate_b_round=2\n", "\nA note.\n---\n"), after("one timer\n", "\n```sql\nselect 1;\n```sql\n")),
	}
}

func TestLaws(t *testing.T) {
	inputs := corpus(t)
	for i, name := range slices.Sorted(maps.Keys(inputs)) {
		in := inputs[name]
		if strings.Contains(name, "CRLF") && i%3 > 0 && !testtmp.Long() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			found := checkRun(t, in)
			checkFixing(t, in, found)
			switch {
			case i%12 == 0 || testtmp.Long():
				checkAlone(t, in, ownFiles)
			default: // only files with findings
				checkAlone(t, in, func(in lint.Input) []string { return filesOf(in, found) })
			}
			if !slices.ContainsFunc(found, func(d lint.Diagnostic) bool { return d.Rule.ID == "ohrfc/state-mismatch" }) {
				return
			}
			for _, from := range []string{lint.FromMeta, lint.FromState} {
				in.From = from
				checkFixing(t, in, checkRun(t, in))
			}
		})
	}
}

func checkRun(t *testing.T, in lint.Input) []lint.Diagnostic {
	t.Helper()
	all, err := lint.Run(in)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := lint.Run(in)
	if !slices.Equal(texts(all), texts(again)) {
		t.Errorf("findings differ:\n%q\n%q", texts(all), texts(again))
	}
	for i, d := range all {
		checkFinding(t, d)
		if i > 0 && inOrder(all[i-1], d, in.Path) > 0 {
			t.Errorf("%s (%s) comes before %s (%s)", all[i-1].Rule.ID, all[i-1].Position(), d.Rule.ID, d.Position())
		}
	}
	return all
}

func texts(all []lint.Diagnostic) []string {
	var list []string
	for _, d := range all {
		list = append(list, d.Position().String()+" "+d.End().String()+" "+d.Severity.String()+" "+d.Rule.ID+" "+d.Message)
	}
	return list
}

func checkFinding(t *testing.T, d lint.Diagnostic) {
	t.Helper()
	known, _ := protocols.Default().Rules().Find(d.Rule.ID)
	switch {
	case known == nil || known.ID != d.Rule.ID:
		t.Errorf("%q is not in the table", d.Rule.ID)
	case d.Path == "" || d.File == nil || d.File.Name != d.Path:
		t.Errorf("%s is about file %q", d.Rule.ID, d.Path)
	case d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(d.File.Text):
		t.Errorf("%s: span %v is outside of %d bytes", d.Rule.ID, d.Span, len(d.File.Text))
	case d.Severity != lint.Warning && d.Severity != lint.Error || d.Severity > d.Rule.Severity:
		t.Errorf("%s: severity %d of a rule of %d", d.Rule.ID, d.Severity, d.Rule.Severity)
	case d.Message == "" || strings.ContainsAny(d.Message, "\r\n"):
		t.Errorf("%s: message %q is not one line", d.Rule.ID, d.Message)
	case d.Fix != nil && !d.Rule.Fixable:
		t.Errorf("%s: a fix of a rule that is not fixable", d.Rule.ID)
	}
}

func inOrder(a, b lint.Diagnostic, main string) int {
	if a.Path != b.Path {
		if a.Path == main || b.Path != main && a.Path < b.Path {
			return -1
		}
		return 1
	}
	return a.Span.Start - b.Span.Start
}

// checkFixing checks that fixes change only what they should, and that none is left. left has the
// findings of in.
func checkFixing(t *testing.T, in lint.Input, left []lint.Diagnostic) {
	t.Helper()
	var err error
	step := &lint.Fixed{Texts: map[string]string{}}
	for passes := 0; ; passes++ {
		for _, d := range left {
			checkEdits(t, d)
		}
		tree := in
		tree.Tree = lint.Patched(in.Tree, maps.Clone(step.Texts))
		if made, err := step.Pass(tree, left); err != nil || !made {
			break
		}
		tree.Tree = lint.Patched(in.Tree, step.Texts)
		if left, err = lint.Run(tree); err != nil || passes > 200 {
			t.Fatalf("after %d passes: %v", passes, err)
		}
	}
	fixed, err := lint.FixAll(in, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(fixed.Texts, step.Texts) || fixed.Version != 0 {
		t.Errorf("without a time, got %q, want the edits alone: %q", fixed.Texts, step.Texts)
	}
	checkShape(t, in, fixed.Texts)
	if fixed, err = lint.FixAll(in, testNow); err != nil {
		t.Fatal(err)
	}
	if len(fixed.Texts) == 0 {
		checkUnchanged(t, fixed, left)
		return
	}
	checkShape(t, in, fixed.Texts)
	in.Tree = lint.Patched(in.Tree, fixed.Texts)
	again, err := lint.FixAll(in, time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	if err != nil || len(again.Texts) > 0 || len(again.Archive) > 0 || again.Version != 0 {
		t.Errorf("a second call changes %q, archives %v, raises to %d, %v", again.Texts, again.Archive, again.Version, err)
	}
	if !slices.Equal(texts(again.Left), texts(fixed.Left)) {
		t.Errorf("remaining findings: got %q, in the first call %q", texts(again.Left), texts(fixed.Left))
	}
	for _, d := range checkRun(t, in) {
		if d.Fix != nil {
			t.Errorf("a fix is left: %s at %s", d.Rule.ID, d.Position())
		}
	}
}

func checkUnchanged(t *testing.T, fixed *lint.Fixed, found []lint.Diagnostic) {
	t.Helper()
	if len(fixed.Archive) > 0 || fixed.Version != 0 || !slices.Equal(texts(fixed.Left), texts(found)) {
		t.Errorf("no file changes, and fixing archives %v, raises to %d, leaves %q of %q", fixed.Archive, fixed.Version, texts(fixed.Left), texts(found))
	}
	for _, d := range fixed.Left {
		if d.Fix != nil {
			t.Errorf("a fix is left: %s at %s", d.Rule.ID, d.Position())
		}
	}
}

func checkEdits(t *testing.T, d lint.Diagnostic) {
	t.Helper()
	if d.Fix == nil {
		return
	}
	for _, e := range d.Fix.Edits {
		old := ""
		if e.Path == "" || e.Path == d.Path {
			old = d.File.Slice(e.Span)
		}
		if !mayEdit(d, e, old) {
			t.Errorf("%s replaces %q by %q: if that is what it fixes, mayEdit needs a case for it", d.Rule.ID, old, e.New)
		}
	}
}

// insertsKey reports whether an edit adds a number to state.json. A missing number means 0.
func insertsKey(e lint.FileEdit) bool {
	key, value, ok := strings.Cut(strings.Trim(e.New, ", \t\r\n"), ":")
	_, err := strconv.Atoi(strings.TrimSpace(value))
	return ok && e.Span.Len() == 0 && (key == `"checkpoint_version"` || key == `"gate_b_round"`) && err == nil
}

func mayEdit(d lint.Diagnostic, e lint.FileEdit, old string) bool {
	switch d.Rule.ID {
	case "any/fence-closer":
		return e.New == "" && old != "" && !strings.ContainsAny(old, " \t\r\n`")
	case "any/setext-by-accident":
		return old == "" && e.New == d.File.EOL()
	case "any/mixed-line-endings":
		return strings.Trim(old, "\r\n") == "" && e.New == d.File.EOL()
	case "ohrfc/meta":
		return strings.EqualFold(old, e.New) || ohrfc.Strictness(old) == ohrfc.Strictness(e.New)
	case "ohrfc/template-comment":
		return e.New == "" && ohrfc.IsTemplateComment(strings.TrimSpace(old))
	case "ohrfc/gate-rounds", "format/keep":
		return e.New == "" && isArchived(old, d.Fix.Archive)
	case "handoff/keep":
		return e.New == "" && old != "" && slices.ContainsFunc(d.Fix.Archive, func(a source.Named) bool {
			return strings.Contains(a.Text, strings.ReplaceAll(strings.Trim(old, "\r\n"), "\r\n", "\n"))
		})
	case "ohrfc/state-mismatch":
		return e.New != "" && (!strings.ContainsAny(e.New, "\r\n") || insertsKey(e))
	case "ohrfc/state-schema":
		return old == `"skip"` && e.New == "null"
	case "loop/status":
		return loop.Fold(strings.Trim(old, `"`)) == loop.NotStarted && e.New == `"PLAN"`
	case "loop/step-mismatch":
		known := loop.StatusOf(strings.Trim(e.New, `"`))
		return strings.HasPrefix(old, `"`) && known != nil && !known.StepOnly && e.New == `"`+known.Name+`"`
	case "plan/gate":
		return strings.TrimSpace(e.New) == `gate="blocking"` && (old == "" || strings.HasPrefix(old, "gate")) && !strings.Contains(old, "blocking")
	case "ccc/done-mark":
		marks := []string{"✓", "✅", "[x]"}
		return strings.Trim(old, "✔☑\ufe0f") == "" && slices.Contains(marks, strings.TrimSpace(e.New)) && (old == "") != slices.Contains(marks, e.New)
	}
	return false
}

func isArchived(old string, archive []source.Named) bool {
	words := func(text string) string {
		return strings.Join(slices.DeleteFunc(strings.Fields(text), func(w string) bool { return strings.Trim(w, "-*_") == "" }), " ")
	}
	return slices.ContainsFunc(archive, func(a source.Named) bool { return words(a.Text) == words(old) })
}

func checkShape(t *testing.T, in lint.Input, fixed map[string]string) {
	t.Helper()
	for name, after := range fixed {
		raw, err := readFile(in, name)
		if err != nil {
			t.Fatalf("fixing makes a file %s", name)
		}
		was, is := shapeOf(raw), shapeOf(after)
		if was != is {
			t.Errorf("%s: fixing makes %+v of %+v", name, is, was)
		}
	}
}

type shape struct {
	bom, final bool
	eol        string // usual line ending
}

func shapeOf(text string) shape {
	final := strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\r")
	return shape{strings.HasPrefix(text, "\ufeff"), final, source.NewFile("", text).EOL()}
}

func readFile(in lint.Input, name string) (string, error) {
	raw, err := fs.ReadFile(in.Tree, name)
	return string(raw), err
}

func FuzzLint(f *testing.F) {
	seen := map[string]bool{}
	for _, in := range seeds(f) {
		if text, err := readFile(in, in.Path); err == nil && len(text) < 20_000 && in.Checker.Name == "ohrfc" && !seen[text] {
			seen[text] = true
			f.Add(text)
		}
	}
	valid := validFiles(f)
	f.Fuzz(func(t *testing.T, text string) {
		files := maps.Clone(valid)
		files[ohrfc.CheckpointFile] = text
		in := files.input()
		checkFixing(t, in, checkRun(t, in))
		checkAlone(t, in, ownFiles)
	})
}

func FuzzState(f *testing.F) {
	seen := map[string]bool{}
	for _, in := range corpus(f) {
		if text, err := readFile(in, path.Join(protocoltest.ExampleDir, ohrfc.StateFile)); err == nil && len(text) < 20_000 && !seen[text] {
			seen[text] = true
			f.Add(text, "meta")
		}
	}
	valid := validFiles(f)
	f.Fuzz(func(t *testing.T, text, from string) {
		files := maps.Clone(valid)
		files[ohrfc.StateFile] = text
		in := files.input()
		in.From = from
		checkFixing(t, in, checkRun(t, in))
	})
}

func FuzzSession(f *testing.F) {
	seen := map[string]bool{}
	for _, in := range seeds(f) {
		progress, err1 := readFile(in, ccc.ProgressFile)
		state, err2 := readFile(in, ccc.StateFile)
		if in.Checker.Name == "ccc" && (err1 == nil || err2 == nil) && len(progress)+len(state) < 20_000 && !seen[progress+state] {
			seen[progress+state] = true
			f.Add(progress, state)
		}
	}
	f.Fuzz(func(t *testing.T, progress, state string) {
		files := session(progress)
		files[ccc.StateFile] = state
		in := files.session()
		checkFixing(t, in, checkRun(t, in))
		checkAlone(t, in, ownFiles)
	})
}

func FuzzAgents(f *testing.F) {
	for _, in := range corpus(f) {
		text, err := readFile(in, secondFile)
		inbox, _ := readFile(in, inboxFile)
		if in.Checker.Name == "agents" && err == nil && len(text)+len(inbox) < 20_000 {
			f.Add(text, inbox)
		}
	}
	f.Fuzz(func(t *testing.T, text, inbox string) {
		files := epic()
		files[secondFile], files[inboxFile] = text, inbox
		in := files.agents()
		checkFixing(t, in, checkRun(t, in))
		checkAlone(t, in, ownFiles)
	})
}

func FuzzTrack(f *testing.F) {
	for _, in := range corpus(f) {
		text, err := readFile(in, protocoltest.ExampleTrack)
		plan, _ := readFile(in, planFile)
		if in.Checker.Name == "loop" && err == nil && len(text)+len(plan) < 20_000 {
			f.Add(text, plan)
		}
	}
	f.Fuzz(func(t *testing.T, text, plan string) {
		in := files{protocoltest.ExampleTrack: text, planFile: plan}.track()
		in.Strict = len(plan)%2 == 1
		checkFixing(t, in, checkRun(t, in))
		checkAlone(t, in, ownFiles)
	})
}

func TestCommentRemoval(t *testing.T) {
	kinds := []string{"text", "- a bullet", "* a bullet", "1. a bullet", "2. a bullet", "> quote", "---", "```\ncode\n```", "    code", "<br>", "| a |", "===", "[a]: b"}
	for _, above := range kinds {
		for _, below := range kinds {
			if above == "<br>" || below == "    code" {
				continue // these need the text around them
			}
			for _, comment := range []string{"<!-- 1-3 bullets -->", "<!-- 1-3 bullets -->\n<!-- per major DEC -->"} {
				text := "## DISCOVER Exit\n\n### Active Tensions\n- first\n\npart\n\n" + above + "\n" + comment + "\n" + below + "\n"
				f := files{ohrfc.CheckpointFile: text}
				fixed, err := lint.FixAll(f.input(), time.Time{})
				if err != nil {
					t.Fatal(err)
				}
				after := fixed.Texts[path.Join(protocoltest.ExampleDir, ohrfc.CheckpointFile)]
				if strings.Contains(after, "<!--") || after == "" {
					t.Errorf("%q becomes %q", text, after)
				}
				if was, is := outline(t, text), outline(t, after); !slices.Equal(was, is) {
					t.Errorf("%q becomes %q: blocks were %q, are %q", text, after, was, is)
				}
			}
		}
	}
}

// outline returns the blocks of a text, without comments, and items for lists.
func outline(t *testing.T, text string) []string {
	t.Helper()
	doc, err := mdcheckpoint.Parse("", text)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, b := range doc.Blocks {
		for _, item := range b.Items {
			all = append(all, "item "+doc.File.Slice(item.Span))
		}
		if b.Kind != mdcheckpoint.Comment && b.Kind != mdcheckpoint.List {
			all = append(all, fmt.Sprint(b.Kind, " ", doc.File.Slice(b.Span)))
		}
	}
	return all
}

func FuzzFormat(f *testing.F) {
	for _, m := range formatMutants() {
		f.Add(m.change(formatText))
	}
	f.Fuzz(func(t *testing.T, text string) {
		in := formatInput(text)
		checkFixing(t, in, checkRun(t, in))
		checkAlone(t, in, ownFiles)
	})
}

func FuzzPlan(f *testing.F) {
	names := slices.Sorted(maps.Keys(planTexts()))
	for i, name := range names {
		f.Add(i, planTexts()[name])
	}
	for _, m := range planMutants() {
		if text := m.spoil(planTexts()[m.file]); len(text) < 20_000 {
			f.Add(slices.Index(names, m.file), text)
		}
	}
	for _, text := range planCorpus(f) {
		f.Add(slices.Index(names, planPath), text)
	}
	f.Fuzz(func(t *testing.T, file int, text string) {
		in := planInput(names[uint(file)%uint(len(names))], text)
		checkFixing(t, in, checkRun(t, in))
		checkAlone(t, in, ownFiles)
	})
}
