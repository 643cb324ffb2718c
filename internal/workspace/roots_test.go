package workspace

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func TestRoots(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links")
	}
	top, err := filepath.EvalSymlinks(makeFiles(t, "w/.git/", "w/sub/.git", "w/sub/deep/", "w/a/", "other/.git/", "other/.ohrfc/x/checkpoint.md", "plain/.ohrfc/", "empty/"))
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(top, filepath.FromSlash(name)) }
	for name, to := range map[string]string{"w/link": "../other", "w/room": "../other/.ohrfc/x"} {
		if err := os.Symlink(filepath.FromSlash(to), at(name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		cwd, dir, root string
		want           []string
	}{
		{"empty", "w/a", "w/a", []string{"w"}},
		{"w/a", "w/a", "w/a", []string{"w"}},
		{"w", "w/sub/deep", "w/sub/deep", []string{"w/sub", "w"}}, // in the submodule and the repository around it
		{"w/sub", "w/sub/deep", "w/sub/deep", []string{"w/sub"}},  // the current directory ends the search
		{"w", "w/link/.ohrfc/x", "w/link", []string{"w/link", "w"}},
		{"w", "w/not/there", "w/not/there", []string{"w"}},
		{"plain", "plain/.ohrfc/x", "plain", []string{"plain"}},
		{"empty", "plain/.ohrfc/x", "plain", []string{"plain"}},
	} {
		t.Chdir(at(c.cwd))
		var want []string
		for _, name := range c.want {
			want = append(want, at(name))
		}
		if got := rootsOf(at(c.dir), at(c.root)); !slices.Equal(got, want) {
			t.Errorf("in %s the roots of %s are %q, want %q", c.cwd, c.dir, got, want)
		}
	}
	found, err := known().Named(at("w/room")) // the target is a workspace
	if err != nil || len(found) != 1 || !slices.Contains(found[0].Roots(), at("w")) {
		t.Errorf("found %v, %v", found, err)
	}
}
