package protocol

import (
	"io/fs"
	"slices"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
)

// An Edit returns the change to make of what it reads. It writes nothing.
type Edit func(read *Reader) (*Change, error)

// A Subject is the checkpoint that an edit is about.
type Subject struct {
	Target
	Files     []string // those that change together, whether or not they exist
	Described any      // as Format in [lint.Input]
	// Committed returns the text that the last commit has of the main file, and false if it
	// has none.
	Committed func() (text string, ok bool, err error)
}

// A Reader is what an edit reads. Names are slash paths, relative to the root of the target.
// It may be used only while the edit runs, and by one goroutine at a time.
type Reader struct {
	Subject
	Now  time.Time // of the edit, in the zone of the user
	Tree fs.FS     // the files as they are at each moment
	// With returns Tree with these texts in place of its files.
	With func(texts map[string]string) fs.FS
	// Text returns the text of a file, and false if it does not exist. The change is not
	// made if another program changes the file before the write.
	Text func(name string) (text string, exists bool, err error)
	// Backups returns the copies that were kept of a file before a write, newest first.
	Backups func(name string) []Text
	// Ledger returns what is recorded of earlier writes, oldest first. Beside an error it
	// returns the entries before the broken one.
	Ledger func() ([]claim.Entry, error)
	// Resolve returns the slash path, from the root of the file system, of the file or
	// directory that a name leads to through symbolic links.
	Resolve func(name string) (string, error)
	// Facts returns the state of the repository at Now, without the files of the subject. An error
	// means that there is none, or that git does not answer.
	Facts func() (claim.Facts, error)
	// Lock takes a lock until the change is made. If somebody else has it, the edit has to
	// return the error of Lock, and runs again later. A preview takes no lock.
	Lock func(*Lock) error
}

// Snapshot returns the tree with the Files of the subject, and more, as Text gives them.
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

// A Text is a text under a name.
type Text struct{ Name, Text string }

// A Change is what an edit makes. It does nothing by itself.
type Change struct {
	Files   []File // replaced in this order; those that are gone are removed last
	Archive []Text // kept before anything is replaced; a Name is one element of a path
	Ledger  []claim.Entry
	// Kept are names of files that need no backup, because their contents are those of an
	// earlier one of Files or of Archive.
	Kept    []string
	Surplus []string // old copies to remove after the write, if that is possible
	Notes   []string // what the user should know, a sentence each

	Did          string // what was done, for people; "" if the Files say it
	None         string // why there is nothing to write, a line each; "" if the files hold it all already
	Due          string // what the protocol asks for next, for people
	Anew         string // slash path of a lost file that is made again, of which there may be a backup; "" for none
	Was, Version int    // of the checkpoint, before and after; equal if it has none
	// Before and After are the main file as it was read and as it would be read; nil if it
	// has no budgets or does not change.
	Before, After Budgeted
}

// A Budgeted is a text that was read, with budgets.
type Budgeted interface {
	// Budgets returns what the text uses of its limits.
	Budgets(limits schema.Limits, count func(string) int) []schema.Budget
	// Savings returns what could go to keep b.
	Savings(b schema.Budget, count func(string) int) []schema.Saving
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

// A Kept is an earlier text that is to come back.
type Kept struct {
	File  string // slash path of the file that it was; "" for an archived text
	Name  string // for people, such as "backup 3"
	Text  string
	Force bool // even if a rule about what is kept speaks against it
}

// An Archived says what a text in the archive is.
type Archived struct {
	Names   []string // by which the user may ask for it, besides that of its file
	Round   *int     // of a text that is a round; nil for any other
	Bullets int      // of the round
	Section string   // which sections any other has, for people
	Problem string   // why it cannot come back; "" if it can
	Parts   []Text   // its sections, under the slugs of their titles
}

// An EmptiedError says that a file is empty, and a record says that it should not be:
// another program may be writing it just now.
type EmptiedError struct{ Name string }

func (e *EmptiedError) Error() string { return e.Name + " is empty" }
