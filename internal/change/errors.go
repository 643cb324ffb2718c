package change

import (
	"errors"
	"io/fs"

	"mdck/internal/lock"
	"mdck/internal/safefile"
)

// ErrChanged means that a write was aborted because another program changed a file meanwhile.
var ErrChanged = safefile.ErrChanged

type (
	UndoneError     = safefile.UndoneError     // the write was undone; the new texts are kept
	UnfinishedError = safefile.UnfinishedError // the next run will complete the write
	FailedError     = safefile.FailedError     // a system call failed; nothing was changed
	LostError       = safefile.LostError       // the write is complete, although the lock was lost
	EmptiedError    = safefile.EmptiedError    // another program emptied the file
	FileError       = safefile.FileError       // the file must not be changed
	JournalError    = safefile.JournalError    // an interrupted write cannot be completed
)

// A Found is the result for an earlier interrupted write.
type Found = safefile.Found

// Written reports whether a write was made in spite of err, or the next run will complete it.
func Written(err error) bool {
	unfinished, ok := errors.AsType[*UnfinishedError](err)
	_, lost := errors.AsType[*LostError](err)
	return ok && !unfinished.Earlier || lost
}

// Unfinishable reports whether err means that an interrupted write cannot be completed, but files
// can be read. The directory may not be writable, or may lead elsewhere. The journal may not be
// trusted. Another process may hold the lock.
func Unfinishable(err error) bool {
	_, foreign := errors.AsType[*JournalError](err)
	_, locked := errors.AsType[*lock.LockedError](err)
	_, elsewhere := errors.AsType[*FileError](err)
	return foreign || elsewhere || locked || errors.Is(err, fs.ErrPermission)
}
