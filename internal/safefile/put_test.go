package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestPut holds that a file is made or replaced by another of its mode, that links stay, and
// that nothing else is left.
func TestPut(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := Put(name, "one"); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("a", link); err != nil {
		link = name // none here
	}
	before, _ := os.Stat(name)
	if err := Put(link, "two"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	after, _ := os.Stat(link)
	if err != nil || string(text) != "two" || after.Mode() != before.Mode() || os.SameFile(before, after) {
		t.Errorf("%q, %v: %v", text, after.Mode(), err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 2 {
		t.Errorf("left are %v", entries)
	}
	if err := Put(filepath.Join(dir, "none", "a"), "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a directory: %v", err)
	}
}
