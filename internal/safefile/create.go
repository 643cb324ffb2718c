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
	if err := t.makeDirs(dir); err != nil {
		return Found{}, failed(err)
	}
	t.cleanDir(dir)
	return t.result.Found, t.create(filepath.Join(dir, filepath.Base(path)), text)
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
	return decided(true, t.fs.SyncDir(t.root))
}
