package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a", "b", "new")
	must(t, Create(name, "text"))
	Store{Dir: dir}.wantText(t, "a/b/new", "text")
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(entries) != 1 {
		t.Errorf("directory holds %v (%v), want the file alone", entries, err)
	}
}

func TestCreateKeepsWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	for name, make := range map[string]func(string) error{
		"file":   func(p string) error { return os.WriteFile(p, []byte("mine"), 0o644) },
		"folder": func(p string) error { return os.Mkdir(p, 0o755) },
		"link":   func(p string) error { return os.Symlink("nowhere", p) },
	} {
		path := filepath.Join(dir, name)
		must(t, make(path))
		before, err := os.Lstat(path)
		must(t, err)
		if err := Create(path, "text"); !errors.Is(err, ErrChanged) {
			t.Errorf("%s: error is %v, want ErrChanged", name, err)
		}
		if after, err := os.Lstat(path); err != nil || !os.SameFile(before, after) {
			t.Errorf("%s is another one now (%v)", name, err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 3 {
		t.Errorf("directory holds %v (%v), want the three", entries, err)
	}
}
