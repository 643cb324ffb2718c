package change

import (
	"errors"
	"io/fs"

	"mdck/internal/lock"
	"mdck/internal/safefile"
)

// ErrChanged means that another program changed a file during the write.
var ErrChanged = safefile.ErrChanged

type (
	UndoneError     = safefile.UndoneError     // the write was undone; the new texts are kept
	UnfinishedError = safefile.UnfinishedError // the next run will complete the write
	FailedError     = safefile.FailedError     // a system call failed; nothing was changed
	LostError       = safefile.LostError       // the write is complete, but its lock was lost
	EmptiedError    = safefile.EmptiedError    // another program emptied the file
	FileError       = safefile.FileError       // mdck must not change this file
	JournalError    = safefile.JournalError    // an interrupted write cannot be completed
)

// A Found describes what happened to an interrupted write.
type Found = safefile.Found

// Written reports whether files have changed or will change in spite of err.
func Written(err error) bool {
	unfinished, ok := errors.AsType[*UnfinishedError](err)
	_, lost := errors.AsType[*LostError](err)
	return ok && !unfinished.Earlier || lost
}

// Unfinishable reports whether files can be read although, because of err, an interrupted write
// cannot be completed.
func Unfinishable(err error) bool {
	_, foreign := errors.AsType[*JournalError](err)
	_, locked := errors.AsType[*lock.LockedError](err)
	_, elsewhere := errors.AsType[*FileError](err)
	return foreign || elsewhere || locked || errors.Is(err, fs.ErrPermission)
}
