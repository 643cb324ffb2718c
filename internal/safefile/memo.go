package safefile

import (
	"errors"
	"fmt"
	"io/fs"
)

// MaxMemo is how many bytes a memo may have that is read.
const MaxMemo = 1 << 20

// Memo reads what a command has noted in .mdck under a plain name; ok is false if it
// has noted nothing. No lock is taken: a memo is whole, or the one before it. It is an
// error if .mdck is no directory of its own, or the memo no file of at most [MaxMemo]
// bytes, and its errors are also those of [Store.Allowed].
func (s Store) Memo(name string) (text string, ok bool, err error) {
	t, err := s.notebook()
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	info, err := t.FS.Lstat(t.own(name))
	if err == nil && info.Mode().IsRegular() && info.Size() > MaxMemo {
		return "", false, fmt.Errorf("%q has %d bytes; expected at most %d", t.own(name), info.Size(), MaxMemo)
	}
	text, err = t.readOurs(t.own(name))
	return text, err == nil, ignoreMissing(err)
}

// Note replaces a memo, whole or not at all; .mdck has to be there, as it is after an
// [Store.Update]. Only the user may read it. Its errors are also those of [Store.Allowed].
func (s Store) Note(name, text string) error {
	t, err := s.notebook()
	if err != nil {
		return err
	}
	if err := ignoreMissing(t.isOurs(t.own(name), 0)); err != nil {
		return err
	}
	var done bool
	for range mostHomes { // an Update beside it may take the temporary file for one that was left
		done, err = t.put(t.own(name), text, attributes{kept: true, mode: 0o600}, nil)
		if done || !missing(err) {
			break
		}
	}
	if done && err != nil {
		return &UnfinishedError{Err: err} // a power cut may undo it
	}
	return failed(err)
}

// Furnish makes .mdck for a memo, if it does not exist. It waits for the lock as
// [Store.Update] does.
func (s Store) Furnish() error {
	t, err := s.begin()
	if err != nil {
		return err
	}
	t.made = false // so that it stays
	return t.end()
}

// Forget takes a memo away, if there is one. Its errors are also those of [Store.Allowed].
func (s Store) Forget(name string) error {
	t, err := s.notebook()
	if err == nil {
		err = t.isOurs(t.own(name), 0)
	}
	if err == nil {
		err = t.FS.Remove(t.own(name))
	}
	return ignoreMissing(err)
}

// notebook is .mdck without its lock. That it does not exist is an [fs.ErrNotExist].
func (s Store) notebook() (*txn, error) {
	t, err := s.look()
	if err == nil {
		err = t.isOurs(t.own(""), fs.ModeDir)
	}
	return t, err
}
