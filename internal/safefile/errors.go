package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"syscall"
)

// ErrChanged means that an Update replaced nothing, because another program changed a file at the
// same time. The error of Update wraps ErrChanged and names the file. The caller can try again.
var ErrChanged = errors.New("was changed by another program in the meantime")

// ErrReadBack means that a new file did not have the text that mdck wrote into it. mdck does not
// rename such a file into place.
var ErrReadBack = errors.New("does not contain what was written")

// A JournalError reports a journal that names files outside of the Store or is not a readable file.
// mdck does not follow such a journal. The journal stays in place, and nothing is written until a
// person has checked it.
type JournalError struct {
	Path   string
	Reason string
	Name   string // the file outside of the Store; "" for other problems
	never  bool   // no run can follow the journal, so it is moved aside
}

func (e *JournalError) Error() string {
	return fmt.Sprintf("%q %s: nothing was written", e.Path, e.Reason)
}

// A LostError reports that a change was made although the lock of [Store.Also] was lost meanwhile.
// Data that the next holder wrote may be lost.
type LostError struct{ Err error }

func (e *LostError) Error() string {
	return "the change was made, but another program may have written at the same time: " + e.Err.Error()
}

func (e *LostError) Unwrap() error { return e.Err }

// A FileError reports why a file cannot be changed through its Store.
type FileError struct {
	Name   string // as passed by the caller
	Reason string
	// Outside is set if a symbolic link leads outside: from the file out of Dir, or from Dir out of
	// [Store.Roots]. [Store.FollowOutside] allows such links.
	Outside bool
}

func (e *FileError) Error() string { return fmt.Sprintf("%q %s", e.Name, e.Reason) }

// An UndoneError reports an Update that failed and was undone. Every file has its old text. It
// wraps the reason, which is [ErrChanged] if another program saved a file meanwhile. Otherwise the
// reason is the error of the replacement that failed.
type UndoneError struct {
	Err    error
	Kept   []Copy   // the new texts, except copies of an old text
	Unkept []string // the new texts that could not be saved, and why
}

// A Copy is a saved copy of the new text of a file. Path is as in [Store.Refused].
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

// An UnfinishedError reports an Update that failed after its point of no return. The next Update or
// Recover completes it. Nothing has to be repeated.
type UnfinishedError struct {
	Err     error
	Earlier bool   // an earlier Update could not be completed, and this one did nothing
	Journal string // path of the journal that the next run follows, or ""
}

func (e *UnfinishedError) Error() string {
	if e.Earlier {
		return "nothing was done, because an earlier change could not be finished: " + e.Err.Error()
	}
	return "the change is unfinished, and the next run finishes it: " + e.Err.Error()
}

func (e *UnfinishedError) Unwrap() error { return e.Err }

// A FailedError reports an error of the operating system before the point of no return. Every file
// has its old text. The message is that of Err.
type FailedError struct{ Err error }

func (e *FailedError) Error() string { return e.Err.Error() }
func (e *FailedError) Unwrap() error { return e.Err }

// failed wraps err in a [*FailedError] if it comes from the operating system and no other type
// describes the state of the files.
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
