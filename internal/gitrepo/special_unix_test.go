//go:build unix

package gitrepo

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mdck/internal/tree"
)

var committed = pattern{name: "committed", make: func(t *testing.T) work {
	w := newWork(t)
	w.commit(map[string]string{"sub/a": "1\n"})
	return w
}}

func TestWaitsForNothing(t *testing.T) {
	linked := filepath.Join(tree.RealPath(t.TempDir()), "linked")
	for _, name := range []string{
		".git/HEAD", ".git/config", ".git/index", ".git/packed-refs", ".git/shallow", ".git/commondir", ".git/refs/heads/main",
		".git/info/exclude", ".git/info/attributes", ".git/objects/info/alternates", ".git/worktrees/linked/HEAD", ".git/worktrees/linked/index",
		".gitignore", ".gitattributes", "sub/.gitignore",
	} {
		for kind, make := range map[string]func(string) error{
			"pipe": func(file string) error { return syscall.Mkfifo(file, 0o644) },
			"link": func(file string) error {
				return errors.Join(syscall.Mkfifo(file+".pipe", 0o644), os.Symlink(filepath.Base(file)+".pipe", file))
			},
			"device": func(file string) error { return os.Symlink("/dev/zero", file) },
		} {
			w := committed.copy(t)
			dir, file := w.path("sub"), w.path(name)
			if strings.Contains(name, "worktrees") {
				os.RemoveAll(linked)
				w.git("worktree", "add", "--quiet", "-b", "topic", linked)
				dir = filepath.Join(linked, "sub")
			}
			if err := errors.Join(os.RemoveAll(file), make(file)); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(t.Context(), dir); !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), filepath.Base(name)) || !strings.HasSuffix(err.Error(), " is not a file") {
				t.Errorf("a %s as %s: %v", kind, name, err)
			}
		}
	}
}

func TestSocketOfGit(t *testing.T) {
	w := newWork(t)
	t.Chdir(w.dir) // the length of a socket's path is limited
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: ".git/fsmonitor--daemon.ipc", Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := Open(t.Context(), w.dir); err != nil {
		t.Error(err)
	}
}

func TestNoAnswer(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1\n"})
	r := w.open()
	r.git.patience, r.objects.git.patience = 100*time.Millisecond, 100*time.Millisecond
	id := strings.TrimSpace(w.git("rev-parse", "HEAD:a"))
	object := w.path(".git/objects/" + id[:2] + "/" + id[2:])
	pipe := w.path("pipe")
	if err := errors.Join(os.Remove(object), syscall.Mkfifo(object, 0o644), syscall.Mkfifo(pipe, 0o644)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.objects.read(id, 1); !errors.Is(err, errNoAnswer) {
		t.Errorf("an object: %v", err)
	}
	w.git("config", "include.path", pipe)
	if _, err := r.Branch(); !errors.Is(err, errNoAnswer) {
		t.Errorf("a configuration: %v", err)
	}
}
