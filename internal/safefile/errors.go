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
var ErrChanged = errors.New("was changed by another program meanwhile")

// ErrJournal is wrapped by the error of the one Update or Recover that meets a
// journal which is broken or of another format. The journal is kept as
// .mdck/txn.aside and no file is touched.
var ErrJournal = errors.New("journal of an interrupted change cannot be read")

// A JournalError is about a journal that is not followed: it speaks of files that do
// not change here, is of another user or no file at all, so mdck did not write it for this
// checkpoint. It stays where it is, and nothing is written, until somebody has looked
// at it.
type JournalError struct {
	Path   string // of the journal
	Reason string // what is wrong with it
	Name   string // of the file that it names and that does not change here; "" where something else is wrong
	User   string // id of the user whose it is, where that is another one; else ""
	Unread bool   // it may not be read, nor perhaps be looked for
	// Variable may have given the file of that Name its name, and does not now; "" for none.
	Variable string
}

// Half reports whether the files may be half of a write that was interrupted, and another
// user, or more rights, could finish it.
func (e *JournalError) Half() bool { return e.User != "" || e.Unread }

func (e *JournalError) Error() string {
	switch {
	case e.User != "":
		return fmt.Sprintf("a write of user %s was interrupted, and files may be half of it: %q %s, and nothing was written now", e.User, e.Path, e.Reason)
	case e.Unread:
		return fmt.Sprintf("files may be half of a write that was interrupted: %q, which would say so, %s, and nothing was written now", e.Path, e.Reason)
	}
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
}

// An OutsideError is the [*FileError] about a file that is, or lies behind, a symbolic link
// which leads out of Dir, where [Store.FollowOutside] does not allow it, or about Dir itself,
// where such a link leads out of [Store.Roots].
type OutsideError struct{ FileError }

func (e *OutsideError) Unwrap() error { return &e.FileError }

func (e *FileError) Error() string { return fmt.Sprintf("%q %s", e.Name, e.Reason) }

// A TakenBackError is the failure of an Update that was given up: nothing is changed, and
// files that were replaced have their old texts again. It wraps why, which is [ErrChanged]
// where another program saved a file meanwhile, else that a file could not be replaced
// after another one was.
type TakenBackError struct {
	Name   string // of the file that could not be replaced; "" where that was seen before
	Err    error
	Kept   []Conflict // what the files were to hold, but for copies of what one of them holds
	Unkept []Unkept   // of what could not be kept of that
}

// An Unkept is a file of which what it was to hold is kept nowhere, and why.
type Unkept struct {
	Name string
	Err  error
}

func (e *TakenBackError) Error() string {
	text := e.Err.Error() + "; nothing was changed"
	if len(e.Kept) > 0 {
		text += ", and what was to be written is kept: " + list(e.Kept)
	}
	for _, u := range e.Unkept {
		text += fmt.Sprintf("; what %q was to hold could not be kept: %v", u.Name, u.Err)
	}
	return text
}

func (e *TakenBackError) Unwrap() error { return e.Err }

// An UnfinishedError is the failure of an Update after its point of no return.
// The next Update or Recover does what is left; nothing has to be repeated.
type UnfinishedError struct {
	Err     error
	Earlier bool   // it is an earlier Update that could not be finished: of the one that met it nothing is done
	Journal string // the path of the journal, where one says what is left to do; else ""
	Back    string // what failed first, where what is left is to take the change back

	// Unkept are the names of files of which what they were to hold is not kept, unless it
	// is in the journal. What they held is kept always.
	Unkept []string
}

func (e *UnfinishedError) Error() string {
	switch {
	case e.Earlier:
		return "nothing was done, as an earlier change has to be finished first and cannot be, because of this failure: " + e.Err.Error()
	case e.Back != "":
		return "the change was given up (" + e.Back + "), and the next run puts back what is left of it, because of this failure: " + e.Err.Error()
	}
	return "the change stands, and the next run does what is left of it, because of this failure: " + e.Err.Error()
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
	_, conflict := errors.AsType[*ConflictError](err)
	if !system || unfinished || conflict || errors.Is(err, ErrChanged) || errors.Is(err, ErrJournal) {
		return err
	}
	return &FailedError{err}
}

// An inTheWay is an error about the file of the user that was to change.
type inTheWay struct {
	name string
	err  error
}

func (e *inTheWay) Error() string {
	name, text := strconv.Quote(e.name), e.err.Error()
	if strings.HasPrefix(text, name) {
		return text
	}
	return name + ": " + text
}

func (e *inTheWay) Unwrap() error { return e.err }

// A ConflictError lists the files that did not get their new contents because
// somebody else changed them after the Update had been decided. They stay as
// they are; what they should have got is kept. The other files of that Update,
// which was interrupted, have their new contents. It is reported once.
type ConflictError struct{ Files []Conflict }

// A Conflict is a file that was left alone. Kept is the path of what it should
// have got, of [Store.Refused], relative to Dir and slash separated.
type Conflict struct{ Name, Kept string }

func (e *ConflictError) Error() string {
	return "not replaced, because of changes made since the interrupted write: " + list(e.Files)
}

// list names files and where what they should have got is kept.
func list(files []Conflict) string {
	var each []string
	for _, f := range files {
		each = append(each, fmt.Sprintf("%q (kept as %q)", f.Name, f.Kept))
	}
	return strings.Join(each, ", ")
}

// ignoreMissing is err unless that says that there is no such file.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
