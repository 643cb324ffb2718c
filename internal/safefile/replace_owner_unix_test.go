//go:build unix

package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mdck/internal/safefile/disk"
)

// A stingy refuses changes of owner. The file a belongs to another user.
type stingy struct {
	unflushed
	group bool
}

func (s stingy) Lstat(name string) (fs.FileInfo, error) {
	info, err := s.unflushed.Lstat(name)
	if err != nil || filepath.Base(name) != "a" && !strings.HasSuffix(name, outSuffix) {
		return info, err
	}
	stat := *info.Sys().(*syscall.Stat_t)
	stat.Uid++
	stat.Gid++
	return otherInfo{info, &stat}, nil
}

type otherInfo struct {
	fs.FileInfo
	stat *syscall.Stat_t
}

func (i otherInfo) Sys() any { return i.stat }

func (s stingy) OpenFile(name string, flag int, mode fs.FileMode) (disk.Handle, error) {
	h, err := s.unflushed.OpenFile(name, flag, mode)
	return stingyHandle{h, s.group}, err
}

type stingyHandle struct {
	disk.Handle
	group bool
}

func (h stingyHandle) Chown(uid, _ int) error {
	if uid == -1 && h.group {
		return nil
	}
	return syscall.EPERM
}

func TestOwnerCannotStay(t *testing.T) {
	for _, c := range []struct {
		was, want os.FileMode
		group     bool
	}{
		{0o640, 0o600, false},
		{0o664, 0o644, false},
		{0o606, 0o606, false},
		{0o660 | fs.ModeSetgid, 0o600, false},
		{0o640, 0o640, true},
		{0o660 | fs.ModeSetuid | fs.ModeSetgid, 0o660 | fs.ModeSetgid, true},
	} {
		s := dirWith(t, map[string]string{"a": "old"})
		path := filepath.Join(s.Dir, "a")
		must(t, os.Chmod(path, c.was))
		s.FS = stingy{group: c.group}
		r, err := s.set("a", "new")
		must(t, err)
		for name, want := range map[string]os.FileMode{"a": c.want, r.Backups[0]: c.was} { // the backup is the replaced file
			if info, err := os.Stat(filepath.Join(s.Dir, name)); err != nil || info.Mode() != want {
				t.Errorf("%v: mode of %q is %v (%v), want %v", c.was, name, info.Mode(), err, want)
			}
		}
		if len(r.Lost) != 1 || !strings.Contains(r.Lost[0], `"a" belonged to user`) {
			t.Errorf("%v: lost %q", c.was, r.Lost)
		}
	}
}

func TestOtherNames(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "old"})
	must(t, os.Link(filepath.Join(s.Dir, "a"), filepath.Join(s.Dir, "b")))
	for i, want := range []int{1, 0} {
		r, err := s.set("a", "new"+strings.Repeat("!", i))
		must(t, err)
		if len(r.Lost) != want || want > 0 && !strings.Contains(r.Lost[0], "other hard links (1)") {
			t.Errorf("lost %q, want %d", r.Lost, want)
		}
	}
	s.wantText(t, "b", "old")
}

type chmods struct{ unflushed }

func (c chmods) Swap(one, other string) error {
	if err := os.Chmod(other, 0o600); err != nil {
		return err
	}
	return c.unflushed.Swap(one, other)
}

func TestModeChangedAtTheSwap(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "old"})
	must(t, os.Chmod(filepath.Join(s.Dir, "a"), 0o644)) // the umask may matter
	s.FS = chmods{}
	_, err := s.set("a", "new")
	if !errors.Is(err, ErrChanged) {
		t.Errorf("error %v", err)
	}
	info, err := os.Stat(filepath.Join(s.Dir, "a"))
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
	s.wantText(t, "a", "old")
}

func TestModeChangedWhileChangeRuns(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "old"})
	must(t, os.Chmod(filepath.Join(s.Dir, "a"), 0o644)) // the umask may matter
	s.FS = noSwap{}
	_, err := s.Update(func(old Old) (Change, error) {
		_, _, err := old("a")
		must(t, err)
		return Change{Files: []File{{"a", "new"}}}, os.Chmod(filepath.Join(s.Dir, "a"), 0o600)
	})
	if !errors.Is(err, ErrChanged) {
		t.Errorf("error %v", err)
	}
	s.wantText(t, "a", "old")
}

func TestPipeInTheWay(t *testing.T) {
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	must(t, syscall.Mkfifo(pipe, 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "a"), []byte("secret"), 0o600))
	must(t, os.Symlink("a", link))
	for _, name := range []string{pipe, link} {
		if text, err := (disk.System{}).ReadFile(name); err == nil {
			t.Errorf("%s contains %q", name, text)
		}
	}
}
