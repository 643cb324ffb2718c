package protocol

import (
	"io/fs"
	"slices"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// An Edit reads files and returns the change. It writes nothing.
type Edit func(read *Reader) (*Change, error)

// A Subject is the checkpoint to change.
type Subject struct {
	Target
	Files     []string // files that change together; some may not exist
	Described any      // same value as Format in [lint.Input]
	// Committed returns the main file of the last commit. ok is false if it has none.
	Committed func() (text string, ok bool, err error)
}

// A Reader is the input of an edit. Names are relative to the root of the target. Use it only while
// the edit runs, in one goroutine at a time.
type Reader struct {
	Subject
	Now  time.Time // time of the edit, in the user's time zone
	Tree fs.FS     // the current files, which may change
	// With returns Tree with other texts, by name.
	With func(texts map[string]string) fs.FS
	// Text returns the text of a file. If the file changes before the write, nothing is written.
	Text    func(name string) (text string, exists bool, err error)
	Backups func(name string) []source.Named
	// Ledger returns the records of earlier writes, oldest first. With an error, it returns those
	// that can be read.
	Ledger func() ([]claim.Entry, error)
	// Resolve follows symbolic links to an absolute path.
	Resolve func(name string) (string, error)
	// Facts returns the state of the repository at Now. It fails without a repository.
	Facts func() (claim.Facts, error)
	// Lock takes a lock and holds it until the change is made. The edit must return an error of
	// Lock; then it runs again later.
	Lock func(*Lock) error
}

// Snapshot returns Tree with fixed texts of Files and more.
func (r *Reader) Snapshot(more ...string) (fs.FS, error) {
	texts := map[string]string{}
	for _, name := range append(slices.Clone(r.Files), more...) {
		text, exists, err := r.Text(name)
		if err != nil {
			return nil, err
		}
		if exists {
			texts[name] = text
		}
	}
	return r.With(texts), nil
}

// A Change is the result of an edit.
type Change struct {
	Files   []File         // to replace, in order; removals come last
	Archive []source.Named // archived before any file is replaced; a Name is one element of a path
	Ledger  []claim.Entry
	// NoBackup lists files that need no backup, because their text is elsewhere in the change.
	NoBackup []string
	Surplus  []string // old copies to remove after the write
	Notes    []string // what the user should know, one sentence each

	Did          string // what was done, for people; "" if the elements of Files say it
	None         string // why nothing is written, one reason per line; "" if the files are up to date
	Due          string // what the protocol requires next, for people
	Recreated    string // path of a lost file that is created again and may have a backup, or ""
	Was, Version int    // versions before and after the change; equal without versions
	// Before and After are the main file before and after the change, or nil.
	Before, After Budgeted
}

// AddFile adds a file and its record for the ledger.
func (c *Change) AddFile(f File) {
	c.Files, c.Ledger = append(c.Files, f), append(c.Ledger, f.Record())
}

// A Budgeted is a parsed text with budgets.
type Budgeted interface {
	Budgets(limits schema.Limits, count func(string) int) []schema.Budget
	Savings(b schema.Budget) []schema.Saving
}

// Reported returns Files without backups.
func (c *Change) Reported() []File {
	return slices.DeleteFunc(slices.Clone(c.Files), func(f File) bool { return f.Backup })
}

// Changed reports whether the change writes any file.
func (c *Change) Changed() bool { return len(c.Files) > 0 }

// A File is a file that changes.
type File struct {
	Name   string // relative to the directory of the files
	Before string
	After  string
	Exists bool
	Gone   bool     // the file is removed
	Like   string   // a new file gets the mode and owner of this file
	Backup bool     // the file is a backup, and not reported
	Did    []string // what was done, for people; nil if another element of Files says it
}

// Record returns the entry of the ledger for f.
func (f *File) Record() claim.Entry {
	return claim.Entry{Path: f.Name, Content: claim.ContentHash(f.After)}
}

// A Kept is an earlier text to restore.
type Kept struct {
	File  string // path, or "" for an archived text
	Name  string // name for people, such as "backup 3"
	Text  string
	Force bool // restore the text even if a rule forbids it
}

// An Archived describes a text in the archive.
type Archived struct {
	Names   []string // names for the text besides its file name
	Round   *int     // nil without one
	Bullets int
	Section string         // the sections in the text, for people, such as "3 sections, A to C"
	Problem string         // why the text cannot be restored, or ""
	Parts   []source.Named // sections, named by the slugs of their titles
}

// An EmptiedError is the error for an empty file that had text. Another program may be writing it.
type EmptiedError struct{ Name string }

func (e *EmptiedError) Error() string { return e.Name + " is empty" }
