package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	newFile fs.FileMode = 0o644 // less the umask
	newDir  fs.FileMode = 0o777 // less the umask

	plainFile fs.FileMode = 0o666 // the bits that a file may have which is no program
)

// Attributes are the mode and the owner of a file. The zero value is those of
// a new file.
type attributes struct {
	kept     bool
	mode     fs.FileMode
	owned    bool
	uid, gid int
}

// like gives the attributes of a file; info may be nil.
func like(info fs.FileInfo) attributes {
	if info == nil {
		return attributes{}
	}
	const bits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	uid, gid, ok := owner(info)
	return attributes{kept: true, mode: info.Mode() & bits, owned: ok, uid: uid, gid: gid}
}

// narrow gives the attributes of a file of ours that holds text of all these
// files: who may not read one of them may not read it there.
func narrow(files []replacement) attributes {
	mode := newFile
	for _, r := range files {
		if r.old.info != nil {
			mode &= r.old.info.Mode().Perm()
		}
	}
	if mode == newFile {
		return attributes{}
	}
	return attributes{kept: true, mode: mode | 0o600}
}

// put replaces the file at path, or makes it, so that a crash leaves the old
// file or the new. It calls check, if that is not nil, at the last moment, and
// an error of it stops the replacement. Done says that the file is replaced; an
// error then means that a power cut may undo it.
func (t *txn) put(path, text string, a attributes, check func() error) (done bool, err error) {
	return t.place(path, text, a, func(temp string) (bool, error) {
		if check != nil {
			if err := check(); err != nil {
				return false, err
			}
		}
		err := t.fs.Rename(temp, path)
		return err == nil, err
	})
}

// place makes a file beside path with that text, which move gives its name. What move
// leaves of it is taken away.
func (t *txn) place(path, text string, a attributes, move func(temp string) (done bool, err error)) (done bool, err error) {
	dir := filepath.Dir(path)
	if err := t.makeDirs(dir); err != nil {
		return false, err
	}
	temp := t.tempName(path)
	if err = t.fill(temp, text, a); err == nil {
		done, err = move(temp)
	}
	if !done {
		_ = t.fs.Remove(temp) // what is left is cleaned by the next Update
		return false, err
	}
	return true, first(err, t.fs.SyncDir(dir))
}

// fill makes the file at path with all of its text on disk.
func (t *txn) fill(path, text string, a attributes) error {
	mode := newFile
	if a.kept {
		mode = 0o600 // until owner and mode are right
	}
	f, err := t.fs.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("cannot make a file in %q: %w", filepath.Dir(path), err)
	}
	err = fillHandle(f, text, a)
	return first(err, f.Close())
}

func fillHandle(f Handle, text string, a attributes) error {
	if _, err := f.WriteAt([]byte(text), 0); err != nil {
		return err
	}
	if a.owned {
		// Only root may give a file away; the group alone is better than nothing.
		if f.Chown(a.uid, a.gid) != nil {
			_ = f.Chown(-1, a.gid)
		}
	}
	// After the owner, because a change of owner takes the set-user-id bit away.
	if a.kept {
		if err := f.Chmod(a.mode); err != nil {
			return err
		}
	}
	return f.Sync()
}

// first is the first error of a thing and its end; both happen in any case.
func first(err, end error) error {
	if err != nil {
		return err
	}
	return end
}

// makeDirs makes the directories on the way to dir.
func (t *txn) makeDirs(dir string) error {
	_, err := t.fs.Lstat(dir)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	parent := filepath.Dir(dir)
	if err := t.makeDirs(parent); err != nil {
		return err
	}
	if err := t.fs.Mkdir(dir, newDir); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return t.fs.SyncDir(parent)
}
