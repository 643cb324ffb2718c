package pick

import (
	"os"
	"path/filepath"
	"testing"
)

func TestInside(t *testing.T) {
	top := t.TempDir()
	in := func(name string) string { return filepath.Join(top, filepath.FromSlash(name)) }
	if err := os.MkdirAll(in("project/dir"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"link": "project", "project/out": top} {
		if err := os.Symlink(to, in(name)); err != nil {
			t.Skip(err)
		}
	}
	for _, c := range []struct{ root, file, want string }{
		{"project", "project", "."}, {"project", "project/dir/a.go", "dir/a.go"}, {"project", "a.go", ""}, {"project", "project/../a.go", ""},
		{"project", "link/dir/a.go", "dir/a.go"}, {"project", "link/missing/a.go", "missing/a.go"}, {"link", "project/a.go", "a.go"},
		{"project", "link/out", "out"}, {"project", "link/out/a.go", ""}, {"project", "link/dir/", "dir"},
	} {
		got, ok := Inside(in(c.root), in(c.file))
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s in %s: %q, %v", c.file, c.root, got, ok)
		}
	}
}

func TestInProject(t *testing.T) {
	root := filepath.Join(t.TempDir(), "project")
	base := filepath.Join(root, "sub")
	for name, want := range map[string]string{
		filepath.Join("docs", "plan.md"):    "sub/docs/plan.md",
		filepath.Join("..", ".", "a.go"):    "a.go",
		filepath.Join(root, "b", "c.go"):    "b/c.go",
		"..":                                "",
		root:                                "",
		" ":                                 "",
		filepath.Join("..", "..", "out.go"): "",
	} {
		got, err := InProject(root, base, "--file ", []string{name})
		if (err == nil) != (want != "") || err == nil && got[0] != want {
			t.Errorf("%q: %q, %v; want %q", name, got, err, want)
		}
	}
}
