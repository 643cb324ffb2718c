package change

import (
	"errors"
	"io/fs"

	"mdck/internal/lock"
	"mdck/internal/safefile"
)

// ErrChanged is wrapped by the error of a write that was given up because another program
// changed a file meanwhile.
var ErrChanged = safefile.ErrChanged

// Errors of a write.
type (
	UndoneError     = safefile.UndoneError     // undone, and what was to be written is kept
	UnfinishedError = safefile.UnfinishedError // the next run does the rest
	FailedError     = safefile.FailedError     // of the system, and nothing was changed
	LostError       = safefile.LostError       // made, though the lock was lost
	EmptiedError    = safefile.EmptiedError    // somebody emptied the file
	FileError       = safefile.FileError       // not to be changed here
	JournalError    = safefile.JournalError    // an interrupted write that is not followed
)

// A Found is what a write found of an earlier one that was interrupted.
type Found = safefile.Found

// Written reports whether a write was made in spite of its error, or will be by the next run.
func Written(err error) bool {
	unfinished, ok := errors.AsType[*UnfinishedError](err)
	_, lost := errors.AsType[*LostError](err)
	return ok && !unfinished.Earlier || lost
}

// Unfinishable reports whether err says why an interrupted write has to stay as it is, which
// keeps nobody from reading: the directory may not be written or leads elsewhere, the journal
// is a stranger's, or somebody else is at work on the files.
func Unfinishable(err error) bool {
	_, foreign := errors.AsType[*JournalError](err)
	_, locked := errors.AsType[*lock.LockedError](err)
	_, elsewhere := errors.AsType[*FileError](err)
	return foreign || elsewhere || locked || errors.Is(err, fs.ErrPermission)
}
