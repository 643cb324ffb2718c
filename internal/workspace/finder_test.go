package workspace

import (
	"path/filepath"
	"testing"

	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
)

func known() Finder { return Finder{Table: protocols.Default()} }

// TestOwn checks that a format applies to hand-off notes, and to Markdown files of no protocol.
func TestOwn(t *testing.T) {
	dir := makeFiles(t, ".planning/STATE.md", ".planning/phases/01-a/01-01-PLAN.md", "notes.md", "notes.txt")
	f := Finder{Table: protocols.Default(), FormatOf: func(file, _ string) (*protocol.Format, string) { return &protocol.Format{Name: "mine"}, dir }}
	for name, owner := range map[string]string{
		".planning/STATE.md": custom.Name, ".planning/phases/01-a/01-01-PLAN.md": plan.Name, "notes.md": custom.Name, "notes.txt": "",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		got, ok := f.Detect(file)
		if ok != (owner != "") || got.Protocol != owner || (got.Format == "mine") != (owner == custom.Name) {
			t.Errorf("%s: %v, %+v", name, ok, got)
		}
		if ok && got.File(got.Path) != file {
			t.Errorf("%s is %s", name, got.File(got.Path))
		}
	}
	found, err := f.Below(dir)
	if err != nil {
		t.Fatal(err)
	}
	want(t, paths(t, dir, found), ".planning/STATE.md", ".planning/phases/01-a/01-01-PLAN.md", "notes.md")
	if found[0].ID() != "STATE" || !found[0].Beside("x.md") || found[1].Beside("x.md") {
		t.Errorf("id %q", found[0].ID())
	}
}

func TestFormatOfProtocol(t *testing.T) {
	dir := makeFiles(t, "sub/notes.md", "sub/notes.txt")
	f := Finder{Table: protocols.Default(), FormatOf: func(file, _ string) (*protocol.Format, string) { return &protocol.Format{Name: "mine", Of: "ccc"}, dir }}
	got, ok := f.Detect(filepath.Join(dir, "sub", "notes.md"))
	if !ok || got.Protocol != "ccc" || got.Root != filepath.Join(dir, "sub") || got.Main != "notes.md" || got.Path != "notes.md" || got.Format != "" || got.State == "" {
		t.Errorf("%v, %+v", ok, got)
	}
	found, err := f.Below(dir)
	if err != nil {
		t.Fatal(err)
	}
	want(t, paths(t, dir, found), "sub/notes.md")
}

func TestAround(t *testing.T) {
	dir := makeFiles(t, "r/.git/HEAD", "r/a/b/agent_checkpoints/primary.json", "r/a/conductor/tracks/x/metadata.json", "s/agent_checkpoints/primary.json")
	for name, want := range map[string]string{
		"r/a/b/agent_checkpoints/primary.json": "../..", "r/a/conductor/tracks/x/metadata.json": "", "s/agent_checkpoints/primary.json": "",
	} {
		target, _ := known().Detect(filepath.Join(dir, filepath.FromSlash(name)))
		if tree, up := target.Around(); up != want || (tree != nil) != (want != "") {
			t.Errorf("%s: %v, %q, want %q", name, tree, up, want)
		}
	}
}
