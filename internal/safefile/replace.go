package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mdck/internal/safefile/disk"
)

const (
	newFile fs.FileMode = 0o644 // minus the umask
	newDir  fs.FileMode = 0o777 // minus the umask

	plainFile fs.FileMode = 0o666
)

// attributes are the mode and owner of a file. The zero value is for a new file.
type attributes struct {
	kept     bool
	mode     fs.FileMode
	owned    bool
	uid, gid int
	from     string // file with extended attributes to copy, or ""
}

func like(info fs.FileInfo) attributes {
	if info == nil {
		return attributes{}
	}
	const bits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	uid, gid, ok := disk.Owner(info)
	return attributes{kept: true, mode: info.Mode() & bits, owned: ok, uid: uid, gid: gid}
}

// put replaces or creates the file at path. A crash leaves the old file or the new one. check, if
// not nil, can prevent the replacement. If done is true despite an error, a power cut may undo the
// replacement.
func (t *txn) put(path, text string, a attributes, check func() error) (done bool, err error) {
	if err = t.writeNew(path, text, a, check); err != nil {
		return false, err
	}
	return true, first(err, t.FS.SyncDir(filepath.Dir(path)))
}

func (t *txn) writeNew(path, text string, a attributes, check func() error) error {
	temp := t.tempName(path)
	err := t.fill(temp, text, a)
	if err == nil && check != nil {
		err = check()
	}
	if err == nil {
		err = t.FS.Rename(temp, path)
	}
	if err != nil {
		_ = t.FS.Remove(temp) // or clean removes it later
	}
	return err
}

func (t *txn) fill(path, text string, a attributes) error {
	mode := newFile
	if a.kept {
		mode = 0o600 // until owner and mode are set
	}
	f, err := t.FS.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("cannot create a file in %q: %w", filepath.Dir(path), err)
	}
	err = t.fillHandle(f, path, text, a)
	if err = first(err, f.Close()); err != nil {
		return err
	}
	raw, err := t.FS.ReadFile(path)
	if err == nil && string(raw) != text {
		err = fmt.Errorf("%q: %w", filepath.Base(path), ErrReadBack)
	}
	return err
}

func (t *txn) fillHandle(f disk.Handle, path, text string, a attributes) error {
	if _, err := f.WriteAt([]byte(text), 0); err != nil {
		return err
	}
	mode, group := give(f, a)
	if a.from != "" {
		t.FS.CopyExtra(a.from, path, group)
	}
	// The mode comes last, because a change of the owner clears bits of the mode.
	if a.kept {
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	return disk.Flushed(f.Sync())
}

// give sets the owner of f as far as possible. mode has fewer bits if the owner is wrong; group is
// true if the group is right.
func give(f disk.Handle, a attributes) (mode fs.FileMode, group bool) {
	if mode = a.mode; !a.owned || f.Chown(a.uid, a.gid) == nil {
		return mode, true
	}
	group = f.Chown(-1, a.gid) == nil
	info, _ := f.Stat()
	is := like(info)
	if !is.owned || is.uid != a.uid {
		mode &^= fs.ModeSetuid
	}
	if group = group || is.owned && is.gid == a.gid; !group {
		mode &^= fs.ModeSetgid | 0o070&^((mode&0o007)<<3)
	}
	return mode, group
}

// first returns err, or end if err is nil. Both are evaluated.
func first(err, end error) error {
	if err != nil {
		return err
	}
	return end
}

// makeDirs creates and flushes dir and its parents. It returns what it created, even with an error.
func (t *txn) makeDirs(dir string) (made []string, err error) {
	_, err = t.FS.Lstat(dir)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	parent := filepath.Dir(dir)
	if made, err = t.makeDirs(parent); err != nil {
		return made, err
	}
	if err = t.FS.Mkdir(dir, newDir); !errors.Is(err, fs.ErrExist) {
		made = append(made, dir)
		if err != nil {
			return made, err
		}
	}
	return made, t.FS.SyncDir(parent)
}

func (t *txn) removeDirs(made []string) {
	for _, d := range slices.Backward(made) {
		if info, err := t.FS.Lstat(d); err == nil && info.IsDir() { // another program may have put a file there
			_ = t.FS.Remove(d)
		}
	}
}

// MakeDirs creates and flushes a directory and its parents. undo removes those that it created and
// that are empty. After an error, undo has run.
func MakeDirs(dir string) (undo func(), err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	t := &txn{Store: Store{FS: OS()}}
	made, err := t.makeDirs(dir)
	undo = func() { t.removeDirs(made) }
	if err != nil {
		undo()
	}
	return undo, failed(err)
}

func (t *txn) lost(r replacement, temp string) (lost []string) {
	if r.old.info == nil {
		return nil
	}
	if n := disk.Links(r.old.info); n > 1 {
		lost = append(lost, fmt.Sprintf("%q had other hard links (%d), which keep the old text", r.name, n-1))
	}
	now, err := t.FS.Lstat(temp)
	if err != nil {
		return lost
	}
	was, is := like(r.old.info), like(now)
	if was.owned && is.owned && (was.uid != is.uid || was.gid != is.gid) {
		lost = append(lost, fmt.Sprintf("%q belonged to user %d and group %d, and now belongs to %d and %d", r.name, was.uid, was.gid, is.uid, is.gid))
	}
	return lost
}
