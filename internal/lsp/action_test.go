package lsp

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"mdck/internal/protocoltest"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/source"
)

var everything = span{End: position{1 << 30, 0}}

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

func done(t testing.TB, edit *workspaceEdit, texts map[string]string) map[string]string {
	t.Helper()
	after := maps.Clone(texts)
	for _, e := range edit.DocumentChanges {
		path, ok := localPath(string(e.TextDocument.URI))
		if _, there := texts[path]; !ok || !there {
			t.Fatalf("an edit of %s", e.TextDocument.URI)
		}
		after[path] = applied(t, texts[path], e.Edits)
	}
	return after
}

func TestFixes(t *testing.T) {
	fixed, formatted := 0, 0
	c := start(t)
	for _, r := range protocols.Default().Rules() {
		e, err := r.Example()
		if err != nil {
			t.Fatal(err)
		}
		dir := ""
		if e.Protocol == "any" || e.Protocol == ohrfc.Name {
			dir = protocoltest.ExampleDir + "/"
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
			d := &document{path: path, text: text, target: targetOf(c, path)}
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
	target := targetOf(c, path)
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
			c.t.Errorf("%s: there is nothing to fix, and %v", path, all)
		}
		return n
	}
	fixed, err := lint.FixAll(*in, time.Time{})
	if err == nil && len(fixed.Archive) > 0 {
		in.Alone = true
		fixed, err = lint.FixAll(*in, time.Time{})
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
	want, _, err := workspace.Fix(*in, text)
	if err != nil {
		c.t.Fatal(err)
	}
	m := c.ask("textDocument/formatting", textDocument(path))
	if targetOf(c, path).Parse(text) != nil && m["error"] != nil {
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

func TestActionsBeside(t *testing.T) {
	_, file := demo(t)
	state := filepath.Join(filepath.Dir(file), "state.json")
	text, other := readFile(t, file), strings.Replace(readFile(t, state), `"strictness"`, `"𝕏": 1, "strictness"`, 1)
	stale := strings.Replace(text, "- checkpoint_version: ", "- checkpoint_version: 9", 1)
	for name, open := range map[string]bool{"open": true, "on disk": false} {
		t.Run(name, func(t *testing.T) {
			c := start(t)
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
			if open && (id.Version == nil || *id.Version != 7) || !open && id.Version != nil || string(id.URI) != uriOf(state) {
				t.Errorf("the edit is of %+v", id)
			}
			if after := done(t, a.Edit, texts); after[state] == texts[state] || after[file] != stale {
				t.Errorf("the texts become %q", after)
			}
			c.leave()
		})
	}
}

func TestActionsWanted(t *testing.T) {
	_, file := demo(t)
	c := start(t)
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
