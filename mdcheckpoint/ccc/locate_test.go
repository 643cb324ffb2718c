package ccc

import (
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

type variables map[string]string

func (variables) Exists(string) bool                     { return false }
func (variables) IsDir(string) bool                      { return false }
func (variables) ReadFile(string, int64) (string, error) { return "", fs.ErrNotExist }
func (variables) ReadDir(string) ([]fs.DirEntry, error)  { return nil, fs.ErrNotExist }
func (v variables) Getenv(name string) string            { return v[name] }
func (variables) Abs(path string) (string, error)        { return path, nil }

func TestDetectSession(t *testing.T) {
	for _, c := range []struct {
		file, env  string
		root, path string // root is "" for an unknown file
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
		got, ok := detect(variables{progressVariable: c.env}, c.file)
		if ok != (c.root != "") {
			t.Errorf("%q with %q: known is %v", c.file, c.env, ok)
			continue
		}
		if ok && (got.Root != filepath.FromSlash(c.root) || got.Path != c.path || got.Main != c.main || got.State != ".ccc-state.json") {
			t.Errorf("%q with %q: got %+v", c.file, c.env, got)
		}
	}
}

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
		d := variables{progressVariable: progress, stateVariable: state}
		file := filepath.Join(string(filepath.Separator), name)
		got, ok := detect(d, filepath.ToSlash(file))
		if !ok {
			return
		}
		if got.File(got.Path) != file || got.Path != got.Main && got.Path != got.State || !filepath.IsLocal(got.Main) || !filepath.IsLocal(got.State) {
			t.Fatalf("%q was taken for %+v", file, got)
		}
		usual, err := sessionAt(d, got.Root)
		if err != nil || got.Main != usual.Main || got.State != usual.State {
			return // the file has a usual name, but a variable names another file
		}
		if again, ok := detect(d, filepath.ToSlash(got.File(got.Main))); !ok || again.File(again.Path) != got.File(got.Main) {
			t.Fatalf("from its progress file %q is %+v, not %+v", file, again, got)
		}
	})
}
