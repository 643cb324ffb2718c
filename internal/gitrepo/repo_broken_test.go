package gitrepo

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/tree"
)

func TestBrokenRepository(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"sub/a": "1\n"})
	linked := filepath.Join(tree.RealPath(t.TempDir()), "linked")
	w.git("worktree", "add", "--quiet", "-b", "topic", linked)
	wants := func(dir, text string) {
		t.Helper()
		_, err := Open(t.Context(), dir)
		if !errors.Is(err, ErrBroken) || errors.Is(err, ErrNotRepo) || !strings.Contains(err.Error(), text) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got %v, want %q", dir, err, text)
		}
	}
	w.write(".git/HEAD", "garbage\n")
	wants(w.dir, "git cannot open the repository")
	wants(w.path("sub"), filepath.Join(w.dir, ".git"))
	if err := os.Rename(w.dir, w.dir+"-moved"); err != nil {
		t.Fatal(err)
	}
	wants(linked, "fatal: not a git repository: ")
	for name, make := range map[string]func(string) error{
		"nothing": func(string) error { return nil },
		"empty":   func(dir string) error { return os.Mkdir(filepath.Join(dir, ".git"), 0o755) },
		"other":   func(dir string) error { return os.MkdirAll(filepath.Join(dir, ".git", "x"), 0o755) },
	} {
		dir := t.TempDir()
		if err := make(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), dir); !errors.Is(err, ErrNotRepo) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
