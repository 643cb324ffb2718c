package protocol

import (
	"io/fs"
	"slices"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
)

// An Edit reads files and returns the change to make. It writes nothing.
type Edit func(read *Reader) (*Change, error)

// A Subject is the checkpoint that an edit changes.
type Subject struct {
	Target
	Files     []string // files that change together; some may not exist
	Described any      // same value as Format in [lint.Input]
	// Committed returns the text of the main file in the last commit. ok is false if the commit
	// does not contain the file.
	Committed func() (text string, ok bool, err error)
}

// A Reader gives an edit its input. Names are paths with slashes, relative to the root of the
// target. A Reader is valid only while the edit runs, and only for one goroutine at a time.
type Reader struct {
	Subject
	Now  time.Time // time of the edit, in the user's time zone
	Tree fs.FS     // the current files; they may change between two reads
	With func(texts map[string]string) fs.FS
	// Text returns the text of a file. exists is false if there is no such file. If another program
	// changes the file after this call, nothing is written.
	Text    func(name string) (text string, exists bool, err error)
	Backups func(name string) []Text
	// Ledger returns the records of earlier writes, oldest first. If an entry is broken, it returns
	// the entries before it and an error.
	Ledger func() ([]claim.Entry, error)
	// Resolve follows symbolic links. It returns the path of the file or directory called name,
	// with slashes, from the root of the file system.
	Resolve func(name string) (string, error)
	// Facts returns the state of the repository at Now. It does not consider the files of the
	// subject. It returns an error if there is no repository or git does not answer.
	Facts func() (claim.Facts, error)
	// Lock takes a lock that is held until the change is made. If another process has the lock,
	// Lock returns an error, which the edit must return. Then the edit runs again later. A preview
	// takes no lock.
	Lock func(*Lock) error
}

// Snapshot returns the tree, but the texts of some files are fixed. These are the Files of the
// subject and the files in more. Their texts are the results of Text.
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

type Text struct{ Name, Text string }

// A Change describes the writes of an edit. It does nothing by itself.
type Change struct {
	Files   []File // files to replace, in this order; removals come last
	Archive []Text // texts to archive before any file is replaced; each Name is one element of a path
	Ledger  []claim.Entry
	// Kept has the names of files that need no backup. Their text is already in an earlier element
	// of Files or in Archive.
	Kept    []string
	Surplus []string // old copies to remove after the write, if possible
	Notes   []string // what the user should know, one sentence each

	Did          string // description of the change, for people; "" if the elements of Files have it
	None         string // why nothing is written, one reason per line; "" if the files are up to date
	Due          string // what the protocol requires next, for people
	Recreated    string // path with slashes of a lost file that is created again, although mdck may have a backup of it; otherwise ""
	Was, Version int    // versions of the checkpoint before and after the change; equal if the protocol has no versions
	// Before and After are the main file before and after the change. Both are nil for a file
	// without budgets and for a file that does not change.
	Before, After Budgeted
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
	Name   string // path with slashes, relative to the directory of the files
	Before string
	After  string
	Exists bool
	Gone   bool
	Like   string // name of the file whose mode and owner a new file gets, or ""
	Backup bool
	Did    []string // description of the change, for people; nil if another element of Files has it
}

// A Kept is an earlier text to restore.
type Kept struct {
	File  string // path with slashes of the file that had the text; "" for an archived text
	Name  string // name of the text for people, such as "backup 3"
	Text  string
	Force bool // restore the text even if a rule about earlier texts forbids it
}

// An Archived describes a text in the archive.
type Archived struct {
	Names   []string // names of the text for the user, in addition to its file name
	Round   *int     // number of the round; nil if the text is not a round
	Bullets int
	Section string // text about the sections for a list, such as "3 sections, A to C"; "" for a round
	Problem string // why the text cannot be restored, or ""
	Parts   []Text // sections of the text, named by the slugs of their titles
}

// An EmptiedError reports a file that is empty although a record shows that it had text. Another
// program may be writing the file.
type EmptiedError struct{ Name string }

func (e *EmptiedError) Error() string { return e.Name + " is empty" }
