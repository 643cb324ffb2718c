package tree

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWithin(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir: ".", filepath.Join(dir, "a", "b"): "a/b", filepath.Join(dir, "..a"): "..a",
		filepath.Dir(dir): "", dir + "x": "", filepath.Join(dir, "..", "x"): "",
	} {
		if got, ok := Within(dir, path); got != want || ok != (want != "") {
			t.Errorf("%q in %q is %q, %v; want %q", path, dir, got, ok, want)
		}
	}
}

func TestRealPath(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{link: dir, filepath.Join(link, "none", "x"): filepath.Join(dir, "none", "x")} {
		if got := RealPath(path); got != want {
			t.Errorf("%q is %q, want %q", path, got, want)
		}
	}
}

func TestRelative(t *testing.T) {
	dir := t.TempDir()
	for from, want := range map[string]string{dir: "a/b", filepath.Join(dir, "c"): "../a/b", "": filepath.ToSlash(filepath.Join(dir, "a", "b"))} {
		if got := Relative(from, filepath.Join(dir, "a", "b")); got != want {
			t.Errorf("from %q: %q, want %q", from, got, want)
		}
	}
}
