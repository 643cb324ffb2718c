package workspace

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestDetectSession is what a path alone tells.
func TestDetectSession(t *testing.T) {
	for _, c := range []struct {
		file, env  string
		root, path string // root "" for no file of a session
		main       string
	}{
		{"/a/.ccc-progress.md", "", "/a", ".ccc-progress.md", ".ccc-progress.md"},
		{"/a/.ccc-state.json", "", "/a", ".ccc-state.json", ".ccc-progress.md"},
		{"/.ccc-progress.md", "", "/", ".ccc-progress.md", ".ccc-progress.md"},
		{"/a b/é/.ccc-state.json", "", "/a b/é", ".ccc-state.json", ".ccc-progress.md"},
		{"C:/.ccc-progress.md", "", "C:/", ".ccc-progress.md", ".ccc-progress.md"},
		{"C:/a/.ccc-state.json", "", "C:/a", ".ccc-state.json", ".ccc-progress.md"},
		{"//server/share/.ccc-state.json", "", "//server/share", ".ccc-state.json", ".ccc-progress.md"},
		{"/a/.CCC-progress.md", "", "", "", ""},
		{"/a/x.ccc-progress.md", "", "", "", ""},
		{"/a/.ccc-progress.md/x", "", "", "", ""},
		{"/a/.ccc-progress-20261121-080000.md", "", "", "", ""},
		{"/a/.ccc-circuit-breaker.json", "", "", "", ""},
		{".ccc-progress.md", "", "", "", ""},
		{"a/.ccc-progress.md", "", "", "", ""},
		{"", "", "", "", ""},
		{"/a/n/p.md", "n/p.md", "/a", "n/p.md", "n/p.md"},
		{"C:/a/n/p.md", "n/p.md", "C:/a", "n/p.md", "n/p.md"},
		{"/a/n/p.md", "./n//p.md", "/a", "n/p.md", "n/p.md"},
		{"/a/.ccc-progress.md", "n/p.md", "/a", ".ccc-progress.md", ".ccc-progress.md"},
		{"/a/.ccc-state.json", "n/p.md", "/a", ".ccc-state.json", "n/p.md"},
		{"/a/n/q.md", "n/p.md", "", "", ""},
		{"/a/.ccc-state.json", "../p.md", "/a", ".ccc-state.json", ".ccc-progress.md"},
		{"/b/p.md", "../b/p.md", "", "", ""},
	} {
		t.Setenv(progressVariable, c.env)
		got, ok := Detect(c.file)
		if ok != (c.root != "") {
			t.Errorf("%q with %q: known is %v", c.file, c.env, ok)
			continue
		}
		if ok && (got.Protocol != CCC || got.Root != filepath.FromSlash(c.root) || got.Path != c.path || got.Main != c.main || got.State != ".ccc-state.json") {
			t.Errorf("%q with %q: got %+v", c.file, c.env, got)
		}
	}
}

// TestAsSession is a file that is said to be one of a session, wherever it lies.
func TestAsSession(t *testing.T) {
	dir := grow(t, ".ccc-progress.md", "notes/mine.md")
	t.Chdir(dir)
	for _, c := range []struct{ file, root, main, state, path string }{
		{".ccc-progress.md", "", ".ccc-progress.md", ".ccc-state.json", ".ccc-progress.md"},
		{".ccc-state.json", "", ".ccc-progress.md", ".ccc-state.json", ".ccc-state.json"},
		{"notes/mine.md", "notes", "mine.md", ".ccc-state.json", "mine.md"},
		{"notes/mine.json", "notes", ".ccc-progress.md", "mine.json", "mine.json"},
		{"notes/mine", "notes", "mine", ".ccc-state.json", "mine"},
	} {
		got, err := As(filepath.FromSlash(c.file), CCC)
		if err != nil || got.Protocol != CCC || got.Root != filepath.Join(dir, c.root) || got.Main != c.main || got.State != c.state || got.Path != c.path {
			t.Errorf("%s: got %+v, %v", c.file, got, err)
		}
	}
	if got, err := As(".ccc-progress.md", Ohrfc); err != nil || got.Protocol != Ohrfc || got.Main != ".ccc-progress.md" {
		t.Errorf("as a checkpoint of an RFC: %+v, %v", got, err)
	}
}

// FuzzDetectSession states that a file of a session that is detected is the file
// itself, in the project that its other files are detected in, whatever the
// variables say.
func FuzzDetectSession(f *testing.F) {
	if runtime.GOOS == "windows" {
		f.Skip("variables hold other paths there")
	}
	f.Add("/a/.ccc-progress.md", "", "")
	f.Add("/a/n/p.md", "n/p.md", "/a/s.json")
	f.Add("/a/n/p.md", "/a/n/p.md", "../x")
	f.Add("/a/.ccc-state.json", "p/../..", ".ccc-progress.md")
	f.Add("/a/b/b/p", "b/p", "b/b/p")
	f.Fuzz(func(t *testing.T, name, progress, state string) {
		if strings.Contains(progress+state, "\x00") {
			t.Skip("no value of a variable")
		}
		t.Setenv(progressVariable, progress)
		t.Setenv(stateVariable, state)
		file := filepath.Join(string(filepath.Separator), name)
		got, ok := Detect(file)
		if !ok || got.Protocol != CCC {
			return
		}
		if got.File(got.Path) != file || got.Path != got.Main && got.Path != got.State || !filepath.IsLocal(got.Main) || !filepath.IsLocal(got.State) {
			t.Fatalf("%q was taken for %+v", file, got)
		}
		usual, err := sessionAt(got.Root)
		if err != nil || got.Main != usual.Main || got.State != usual.State {
			return // of the usual name, where a variable gives another
		}
		if again, ok := Detect(got.File(got.Main)); !ok || again.Protocol != CCC || again.File(again.Path) != got.File(got.Main) {
			t.Fatalf("from its progress file %q is %+v, not %+v", file, again, got)
		}
	})
}
