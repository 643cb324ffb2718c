package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/ccc"
)

func makeFiles(t testing.TB, names ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		add(t, dir, name)
	}
	return dir
}

func add(t testing.TB, dir, name string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	parent := filepath.Dir(file)
	if strings.HasSuffix(name, "/") {
		parent = file
	}
	if err := os.MkdirAll(parent, 0o777); err != nil {
		t.Fatal(err)
	}
	if parent != file {
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func link(t testing.TB, target, name string) {
	t.Helper()
	if err := os.Symlink(filepath.FromSlash(target), name); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip("links need a privilege here")
		}
		t.Fatal(err)
	}
}

func paths(t testing.TB, dir string, targets []Target) []string {
	t.Helper()
	all := []string{}
	for _, target := range targets {
		rel, err := filepath.Rel(dir, target.File(target.Path))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, filepath.ToSlash(rel))
	}
	return all
}

func want(t testing.TB, got []string, names ...string) {
	t.Helper()
	if len(got)+len(names) > 0 && !slices.Equal(got, names) {
		t.Errorf("got %q, want %q", got, names)
	}
}

func FuzzDetect(f *testing.F) {
	f.Add("/a/.ohrfc/x/checkpoint.md")
	f.Add("/a/.ohrfc/x/.ohrfc/y/.reviews/summary.json")
	f.Add("/.ohrfc/../.ohrfc/x//state.json")
	f.Add("C:\\a\\.ohrfc\\x\\state.json")
	f.Add("/a/.ccc-progress.md")
	f.Add("/a/.ohrfc/x/.ccc-state.json")
	f.Fuzz(func(t *testing.T, name string) {
		file := filepath.Join(string(filepath.Separator), name)
		got, ok := known().Detect(file)
		if !ok {
			return
		}
		if got.File(got.Path) != file {
			t.Fatalf("%q was detected as %q", file, got.File(got.Path))
		}
		if again, ok := known().Detect(got.File(got.Main)); !ok || again.Root != got.Root || again.Main != got.Main {
			t.Fatalf("from its checkpoint %q is %+v, not %+v", file, again, got)
		}
		if got.Protocol == ccc.Name {
			if filepath.Dir(file) != filepath.Clean(got.Root) {
				t.Fatalf("%q is in the project %q", file, got.Root)
			}
			return
		}
		dir, rest := got.Dir(), strings.TrimPrefix(got.Path, strings.TrimSuffix(got.Main, "checkpoint.md"))
		if filepath.Base(filepath.Dir(dir)) != ".ohrfc" || filepath.Base(dir) != got.ID() || filepath.Join(dir, filepath.FromSlash(rest)) != file {
			t.Fatalf("%q is in %q, with id %q", file, dir, got.ID())
		}
	})
}

func TestByID(t *testing.T) {
	dir := makeFiles(t, "outside/checkpoint.md", "repo/.git/HEAD", "repo/checkpoint.md", "repo/.ohrfc/a/checkpoint.md", "repo/.ohrfc/b/state.json",
		"repo/.ohrfc/é/state.json", "repo/sub/.ohrfc/a/checkpoint.md", "repo/sub/.ohrfc/c/state.json")
	for _, c := range []struct {
		start, id string
		want      []string
	}{
		{"repo", "a", []string{".ohrfc/a/checkpoint.md", "sub/.ohrfc/a/checkpoint.md"}},
		{"repo", "b", []string{".ohrfc/b/checkpoint.md"}},
		{"repo", "é", []string{".ohrfc/é/checkpoint.md"}},
		{"repo/.ohrfc/a", "b", []string{".ohrfc/b/checkpoint.md"}}, // b is in the same .ohrfc
		{"repo/.ohrfc/a", "a", []string{".ohrfc/a/checkpoint.md"}},
		{"repo/sub", "a", []string{"sub/.ohrfc/a/checkpoint.md"}},
		{"repo/sub", "b", nil},
		{"repo", "A", nil}, // ids are case-sensitive
		{"repo", "", nil}, {"repo", ".", nil}, {"repo", "..", nil}, {"repo", "../outside", nil}, {"repo", "sub/a", nil}, {"repo", `..\outside`, nil},
		{"repo", "a/", nil}, {"repo", "./a", nil}, {"repo", "a/../b", nil}, {"repo", filepath.Join(dir, "repo", ".ohrfc", "a"), nil},
		{"repo", "*", nil}, {"repo", "checkpoint.md", nil}, {"repo", "\x00", nil},
	} {
		got, err := known().ByID(filepath.Join(dir, filepath.FromSlash(c.start)), c.id)
		if err != nil {
			t.Fatalf("id %q: %v", c.id, err)
		}
		if names := paths(t, filepath.Join(dir, "repo"), got); len(names)+len(c.want) > 0 && !slices.Equal(names, c.want) {
			t.Errorf("from %s id %q: got %q, want %q", c.start, c.id, names, c.want)
		}
	}
}

func TestNamed(t *testing.T) {
	dir := makeFiles(t, ".ohrfc/a/checkpoint.md", ".ohrfc/a/state.json", ".ohrfc/a/rfc.md", "README.md", "empty/")
	t.Chdir(dir)
	for _, c := range []struct{ name, path, shown string }{
		{".ohrfc/a/state.json", ".ohrfc/a/state.json", ".ohrfc/a/state.json"},
		{"./.ohrfc//a/checkpoint.md", ".ohrfc/a/checkpoint.md", ".ohrfc/a/checkpoint.md"},
		{".", ".ohrfc/a/checkpoint.md", ".ohrfc/a/checkpoint.md"},
		{"empty/..", ".ohrfc/a/checkpoint.md", ".ohrfc/a/checkpoint.md"},
		{filepath.Join(dir, ".ohrfc", "a", "state.json"), ".ohrfc/a/state.json", filepath.ToSlash(filepath.Join(dir, ".ohrfc", "a", "state.json"))},
		{dir, ".ohrfc/a/checkpoint.md", filepath.ToSlash(filepath.Join(dir, ".ohrfc", "a", "checkpoint.md"))},
	} {
		got, err := known().Named(filepath.FromSlash(c.name))
		if err != nil || len(got) != 1 {
			t.Errorf("%s: %v, %v", c.name, got, err)
			continue
		}
		if got[0].Root != dir || got[0].Path != c.path || got[0].Main != ".ohrfc/a/checkpoint.md" || got[0].DisplayPath(got[0].Path) != c.shown {
			t.Errorf("%s: got %+v, shown as %q, want %q and %q", c.name, got[0], got[0].DisplayPath(got[0].Path), c.path, c.shown)
		}
	}
	if got, err := known().Named("empty"); err != nil || len(got) != 0 {
		t.Errorf("a directory without checkpoints: %v, %v", got, err)
	}
	for _, name := range []string{"README.md", ".ohrfc/a/rfc.md"} {
		_, err := known().Named(name)
		if unknown, ok := errors.AsType[*UnknownError](err); !ok || unknown.Path != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"missing.md", ".ohrfc/b", "../nowhere/at/all", "README.md/x"} {
		_, err := known().Named(name)
		if pe, ok := errors.AsType[*fs.PathError](err); !ok || pe.Path != name || name != "README.md/x" && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v, want an error about that name", name, err)
		}
	}
	t.Chdir(filepath.Join(dir, ".ohrfc", "a"))
	got, err := known().Named("../../.ohrfc/a/state.json")
	if err != nil || len(got) != 1 || got[0].DisplayPath(got[0].Path) != "state.json" || got[0].DisplayPath(".") != "../.." {
		t.Errorf("from within: %v, %v", got, err)
	}
}

func TestAs(t *testing.T) {
	dir := makeFiles(t, ".ohrfc/a/checkpoint.md", "notes/my.md")
	t.Chdir(dir)
	for _, c := range []struct{ file, root, main, id, shown string }{
		{".ohrfc/a/checkpoint.md", "", ".ohrfc/a/checkpoint.md", "a", ".ohrfc/a/checkpoint.md"},
		{"notes/my.md", "notes", "my.md", "notes", "notes/my.md"},
		{"notes/not-there.md", "notes", "not-there.md", "notes", "notes/not-there.md"},
		{filepath.Join(dir, "notes", "my.md"), "notes", "my.md", "notes", filepath.ToSlash(filepath.Join(dir, "notes", "my.md"))},
	} {
		got, err := known().As(filepath.FromSlash(c.file), "ohrfc")
		if err != nil || got.Root != filepath.Join(dir, c.root) || got.Main != c.main || got.Path != c.main || got.ID() != c.id || got.DisplayPath(got.Path) != c.shown {
			t.Errorf("%s: got %+v with id %q, shown as %q, %v", c.file, got, got.ID(), got.DisplayPath(got.Path), err)
		}
		if got.Dir() != filepath.Dir(got.File(got.Main)) {
			t.Errorf("%s is in %s", c.file, got.Dir())
		}
	}
	if _, err := known().As("x", "nope"); err == nil || !strings.HasPrefix(err.Error(), `unknown protocol "nope"; expected one of ohrfc, ccc, agents, loop, plan`) || strings.Contains(err.Error(), "format") {
		t.Errorf("an unknown protocol: %v", err)
	}
}
