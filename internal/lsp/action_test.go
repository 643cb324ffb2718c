package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mdck/internal/judge"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// everything is a range that holds every text.
var everything = span{End: position{1 << 30, 0}}

// actions are those of a document, of kinds or of all.
func (c *client) actions(path string, over span, only ...string) []codeAction {
	c.t.Helper()
	p := textDocument(path)
	context := map[string]any{"diagnostics": []any{}}
	if len(only) > 0 {
		context["only"] = only
	}
	p["range"], p["context"] = over, context
	var all []codeAction
	c.result("textDocument/codeAction", p, &all)
	return all
}

// done are the texts of files after an edit, in which no version may be that of an
// older text.
func done(t *testing.T, edit *workspaceEdit, texts map[string]string) map[string]string {
	t.Helper()
	after := maps.Clone(texts)
	for _, e := range edit.DocumentChanges {
		path, ok := localPath(e.TextDocument.URI)
		if _, there := texts[path]; !ok || !there {
			t.Fatalf("an edit of %s", e.TextDocument.URI)
		}
		after[path] = applied(t, texts[path], e.Edits)
	}
	return after
}

// TestFixes holds of the example of each rule that a quick fix makes the edits of the
// finding, that all of them together are what lint makes of the files, and that
// formatting is what mdck fmt prints.
func TestFixes(t *testing.T) {
	fixed, formatted := 0, 0
	c := start(t, utf16Units)
	for _, r := range lint.Rules() {
		e, err := r.Example()
		if err != nil {
			t.Fatal(err)
		}
		dir := ""
		if e.Protocol == "" || e.Protocol == workspace.Ohrfc {
			dir = lint.ExampleDir + "/"
		}
		texts := map[string]string{}
		for _, f := range e.Bad {
			texts[dir+f.Name] = f.Text
		}
		root := files(t, texts)
		disk := map[string]string{}
		for name, text := range texts {
			disk[filepath.Join(root, filepath.FromSlash(name))] = text
		}
		for _, path := range slices.Sorted(maps.Keys(disk)) {
			text := disk[path]
			d := &document{path: path, text: text, target: targetOf(path)}
			if d.target == nil || !utf8.ValidString(text) || len(text) > source.MaxSize {
				continue
			}
			c.opens(path, text)
			s := New(nil, nil, Options{Loader: c.loader})
			in, _, err := s.input(d)
			if err != nil {
				t.Fatal(err)
			}
			fixed += checkFixes(c, in, path, disk)
			formatted += checkFormat(c, in, path, text)
			c.notify("textDocument/didClose", textDocument(path))
		}
	}
	if fixed < 10 || formatted < 10 {
		t.Errorf("%d fixes, %d texts formatted", fixed, formatted)
	}
	c.leave()
}

func checkFixes(c *client, in *lint.Input, path string, disk map[string]string) (n int) {
	c.t.Helper()
	found, _ := lint.Run(*in)
	found = slices.DeleteFunc(lint.Limit(found), func(f lint.Diagnostic) bool {
		return f.Path != in.Path || f.Fix == nil || len(f.Fix.Archive) > 0
	})
	quick := c.actions(path, everything, quickFix)
	if len(quick) != len(found) {
		c.t.Fatalf("%s: %d fixes, want %d", path, len(quick), len(found))
	}
	target := targetOf(path)
	for i, f := range found {
		n++
		want := maps.Clone(disk)
		edits := map[string][]source.Edit{}
		for _, e := range f.Fix.Edits {
			name := e.Path
			if name == "" {
				name = f.Path
			}
			edits[target.File(name)] = append(edits[target.File(name)], e.Edit)
		}
		for name, all := range edits {
			var err error
			if want[name], err = source.Apply(want[name], all); err != nil {
				c.t.Fatal(err)
			}
		}
		if got := done(c.t, quick[i].Edit, disk); !maps.Equal(got, want) {
			c.t.Errorf("%s: %s gives %q, want %q", path, quick[i].Title, got, want)
		}
		if len(quick[i].Diagnostics) != 1 || quick[i].Diagnostics[0].Code != f.Rule.ID || !quick[i].IsPreferred {
			c.t.Errorf("%s: a fix is %+v", path, quick[i])
		}
	}
	all := c.actions(path, span{}, fixAll)
	if len(found) == 0 {
		if len(all) > 0 {
			c.t.Errorf("%s: there is nothing to mend, and %v", path, all)
		}
		return n
	}
	fixed, err := lint.FixAll(*in, "")
	if err == nil && len(fixed.Archive) > 0 {
		in.Alone = true
		fixed, err = lint.FixAll(*in, "")
		in.Alone = false
	}
	if err != nil || len(all) != 1 {
		c.t.Fatalf("%s: %v, %v", path, all, err)
	}
	want := maps.Clone(disk)
	for name, text := range fixed.Texts {
		want[target.File(name)] = text
	}
	if got := done(c.t, all[0].Edit, disk); !maps.Equal(got, want) {
		c.t.Errorf("%s: all fixes give %q, want %q", path, got, want)
	}
	return n
}

func checkFormat(c *client, in *lint.Input, path, text string) (n int) {
	c.t.Helper()
	want, _, err := judge.Mend(*in, text)
	if err != nil {
		c.t.Fatal(err)
	}
	m := c.ask("textDocument/formatting", textDocument(path))
	if judge.Parsed(targetOf(path), text) != nil && m["error"] != nil {
		return 0
	}
	var edits []textEdit
	reread(c.t, m["result"], &edits)
	if got := applied(c.t, text, edits); got != want {
		c.t.Errorf("%s: formatting gives %q, want %q", path, got, want)
	}
	if want != text {
		n++
	}
	return n
}

// TestActionsBeside holds that a fix which edits a file beside goes by what is open,
// and that a client which knows no versions is given none.
func TestActionsBeside(t *testing.T) {
	_, file := demo(t)
	state := filepath.Join(filepath.Dir(file), "state.json")
	text, other := readFile(t, file), strings.Replace(readFile(t, state), `"strictness"`, `"𝕏": 1, "strictness"`, 1)
	stale := strings.Replace(text, "- checkpoint_version: ", "- checkpoint_version: 9", 1)
	for name, open := range map[string]bool{"open": true, "on disk": false} {
		t.Run(name, func(t *testing.T) {
			c := start(t, utf16Units)
			texts := map[string]string{file: stale, state: readFile(t, state)}
			if open {
				texts[state] = other
				c.opens(state, "{}")
				c.changes(state, 7, change{Text: other})
			}
			c.opens(file, stale)
			i := slices.IndexFunc(c.actions(file, everything, quickFix), func(a codeAction) bool { return a.Diagnostics[0].Code == "ohrfc/state-mismatch" })
			if i < 0 {
				t.Fatal("there is no fix")
			}
			a := c.actions(file, everything, quickFix)[i]
			if len(a.Edit.DocumentChanges) != 1 {
				t.Fatalf("the edits are %+v", a.Edit)
			}
			id := a.Edit.DocumentChanges[0].TextDocument
			if open && (id.Version == nil || *id.Version != 7) || !open && id.Version != nil || id.URI != uriOf(state) {
				t.Errorf("the edit is of %+v", id)
			}
			if after := done(t, a.Edit, texts); after[state] == texts[state] || after[file] != stale {
				t.Errorf("the texts become %q", after)
			}
			c.leave()
		})
	}
	t.Run("no versions", func(t *testing.T) {
		c := dial(t)
		c.initialize("{}")
		c.opens(file, stale)
		for _, a := range c.actions(file, everything) {
			if len(a.Edit.DocumentChanges) > 0 || len(a.Edit.Changes) == 0 {
				t.Errorf("the edit is %+v", a.Edit)
			}
		}
		c.leave()
	})
}

func TestActionsWanted(t *testing.T) {
	_, file := demo(t)
	c := start(t, utf16Units)
	c.opens(file, strings.Replace(readFile(t, file), "- last_phase", "- Last_phase", 1))
	line := strings.Count(strings.Split(readFile(t, file), "- last_phase")[0], "\n")
	here := span{position{line, 3}, position{line, 3}}
	for _, test := range []struct {
		over span
		only []string
		want string
	}{
		{here, nil, "quickfix source.fixAll.mdck"}, {here, []string{"quickfix"}, "quickfix"}, {here, []string{"source"}, "source.fixAll.mdck"},
		{here, []string{"source.fixAll"}, "source.fixAll.mdck"}, {here, []string{"source.fix"}, ""}, {here, []string{"refactor"}, ""}, {here, []string{""}, "quickfix source.fixAll.mdck"},
		{span{}, []string{"quickfix"}, ""}, {span{}, nil, "source.fixAll.mdck"},
	} {
		var kinds []string
		for _, a := range c.actions(file, test.over, test.only...) {
			kinds = append(kinds, a.Kind)
		}
		if got := strings.Join(kinds, " "); got != test.want {
			t.Errorf("at %v only %q: %q, want %q", test.over, test.only, got, test.want)
		}
	}
	c.leave()
}

// TestMarkAndBytes holds what an editor does not hand over: it takes off the byte order
// mark, and shows bytes that are not UTF-8 as something else.
func TestMarkAndBytes(t *testing.T) {
	_, file := demo(t)
	text := "é" + readFile(t, file)
	put(t, file, "\ufeff"+text)
	c := start(t, utf8Units)
	c.opens(file, text)
	for _, d := range c.wait(file, 1) {
		if d.Code == "ohrfc/title" && d.Range.Start.Line != 0 {
			t.Errorf("found %v", d)
		}
	}
	c.changes(file, 2, change{Range: &span{End: position{0, 2}}})
	if got := codes(c.wait(file, 2)); strings.Contains(got, "title") {
		t.Errorf("found %q", got)
	}
	c.notify("textDocument/didClose", textDocument(file))

	put(t, file, "# x\n\xff\xfe\n")
	c.opens(file, "# x\n\ufffd\ufffd\n")
	got := c.wait(file, 1)
	if len(got) != 1 || got[0].Code != "any/not-utf8" || got[0].Range.Start != (position{1, 0}) {
		t.Errorf("found %v", got)
	}
	if all := c.actions(file, everything); len(all) > 0 {
		t.Errorf("fixes of what is not UTF-8: %v", all)
	}
	c.changes(file, 2, change{Range: &span{Start: position{1, 0}, End: position{2, 0}}})
	if got := codes(c.wait(file, 2)); strings.Contains(got, "utf8") {
		t.Errorf("found %q in a text of UTF-8", got)
	}
	c.leave()
}

// TestBaseline holds that what a baseline knows is not told.
func TestBaseline(t *testing.T) {
	dir, file := demo(t)
	text := strings.Replace(readFile(t, file), "- last_phase", "- Last_phase", 1)
	put(t, filepath.Join(dir, ".mdck.yaml"), "baseline: known.json\n")
	c := start(t, utf16Units)
	c.opens(file, text)
	if got := c.wait(file, 1); len(got) > 0 || said(c, "window/showMessage") != 1 {
		t.Errorf("found %v without the baseline, and the user is told %d times", got, c.counts["window/showMessage"])
	}
	s := New(nil, nil, Options{Loader: c.loader})
	d := &document{path: file, text: text, target: targetOf(file)}
	s.documents[file] = d
	put(t, filepath.Join(dir, ".mdck.yaml"), "")
	j, err := s.judge(d)
	if err != nil || len(j.found) == 0 || j.found[0].Rule.ID != "ohrfc/meta" {
		t.Fatalf("found %v, %v", j.found, err)
	}
	f := &j.found[0]
	entry, err := json.Marshal(map[string]any{"path": ".ohrfc/rfc-20261104-offline-sync/checkpoint.md", "rule": f.Rule.ID, "fingerprint": lint.Fingerprint(f), "count": 1})
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, ".mdck.yaml"), "baseline: known.json\n")
	put(t, filepath.Join(dir, "known.json"), fmt.Sprintf(`{"version": 1, "findings": [%s]}`, entry))
	c.changes(file, 2)
	if got := codes(c.wait(file, 2)); got != "ohrfc/rfc-hash ohrfc/evidence-count" {
		t.Errorf("found %q, want what is not known", got)
	}
	c.changes(file, 3, change{Text: strings.Replace(text, "# Checkpoint", "# Chekpoint", 1)})
	if got := codes(c.wait(file, 3)); got != "ohrfc/title ohrfc/rfc-hash ohrfc/evidence-count" {
		t.Errorf("found %q", got)
	}
	c.leave()
}

// TestWritesNothing holds that no request leaves a trace.
func TestWritesNothing(t *testing.T) {
	dir, file := demo(t)
	before := names(t, dir)
	c := start(t, utf16Units)
	c.opens(file, strings.Replace(readFile(t, file), "- last_phase", "- Last_phase", 1))
	c.wait(file, 1)
	c.actions(file, everything)
	for _, method := range []string{"textDocument/formatting", "textDocument/hover", "textDocument/documentSymbol", "textDocument/completion"} {
		c.ask(method, at(file, 0, 0))
	}
	c.notify("textDocument/didSave", textDocument(file))
	c.leave()
	if after := names(t, dir); !slices.Equal(before, after) {
		t.Errorf("there is %q, was %q", after, before)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		all = append(all, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestOverlay holds that open documents stand for their files, and others do not.
func TestOverlay(t *testing.T) {
	dir := files(t, map[string]string{"a.md": "a", "b.md": "b"})
	s := New(nil, nil, Options{})
	s.documents[filepath.Join(dir, "a.md")] = &document{path: filepath.Join(dir, "a.md"), text: "typed", bare: true}
	s.documents["/elsewhere"] = &document{path: "/elsewhere", text: "x"}
	files := s.overlay(tree.Dir(dir), dir)
	for name, want := range map[string]string{"a.md": "\ufefftyped", "b.md": "b"} {
		if got, err := source.ReadFile(files, name); err != nil || got != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
}
