package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"syscall"
)

// ErrChanged is wrapped by the error of an Update that replaced nothing because
// a file was changed while it ran, by a program that takes no lock. The error
// names the file. Trying again is safe.
var ErrChanged = errors.New("was changed by another program in the meantime")

// ErrReadBack is wrapped by the error about a file that did not read as it was written. It gets
// no name.
var ErrReadBack = errors.New("has other content than was written")

// A JournalError is about a journal that is not followed yet: it names files that do not change
// here, or is not a file that may be read. It stays where it is, and nothing is written, until
// somebody has looked at it.
type JournalError struct {
	Path   string // of the journal
	Reason string // what is wrong with it
	Name   string // of the file that it names and that does not change here; "" where something else is wrong
	never  bool   // it is never followed, and is moved aside
}

func (e *JournalError) Error() string {
	return fmt.Sprintf("%q %s: nothing was written", e.Path, e.Reason)
}

// A LostError is about a change that was made although the lock of [Store.Also] was
// lost meanwhile: what its next holder wrote may be lost.
type LostError struct{ Err error }

func (e *LostError) Error() string {
	return "the change was made, but others may have written at the same time: " + e.Err.Error()
}

func (e *LostError) Unwrap() error { return e.Err }

// A FileError says why a file cannot be changed through its Store.
type FileError struct {
	Name   string // as it was given
	Reason string
	// Outside says that the file is reached by a symbolic link which leads out of Dir, or Dir by
	// one which leads out of [Store.Roots], which [Store.FollowOutside] allows.
	Outside bool
}

func (e *FileError) Error() string { return fmt.Sprintf("%q %s", e.Name, e.Reason) }

// An UndoneError is the failure of an Update that was undone: every file has what it had. It
// wraps the reason, which is [ErrChanged] where another program saved a file meanwhile, else that
// a file could not be replaced after another one was.
type UndoneError struct {
	Err    error
	Kept   []Copy   // what the files were to hold, except copies of what one of them holds
	Unkept []string // what could not be kept of that, and why
}

// A Copy is a copy of what a file was to hold. Path is as [Store.Refused] gives it.
type Copy struct{ Name, Path string }

func (e *UndoneError) Error() string {
	text := e.Err.Error() + "; nothing was changed"
	if len(e.Kept) > 0 {
		text += ", and the new content is kept: " + e.Copies()
	}
	return strings.Join(append([]string{text}, e.Unkept...), "; ")
}

// Copies names the files and where what they were to hold is kept.
func (e *UndoneError) Copies() string {
	var each []string
	for _, c := range e.Kept {
		each = append(each, fmt.Sprintf("%q (kept as %q)", c.Name, c.Path))
	}
	return strings.Join(each, ", ")
}

func (e *UndoneError) Unwrap() error { return e.Err }

// An UnfinishedError is the failure of an Update after its point of no return.
// The next Update or Recover does what is left; nothing has to be repeated.
type UnfinishedError struct {
	Err     error
	Earlier bool   // it is an earlier Update that could not be finished: of the one that met it nothing is done
	Journal string // the path of the journal, where one says what is left to do; else ""
}

func (e *UnfinishedError) Error() string {
	if e.Earlier {
		return "nothing was done: an earlier change must be finished first, but this failed: " + e.Err.Error()
	}
	return "the next run finishes the change, after this failure: " + e.Err.Error()
}

func (e *UnfinishedError) Unwrap() error { return e.Err }

// A FailedError is a failure of the operating system before the point of no return: every
// file holds what it held. Its text is that of the failure.
type FailedError struct{ Err error }

func (e *FailedError) Error() string { return e.Err.Error() }
func (e *FailedError) Unwrap() error { return e.Err }

// failed makes err a [*FailedError] if it comes from the operating system and no other type
// says what became of the files.
func failed(err error) error {
	_, system := errors.AsType[syscall.Errno](err)
	_, unfinished := errors.AsType[*UnfinishedError](err)
	_, undone := errors.AsType[*UndoneError](err)
	if !system || unfinished || undone || errors.Is(err, ErrChanged) {
		return err
	}
	return &FailedError{err}
}

// inTheWay is err about the file of the user that was to change.
func inTheWay(name string, err error) error {
	if name = strconv.Quote(name); strings.HasPrefix(err.Error(), name) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// ignoreMissing is err unless that says that there is no such file.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
