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
	newFile fs.FileMode = 0o644 // less the umask
	newDir  fs.FileMode = 0o777 // less the umask

	plainFile fs.FileMode = 0o666 // the bits that a file may have which is not a program
)

// Attributes are the mode and the owner of a file. The zero value is those of
// a new file.
type attributes struct {
	kept     bool
	mode     fs.FileMode
	owned    bool
	uid, gid int
	from     string // path of the file whose extended attributes it gets; "" for none
}

// like gives the attributes of a file; info may be nil.
func like(info fs.FileInfo) attributes {
	if info == nil {
		return attributes{}
	}
	const bits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	uid, gid, ok := disk.Owner(info)
	return attributes{kept: true, mode: info.Mode() & bits, owned: ok, uid: uid, gid: gid}
}

// put replaces the file at path, or makes it, so that a crash leaves the old
// file or the new. It calls check, if that is not nil, at the last moment, and
// an error of it stops the replacement. Done says that the file is replaced; an
// error then means that a power cut may undo it.
func (t *txn) put(path, text string, a attributes, check func() error) (done bool, err error) {
	if err = t.name(path, text, a, check); err != nil {
		return false, err
	}
	return true, first(err, t.FS.SyncDir(filepath.Dir(path)))
}

// name is put in a directory that the caller flushes.
func (t *txn) name(path, text string, a attributes, check func() error) error {
	temp := t.tempName(path)
	err := t.fill(temp, text, a)
	if err == nil && check != nil {
		err = check()
	}
	if err == nil {
		err = t.FS.Rename(temp, path)
	}
	if err != nil {
		_ = t.FS.Remove(temp) // what is left is cleaned by the next Update
	}
	return err
}

// fill makes the file at path with all of its text on disk, and reads it back.
func (t *txn) fill(path, text string, a attributes) error {
	mode := newFile
	if a.kept {
		mode = 0o600 // until owner and mode are right
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

// fillHandle is fill of the file at path, which is open as f.
func (t *txn) fillHandle(f disk.Handle, path, text string, a attributes) error {
	if _, err := f.WriteAt([]byte(text), 0); err != nil {
		return err
	}
	mode, group := give(f, a)
	if a.from != "" {
		t.FS.CopyExtra(a.from, path, group)
	}
	// Last, because a change of owner takes the set-user-id bit away, and an access list
	// brings a mode with it.
	if a.kept {
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	return disk.Flushed(f.Sync())
}

// give makes f belong to whom a says, as far as the system lets us: only root may give a
// file away. It returns what is left of the mode for a file that has another owner or group: no
// right to run as them, and a group that could not open the old file has no more rights than
// anybody. It reports whether the group is right.
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

// first is the first error of a thing and its end; both happen in any case.
func first(err, end error) error {
	if err != nil {
		return err
	}
	return end
}

// makeDirs makes the directories on the way to dir, and flushes them. It gives those that it
// made, also where there is an error.
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

// removeDirs takes away directories that [txn.makeDirs] made, unless there is something in them.
func (t *txn) removeDirs(made []string) {
	for _, d := range slices.Backward(made) {
		if info, err := t.FS.Lstat(d); err == nil && info.IsDir() { // no file that somebody put there
			_ = t.FS.Remove(d)
		}
	}
}

// MakeDirs makes a directory and those on the way to it, and flushes them. A [*FailedError]
// means that it does not exist. Undo takes away those that it made, unless there is something
// in them; where there is an error, that is done.
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

// lost says what r loses when the file temp takes its place: others who use the file would not
// look for it.
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
