package lint_test

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/lint"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/ohrfc"
)

// checkAlone checks the fixes of each file with [lint.Input.Alone].
func checkAlone(t *testing.T, in lint.Input, files func(lint.Input) []string) {
	t.Helper()
	in.Main, in.Path = in.Path, ""
	for _, name := range files(in) {
		in := in
		in.Path = name
		before, err := readFile(in, in.Path)
		if err != nil {
			continue
		}
		found, err := lint.Run(in)
		if err != nil {
			t.Fatal(err)
		}
		in.Alone = true
		alone, err := lint.Run(in)
		if err != nil || !slices.Equal(texts(alone), texts(found)) {
			t.Errorf("%s: alone %q is found (%v), want %q", name, texts(alone), err, texts(found))
		}
		fixed, err := lint.FixAll(in, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		after, changed := fixed.Texts[in.Path]
		others := maps.Clone(fixed.Texts)
		delete(others, in.Path)
		if len(others) > 0 || len(fixed.Archive) > 0 || fixed.Version != 0 {
			t.Errorf("%s: alone changes %q, archives %v, raises to %d", name, others, fixed.Archive, fixed.Version)
		}
		if can := slices.ContainsFunc(alone, func(d lint.Diagnostic) bool { return d.Fix != nil }); can != changed {
			t.Errorf("%s: a fix was found is %v, the text changed is %v", name, can, changed)
		}
		if !changed {
			continue
		}
		checkShape(t, in, fixed.Texts)
		checkRounds(t, before, after)
		in.Tree = lint.Patched(in.Tree, fixed.Texts)
		again, err := lint.FixAll(in, time.Time{})
		if err != nil || len(again.Texts) > 0 || !slices.Equal(texts(again.Left), texts(fixed.Left)) {
			t.Errorf("%s: a second call changes %q (%v), leaves %q, the first call left %q", name, again.Texts, err, texts(again.Left), texts(fixed.Left))
		}
	}
}

func ownFiles(in lint.Input) []string {
	var all []string
	if in.Checker.Name == "agents" {
		there, _ := fs.ReadDir(in.Tree, in.Main)
		for _, e := range there {
			if agents.KindOf(e.Name()).MayBeAgent() {
				all = append(all, path.Join(in.Main, e.Name()))
			}
		}
	}
	if in.Checker.Name == "plan" {
		all = append(all, in.Main)
	}
	for _, name := range []string{ohrfc.CheckpointFile, ohrfc.StateFile, ohrfc.EvidenceFile, ohrfc.SummaryFile, ccc.ProgressFile, ccc.StateFile, loop.MetadataFile} {
		all = append(all, path.Join(path.Dir(in.Main), name))
	}
	return all
}

func filesOf(in lint.Input, found []lint.Diagnostic) []string {
	return slices.DeleteFunc(ownFiles(in), func(name string) bool {
		return !slices.ContainsFunc(found, func(d lint.Diagnostic) bool { return d.Path == name })
	})
}

func checkRounds(t *testing.T, before, after string) {
	t.Helper()
	c, err := ohrfc.ParseCheckpoint("", before)
	if err != nil {
		return
	}
	for _, g := range c.Rounds() {
		for _, s := range g.Subsections {
			for _, bullet := range c.Bullets(s.Items()) {
				if bullet = firstWord(bullet); !strings.Contains(after, bullet) {
					t.Errorf("%q of round %d is lost in\n%s", bullet, g.N, after)
				}
			}
		}
	}
}

// firstWord returns the first word of a bullet, or "" if a fix may remove it.
func firstWord(bullet string) string {
	if strings.Contains(bullet, "<!--") || strings.Contains(bullet, "```") || strings.Contains(bullet, "~~~") {
		return ""
	}
	return bullet[:max(0, strings.IndexAny(bullet+" ", " \t"))]
}

func TestAlone(t *testing.T) {
	older := then(swap("Round 1 Exit", "Round 4 Exit"), swap("Round 2 Exit", "Round 5 Exit"), atEnd(strings.TrimSuffix(round3, "\n")))
	for name, e := range map[string]struct {
		spoil mutation
		file  string
		fixed string // what the fix adds, or ""
		left  string
	}{
		"an old round stays":         {inCheckpoint(older), ohrfc.CheckpointFile, "", "ohrfc/gate-rounds"},
		"the rest is fixed":          {inCheckpoint(then(older, swap("- strictness", "- Strictness"))), ohrfc.CheckpointFile, "- strictness", "ohrfc/gate-rounds"},
		"Meta follows state.json":    {inState(swap(`"checkpoint_version": 7`, `"checkpoint_version": 9`)), ohrfc.CheckpointFile, "checkpoint_version: 9", ""},
		"state.json does not follow": {inCheckpoint(swap("checkpoint_version: 7", "checkpoint_version: 9")), ohrfc.CheckpointFile, "", "ohrfc/state-mismatch"},
		"state.json":                 {inState(lines(`"gate_b_result": .*,`, `"gate_b_result": "skip",`)), ohrfc.StateFile, `"gate_b_result": null`, ""},
		"state.json is another file": {inState(lines(`"gate_b_result": .*,`, `"gate_b_result": "skip",`)), ohrfc.CheckpointFile, "", "ohrfc/state-schema"},
		"line endings of state.json": {inState(swap("{\n", "{\r\n")), ohrfc.StateFile, "{\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := validFiles(t)
			e.spoil(f)
			in := f.input()
			in.Main, in.Alone = in.Path, true
			in.Path = path.Join(path.Dir(in.Main), e.file)
			fixed, err := lint.FixAll(in, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			if text, changed := fixed.Texts[in.Path]; changed != (e.fixed != "") || !strings.Contains(text, e.fixed) || strings.Contains(f[e.file], e.fixed) == changed {
				t.Errorf("got %q", text)
			}
			if reports := slices.ContainsFunc(fixed.Left, func(d lint.Diagnostic) bool { return d.Rule.ID == e.left }); reports != (e.left != "") {
				t.Errorf("left are %q", texts(fixed.Left))
			}
		})
	}
}
