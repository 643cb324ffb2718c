package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// Create makes a file that is not there, and the directories on the way to it.
// Nothing has to be kept of a file that is new, so it needs no Store and leaves no
// .mdck. If something of that name is there, even a link that leads nowhere or a
// file that another process makes at the same moment, the error is [ErrChanged]
// and it stays as it is.
//
// A crash leaves no file or a whole one; on a file system without hard links it may
// leave the beginning. An [*UnfinishedError] means that the file is there, a
// [*FailedError] that it is not. What it leaves besides is dropped by the next Create there, which
// Found says.
func Create(path, text string) (Found, error) {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return Found{}, err
	}
	t := &txn{fs: OS(), root: dir, alone: true}
	undo, err := t.newDirs(dir)
	if err != nil {
		return Found{}, failed(err)
	}
	t.cleanDir(dir)
	if err = t.create(filepath.Join(dir, filepath.Base(path)), text); err != nil {
		undo()
	}
	return t.result.Found, err
}

// MakeDirs makes a directory and those on the way to it, and flushes them. A [*FailedError]
// means that it is not there. Undo takes away those that it made, unless there is something
// in them; where there is an error, that is done.
func MakeDirs(dir string) (undo func(), err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	undo, err = (&txn{fs: OS()}).newDirs(dir)
	return undo, failed(err)
}

// newDirs is makeDirs that can be undone.
func (t *txn) newDirs(dir string) (undo func(), err error) {
	var made []string // the deepest first
	for d := dir; d != filepath.Dir(d); d = filepath.Dir(d) {
		if _, err := t.fs.Lstat(d); !missing(err) {
			break
		}
		made = append(made, d)
	}
	undo = func() {
		for _, d := range made {
			if info, err := t.fs.Lstat(d); err == nil && info.IsDir() { // no file that somebody put there
				_ = t.fs.Remove(d) // only if it is empty
			}
		}
	}
	if err = t.makeDirs(dir); err != nil {
		undo()
	}
	return undo, err
}

// create is Create in a directory that is there.
func (t *txn) create(path, text string) error {
	temp := t.tempName(path)
	err := t.fill(temp, text, attributes{})
	if err == nil {
		if err = t.fs.Link(temp, path); err != nil && !errors.Is(err, fs.ErrExist) { // no links here
			err = t.fill(path, text, attributes{})
		}
	}
	_ = t.fs.Remove(temp)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%q: %w", filepath.Base(path), ErrChanged)
	case err != nil:
		return failed(err)
	}
	return unfinished(t.fs.SyncDir(t.root))
}
