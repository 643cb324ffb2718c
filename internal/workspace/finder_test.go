package workspace

import (
	"path/filepath"
	"testing"

	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/protocols"
)

// known returns a Finder of the protocols of mdck.
func known() Finder { return Finder{Table: protocols.Default()} }

// TestOwn checks which files of protocols a format of a configuration may claim: notes.
func TestOwn(t *testing.T) {
	dir := grow(t, ".planning/STATE.md", ".planning/phases/01-a/01-01-PLAN.md", "notes.md", "notes.txt")
	f := Finder{Table: protocols.Default(), FormatOf: func(file, _ string) (string, string, bool) { return "mine", dir, true }}
	for name, protocol := range map[string]string{
		".planning/STATE.md": custom.Name, ".planning/phases/01-a/01-01-PLAN.md": plan.Name, "notes.md": custom.Name, "notes.txt": "",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		got, ok := f.Detect(file)
		if ok != (protocol != "") || got.Protocol != protocol || (got.Format == "mine") != (protocol == custom.Name) {
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

// TestAround checks that agents name files of the repository around their epic, and that
// what others name is in their own tree.
func TestAround(t *testing.T) {
	dir := grow(t, "r/.git/HEAD", "r/a/b/agent_checkpoints/primary.json", "r/a/conductor/tracks/x/metadata.json", "s/agent_checkpoints/primary.json")
	for name, want := range map[string]string{
		"r/a/b/agent_checkpoints/primary.json": "../..", "r/a/conductor/tracks/x/metadata.json": "", "s/agent_checkpoints/primary.json": "",
	} {
		target, _ := known().Detect(filepath.Join(dir, filepath.FromSlash(name)))
		if tree, up := target.Around(); up != want || (tree != nil) != (want != "") {
			t.Errorf("%s: %v, %q, want %q", name, tree, up, want)
		}
	}
}
