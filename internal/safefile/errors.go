package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"syscall"
)

// ErrChanged means that another program changed a file, so the change was not made. The caller can
// try again.
var ErrChanged = errors.New("was changed by another program in the meantime")

// ErrReadBack means that a new file does not have the text that was written.
var ErrReadBack = errors.New("does not contain what was written")

// A JournalError reports a journal that must not be followed. Nothing is written until a person has
// checked the journal.
type JournalError struct {
	Path   string
	Reason string
	Name   string // a file that the Store may not change, or ""
	never  bool   // no run can follow the journal
}

func (e *JournalError) Error() string {
	return fmt.Sprintf("%q %s; nothing was written", e.Path, e.Reason)
}

// A LostError says that a change was made, but the lock of [Store.Also] was lost.
type LostError struct{ Err error }

func (e *LostError) Error() string {
	return "the change was made, but another program may have written at the same time: " + e.Err.Error()
}

func (e *LostError) Unwrap() error { return e.Err }

// A FileError says why a file cannot be changed.
type FileError struct {
	Name   string // as passed by the caller
	Reason string
	// Outside is set if a link leads out of Dir or [Store.Roots]; see [Store.FollowOutside].
	Outside bool
}

func (e *FileError) Error() string { return fmt.Sprintf("%q %s", e.Name, e.Reason) }

// An UndoneError says that an Update was undone. It wraps the reason, such as [ErrChanged].
type UndoneError struct {
	Err    error
	Kept   []Copy   // the new texts, except copies of an old text
	Unkept []string // the new texts that could not be saved, and why
}

// A Copy is a saved new text. Path is as in [Store.Refused].
type Copy struct{ Name, Path string }

func (e *UndoneError) Error() string {
	text := e.Err.Error() + "; nothing was changed"
	if len(e.Kept) > 0 {
		text += ", and the new content is kept: " + e.Copies()
	}
	return strings.Join(append([]string{text}, e.Unkept...), "; ")
}

// Copies lists the files and the paths of their saved texts.
func (e *UndoneError) Copies() string {
	var each []string
	for _, c := range e.Kept {
		each = append(each, fmt.Sprintf("%q (kept as %q)", c.Name, c.Path))
	}
	return strings.Join(each, ", ")
}

func (e *UndoneError) Unwrap() error { return e.Err }

// An UnfinishedError says that the next Update or Recover completes a change. Do not repeat the
// change, unless Earlier is set.
type UnfinishedError struct {
	Err     error
	Earlier bool   // the earlier Update failed, and this one did nothing
	Journal string // journal that the next run follows, or ""
}

func (e *UnfinishedError) Error() string {
	if e.Earlier {
		return "nothing was done, because an earlier change could not be finished: " + e.Err.Error()
	}
	return "the change is unfinished, and the next run finishes it: " + e.Err.Error()
}

func (e *UnfinishedError) Unwrap() error { return e.Err }

// A FailedError is an error of the operating system. Every file has its old text.
type FailedError struct{ Err error }

func (e *FailedError) Error() string { return e.Err.Error() }
func (e *FailedError) Unwrap() error { return e.Err }

// failed wraps an error of the operating system in a [*FailedError], unless it has another type.
func failed(err error) error {
	_, system := errors.AsType[syscall.Errno](err)
	_, unfinished := errors.AsType[*UnfinishedError](err)
	_, undone := errors.AsType[*UndoneError](err)
	if !system || unfinished || undone || errors.Is(err, ErrChanged) {
		return err
	}
	return &FailedError{err}
}

func inTheWay(name string, err error) error {
	if name = strconv.Quote(name); strings.HasPrefix(err.Error(), name) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
