package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// Create makes a file that is not there, whole or not at all, and the directories
// on the way to it. Nothing has to be kept of a file that is new, so it needs no
// Store and leaves no .mdck. If something of that name is there, even a link that
// leads nowhere, the error is [ErrChanged] and it stays as it is.
func Create(path, text string) error {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return err
	}
	t := &txn{fs: System{}, root: dir}
	path = filepath.Join(dir, filepath.Base(path))
	_, err = t.put(path, text, attributes{}, func() error { return t.absent(path) })
	return err
}

func (t *txn) absent(path string) error {
	_, err := t.fs.Lstat(path)
	switch {
	case err == nil:
		return fmt.Errorf("%q: %w", filepath.Base(path), ErrChanged)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}
