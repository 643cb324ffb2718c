package safefile

import (
	"errors"
	"fmt"
	"io/fs"
)

// MaxMemo is the maximum size of a memo that [Store.ReadMemo] reads, in bytes.
const MaxMemo = 1 << 20

// ReadMemo reads a memo, a file in .mdck; ok is false without one. ReadMemo, WriteMemo and RemoveMemo
// may return the error of [Store.Allowed].
func (s Store) ReadMemo(name string) (text string, ok bool, err error) {
	t, err := s.notebook()
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	info, err := t.FS.Lstat(t.inHome(name))
	if err == nil && info.Mode().IsRegular() && info.Size() > MaxMemo {
		return "", false, fmt.Errorf("%q has %d bytes; expected at most %d", t.inHome(name), info.Size(), MaxMemo)
	}
	text, err = t.readOurs(t.inHome(name))
	return text, err == nil, ignoreMissing(err)
}

// Note replaces a memo atomically. .mdck must exist.
func (s Store) WriteMemo(name, text string) error {
	t, err := s.notebook()
	if err != nil {
		return err
	}
	if err := ignoreMissing(t.checkType(t.inHome(name), 0)); err != nil {
		return err
	}
	var done bool
	for range mostHomes { // a concurrent Update may remove the temporary file
		done, err = t.put(t.inHome(name), text, attributes{kept: true, mode: 0o600}, nil)
		if done || !missing(err) {
			break
		}
	}
	if done && err != nil {
		return &UnfinishedError{Err: err} // a power cut may undo the replacement
	}
	return failed(err)
}

// Furnish creates .mdck for a memo. It waits for the lock as [Store.Update] does.
func (s Store) Furnish() error {
	t, err := s.begin()
	if err != nil {
		return err
	}
	t.made = false // do not remove it
	return t.end()
}

// RemoveMemo removes a memo if it exists.
func (s Store) RemoveMemo(name string) error {
	t, err := s.notebook()
	if err == nil {
		err = t.checkType(t.inHome(name), 0)
	}
	if err == nil {
		err = t.FS.Remove(t.inHome(name))
	}
	return ignoreMissing(err)
}

// notebook returns a txn for .mdck without its lock. The error may be [fs.ErrNotExist].
func (s Store) notebook() (*txn, error) {
	t, err := s.newTxn()
	if err == nil {
		err = t.checkType(t.inHome(""), fs.ModeDir)
	}
	return t, err
}
