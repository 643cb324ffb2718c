package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a", "b", "new")
	_, err := Create(name, "text")
	must(t, err)
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
		if _, err := Create(path, "text"); !errors.Is(err, ErrChanged) {
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

// TestCreateLeavesNothing checks that what cannot be made leaves no directory: a name that
// no system takes, of the file or of a directory on the way to it.
func TestCreateLeavesNothing(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, path := range []string{filepath.Join("a", "b", long), filepath.Join("a", "b", long, "c")} {
		dir := t.TempDir()
		_, err := Create(filepath.Join(dir, path), "text")
		if _, nothing := errors.AsType[*FailedError](err); !nothing {
			t.Errorf("error is %v, want a FailedError", err)
		}
		undo, err := MakeDirs(filepath.Join(dir, filepath.Dir(path)))
		_, nothing := errors.AsType[*FailedError](err)
		if err == nil {
			undo()
		} else if !nothing {
			t.Errorf("error is %v, want a FailedError", err)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			t.Errorf("directory holds %v (%v), want nothing", entries, err)
		}
	}
}

// TestCreateOnce checks that of several who make a file at once exactly one does.
func TestCreateOnce(t *testing.T) {
	dir := t.TempDir()
	for round := range 50 {
		path := filepath.Join(dir, strconv.Itoa(round))
		var made atomic.Int32
		var all sync.WaitGroup
		for who := range 8 {
			all.Go(func() {
				switch _, err := Create(path, strconv.Itoa(who)); {
				case err == nil:
					made.Add(1)
				case !errors.Is(err, ErrChanged):
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := made.Load(); n != 1 {
			t.Fatalf("%d of 8 made the file, want one", n)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 50 {
		t.Errorf("directory holds %d names (%v), want the 50 files alone", len(entries), err)
	}
}
