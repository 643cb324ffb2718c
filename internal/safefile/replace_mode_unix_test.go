//go:build unix

package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"mdck/internal/safefile/disk"
	"mdck/mdcheckpoint/source"
)

func TestModeAndLinkStay(t *testing.T) {
	s := dirWith(t, map[string]string{"real/a": "old"})
	path := filepath.Join(s.Dir, "real", "a")
	must(t, os.Chmod(path, 0o661))
	must(t, os.Symlink(filepath.Join("real", "a"), filepath.Join(s.Dir, "link")))
	mask := syscall.Umask(0o027)
	defer syscall.Umask(mask)
	r, err := s.Update(func(Old) (Change, error) {
		return Change{Files: []File{{"link", "new"}, {"fresh", ""}}, Archive: []source.Named{{Name: "x", Text: "old"}}}, nil
	})
	must(t, err)
	s.wantText(t, "real/a", "new")
	if to, err := os.Readlink(filepath.Join(s.Dir, "link")); err != nil || to != filepath.Join("real", "a") {
		t.Errorf("link leads to %q (%v)", to, err)
	}
	for name, want := range map[string]os.FileMode{
		"real/a": 0o661, "fresh": 0o640, r.Backups[0]: 0o661, r.Archived[0]: 0o640,
	} {
		info, err := os.Stat(filepath.Join(s.Dir, name))
		if err != nil || info.Mode() != want {
			t.Errorf("mode of %q is %v (%v), want %v", name, info.Mode(), err, want)
		}
	}
}

func TestOwnerStays(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "old"})
	path := filepath.Join(s.Dir, "a")
	allowed := os.Chown(path, 1234, 2345) == nil
	_, err := s.set("a", "new")
	must(t, err)
	info, err := os.Stat(path)
	must(t, err)
	uid, gid, ok := disk.Owner(info)
	if !ok || allowed && (uid != 1234 || gid != 2345) || !allowed && uid != os.Getuid() {
		t.Errorf("owner is %d:%d (%v)", uid, gid, ok)
	}
}

func TestModeOfCopy(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "old"})
	must(t, os.Chmod(filepath.Join(s.Dir, "a"), 0o600))
	r, err := s.Update(func(old Old) (Change, error) {
		text, _, err := old("a")
		return Change{Files: []File{{"copies/a", text}}, Gone: []string{"a", "never"}, Like: map[string]string{"copies/a": "a"}}, err
	})
	must(t, err)
	s.wantText(t, "copies/a", "old")
	s.wantText(t, r.Backups[0], "old")
	if info, err := os.Stat(filepath.Join(s.Dir, "copies", "a")); err != nil || info.Mode() != 0o600 {
		t.Errorf("mode of the copy is %v (%v), want 0600", info.Mode(), err)
	}
	if _, err := os.Lstat(filepath.Join(s.Dir, "a")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is still there (%v)", err)
	}
	if _, err := s.Update(func(Old) (Change, error) {
		return Change{Files: []File{{"copies/a", "x"}}, Gone: []string{"copies/a"}}, nil
	}); err == nil {
		t.Error("a file may not be written and go in one change")
	}
}

func TestNewModes(t *testing.T) {
	s := dirWith(t, map[string]string{"program": "old"})
	must(t, os.Chmod(filepath.Join(s.Dir, "program"), 0o777))
	mask := syscall.Umask(0)
	defer syscall.Umask(mask)
	_, err := s.Update(func(Old) (Change, error) {
		return Change{Files: []File{{"dir/new", "x"}, {"dir/like", "x"}}, Like: map[string]string{"dir/like": "program"}, Ledger: []Entry{{Path: "dir/new"}}}, nil
	})
	must(t, err)
	must(t, s.WriteMemo("memo", "x"))
	for name, want := range map[string]os.FileMode{
		"dir": os.ModeDir | 0o777, "dir/new": 0o644, "dir/like": 0o666, ".mdck/memo": 0o600,
	} {
		if info, err := os.Stat(filepath.Join(s.Dir, name)); err != nil || info.Mode() != want {
			t.Errorf("mode of %q is %v (%v), want %v", name, info.Mode(), err, want)
		}
	}
}

func TestJournalOfAnotherUser(t *testing.T) {
	s := interrupted(t)
	if err := os.Chown(filepath.Join(s.Dir, ".mdck", "txn"), os.Geteuid()+1, -1); err != nil {
		if !errors.Is(err, fs.ErrPermission) {
			t.Fatal(err)
		}
		t.Skip(err) // needs root
	}
	found, err := s.Recover()
	if err != nil || found.Recovered || !strings.Contains(found.Aside, "belongs to user "+strconv.Itoa(os.Geteuid()+1)) {
		t.Errorf("found %+v, %v", found, err)
	}
	s.wantText(t, "a", "a")
}

// A shut is a file system with an unreadable journal. If dark, Lstat of the journal fails, too.
type shut struct {
	disk.System
	dark bool
}

func denied(op, name string, is bool) error {
	if is && filepath.Base(name) == journalName {
		return &fs.PathError{Op: op, Path: name, Err: syscall.EACCES}
	}
	return nil
}

func (s shut) ReadFile(name string) ([]byte, error) {
	if err := denied("open", name, true); err != nil {
		return nil, err
	}
	return s.System.ReadFile(name)
}

func (s shut) Lstat(name string) (fs.FileInfo, error) {
	if err := denied("lstat", name, s.dark); err != nil {
		return nil, err
	}
	return s.System.Lstat(name)
}

func TestJournalUnread(t *testing.T) {
	for _, dark := range []bool{false, true} {
		s := interrupted(t)
		s.FS = shut{dark: dark}
		_, err := s.Recover()
		_, err2 := s.setBoth()
		for _, err := range []error{err, err2} {
			if unread, ok := errors.AsType[*JournalError](err); !ok || !strings.Contains(unread.Reason, "may have left files half-written") || strings.Contains(err.Error(), "permission") {
				t.Errorf("dark %t: error %v", dark, err)
			}
		}
		if err := os.Chown(filepath.Join(s.Dir, ".mdck", "txn"), os.Geteuid()+1, -1); err != nil || dark {
			continue // needs root
		}
		if found, err := s.Recover(); err != nil || !strings.Contains(found.Aside, "belongs to user") {
			t.Errorf("of another user: %+v, %v", found, err)
		}
	}
}
