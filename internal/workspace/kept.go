package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"mdck/internal/safefile"
	"mdck/mdcheckpoint/claim"
)

// What mdck keeps beside the files of a target. Names are slash paths of the target.

// A Backup is a text that a file had before a write, or that a write was to give it.
type Backup = safefile.Backup

// An Archived is a text in the archive.
type Archived = safefile.Kept

// Backups lists the backups of a file, newest first.
func (t *Target) Backups(name string) ([]Backup, error) {
	all, err := t.kept().Backups(t.InStore(name))
	return t.backupsInTree(all), err
}

// RefusedTexts lists what a file was to hold and did not get, newest first.
func (t *Target) RefusedTexts(name string) ([]Backup, error) {
	all, err := t.kept().Refused(t.InStore(name))
	return t.backupsInTree(all), err
}

func (t *Target) backupsInTree(all []Backup) []Backup {
	for i := range all {
		all[i].Path = t.InTree(all[i].Path)
	}
	return all
}

// Archive lists the texts of the archive, oldest first.
func (t *Target) Archive() ([]Archived, error) {
	all, err := t.kept().Archive()
	for i := range all {
		all[i].Path = t.InTree(all[i].Path)
	}
	return all, err
}

// KeptText reads a backup, a refused text or one of the archive.
func (t *Target) KeptText(name string) (string, error) { return t.kept().Text(t.InStore(name)) }

// Interrupted reports whether there may be a write of the files of t that was interrupted.
func (t *Target) Interrupted() bool { return keeps(t.Dir(), "txn") }

// keeps reports whether there is something of that name in the .mdck of a directory, as far as
// a look at the name tells.
func keeps(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".mdck", name))
	return !errors.Is(err, fs.ErrNotExist)
}

// Memo reads what a command has noted under a plain name; ok is false if it has noted nothing.
func (t *Target) Memo(name string) (text string, ok bool, err error) { return t.kept().Memo(name) }

// Ledger returns what the ledger records, oldest first. Beside an error about a line it returns
// the entries before that.
func (t *Target) Ledger() ([]claim.Entry, error) {
	if !keeps(t.Dir(), "ledger.jsonl") {
		return nil, nil
	}
	entries, err := t.kept().Ledger()
	return t.Entries(entries), err
}

// Last returns the last line of the ledger about the checkpoint; nil if there is none.
func (t *Target) Last() (*claim.Entry, error) {
	last, err := t.kept().Last(t.InStore(t.Main))
	if last == nil {
		return nil, err
	}
	return &t.Entries([]safefile.Entry{*last})[0], err
}

func (t *Target) kept() safefile.Store { return safefile.Store{Dir: t.Dir()} }

// Pending returns the names of the files that an interrupted write in a directory is about;
// nil without one.
func Pending(dir string) []string {
	if !keeps(dir, "txn") {
		return nil
	}
	return safefile.Pending(dir)
}
