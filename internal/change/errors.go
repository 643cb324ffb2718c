package change

import (
	"errors"
	"io/fs"

	"mdck/internal/lock"
	"mdck/internal/safefile"
)

// ErrChanged is wrapped by the error of a write that was aborted because another program changed a
// file meanwhile.
var ErrChanged = safefile.ErrChanged

// Errors of a write.
type (
	UndoneError     = safefile.UndoneError     // undone; the new texts are kept
	UnfinishedError = safefile.UnfinishedError // the next run completes the write
	FailedError     = safefile.FailedError     // error of the system; nothing was changed
	LostError       = safefile.LostError       // written, although the lock was lost
	EmptiedError    = safefile.EmptiedError    // another program emptied the file
	FileError       = safefile.FileError       // the file must not be changed here
	JournalError    = safefile.JournalError    // an interrupted write that cannot be completed
)

// A Found is the result for an earlier interrupted write.
type Found = safefile.Found

// Written reports whether, despite err, a write was made or will be completed by the next run.
func Written(err error) bool {
	unfinished, ok := errors.AsType[*UnfinishedError](err)
	_, lost := errors.AsType[*LostError](err)
	return ok && !unfinished.Earlier || lost
}

// Unfinishable reports whether err is a reason not to complete an interrupted write, but to
// continue reading. The reasons are: the directory is not writable or leads elsewhere, the journal
// cannot be trusted, or another process holds the lock.
func Unfinishable(err error) bool {
	_, foreign := errors.AsType[*JournalError](err)
	_, locked := errors.AsType[*lock.LockedError](err)
	_, elsewhere := errors.AsType[*FileError](err)
	return foreign || elsewhere || locked || errors.Is(err, fs.ErrPermission)
}
