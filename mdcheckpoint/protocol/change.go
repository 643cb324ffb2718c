package protocol

import (
	"io/fs"
	"slices"
	"time"
)

// A Reader is what an edit reads. Names are slash paths, relative to the directory of the
// files. It may be used only while the edit runs, and by one goroutine at a time.
type Reader struct {
	Now  time.Time // of the edit, in the zone of the user
	Tree fs.FS     // the files as they are at each moment
	// With returns Tree with these texts in place of its files.
	With func(texts map[string]string) fs.FS
	// Text returns the text of a file, and false if it does not exist. The change is not
	// made if another program changes the file before the write.
	Text func(name string) (text string, exists bool, err error)
	// Backups and Refused return the copies that were kept of a file, newest first: of its
	// contents before a write, and of contents that were not written.
	Backups, Refused func(name string) []Text
	// Resolve returns the slash path, from the root of the file system, of the file or
	// directory that a name leads to through symbolic links.
	Resolve func(name string) (string, error)
	// Lock takes a lock until the change is made. If somebody else has it, the edit has to
	// return the error of Lock, and runs again later. A preview takes no lock.
	Lock func(Lock) error
}

// A Text is a text under a name.
type Text struct{ Name, Text string }

// A Lock is a lock file that other programs of the protocol honour.
type Lock struct {
	Path   string        // slash path
	File   string        // the file that it protects, for messages
	Stale  time.Duration // age from which anybody may break it
	Settle time.Duration // how long after taking it to check that it still exists
	// Text returns what the lock file contains if this process holds it, and Parse reads one
	// of anybody.
	Text  func(process string) (string, error)
	Parse func(text string) LockOwner
}

// A LockOwner is who holds a lock, as its text says.
type LockOwner struct {
	Process string    // as Text was given it; "" if not known
	Until   time.Time // when it expires; zero means Stale after it was created
	Kept    bool      // it does not expire
	Name    string    // for messages
}

// A Change is what an edit makes. It does nothing by itself.
type Change struct {
	Files   []File // replaced in this order; those that are gone are removed last
	Archive []Text // kept before anything is replaced; a Name is one element of a path
	Ledger  []Entry
	// Kept are names of files that need no backup, because their contents are those of an
	// earlier one of Files or of Archive.
	Kept    []string
	Surplus []string // old copies to remove after the write, if that is possible
	Notes   []string // what the user should know, a sentence each
}

// Reported returns Files without backups.
func (c *Change) Reported() []File {
	return slices.DeleteFunc(slices.Clone(c.Files), func(f File) bool { return f.Backup })
}

// Changed reports whether there is something to write.
func (c *Change) Changed() bool { return len(c.Files) > 0 }

// A File is a file that changes.
type File struct {
	Name   string // a slash path, relative to the directory of the files
	Before string
	After  string
	Exists bool     // before the change
	Gone   bool     // it is removed
	Like   string   // the name of the file whose mode and owner a new one gets; "" for none
	Backup bool     // of another file
	Did    []string // what was done, for people; nil if the line of another file says it
}

// An Entry is what the ledger records of one file that changes.
type Entry struct {
	Path    string // the Name of the file
	Content string // the hash of its new contents without white space
}
