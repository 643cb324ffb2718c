package protocol

import (
	"io/fs"
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
}

// A Change is what an edit makes. It does nothing by itself.
type Change struct {
	Files  []File
	Ledger []Entry
	Notes  []string // what the user should know, a sentence each
}

// Changed reports whether there is something to write.
func (c *Change) Changed() bool { return len(c.Files) > 0 }

// A File is a file that changes.
type File struct {
	Name   string // a slash path, relative to the directory of the files
	Before string
	After  string
	Exists bool     // before the change
	Did    []string // what was done, for people
}

// An Entry is what the ledger records of one file that changes.
type Entry struct {
	Path    string // the Name of the file
	Content string // the hash of its new contents without white space
}
