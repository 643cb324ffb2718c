package workspace_test

import (
	"os"
	"path/filepath"
	"testing"

	"mdck/internal/config"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
)

func TestOwnsFormats(t *testing.T) {
	dir := t.TempDir()
	text := "formats:\n  a: {files: ['*.md', '**/deep.md'], sections: [{title: S}]}\n"
	must(t, os.WriteFile(filepath.Join(dir, config.Name), []byte(text), 0o644))
	session, err := known().At(&ccc.Protocol, dir)
	must(t, err)
	owners := map[string]func(string) bool{"at": known().Store(dir).Owns, "epic": epicAt(dir).Store().Owns, "session": session.Store().Owns}
	for name, want := range map[string]bool{
		"A.md": true, "deep.md": true, "sub/deep.md": false, "../deep.md": false, ".git/deep.md": false, "a.sh": false, "": false, ".": false, "/A.md": false,
	} {
		for kind, owns := range owners {
			if owns(name) != want {
				t.Errorf("%s: %q: want %v", kind, name, want)
			}
		}
	}
	must(t, os.WriteFile(filepath.Join(dir, config.Name), []byte("formats: 3\n"), 0o644))
	if known().Store(dir).Owns("A.md") {
		t.Error("a file of no format changes there")
	}
}

func TestOwnsBeside(t *testing.T) {
	dir := t.TempDir()
	f := workspace.Finder{Table: protocols.Default(), FormatOf: func(file, _ string) (*protocol.Format, string) {
		if filepath.Base(file) == "c.md" {
			return nil, ""
		}
		return &protocol.Format{Name: "a"}, dir
	}}
	found, ok := f.Detect(filepath.Join(dir, "a.md"))
	if !ok {
		t.Fatal("no file of a format")
	}
	owns := found.Store().Owns
	for name, want := range map[string]bool{"a.md": true, "b.md": true, "c.md": false, "b.sh": false, "sub/b.md": false, "../b.md": false} {
		if owns(name) != want {
			t.Errorf("%s: want %v", name, want)
		}
	}
}

func TestOwnsByVariable(t *testing.T) {
	dir := t.TempDir()
	named := filepath.Join(dir, "other.yaml")
	must(t, os.WriteFile(named, []byte("formats:\n  a: {files: ['*.md'], sections: [{title: S}]}\n"), 0o644))
	for value, want := range map[string]bool{"": false, named: true} {
		t.Setenv(config.EnvFile, value)
		if known().Store(dir).Owns("A.md") != want {
			t.Errorf("with the configuration %q: want %v", filepath.Base(value), want)
		}
	}
}
