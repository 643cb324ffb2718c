package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"mdck/internal/safefile"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
)

// What mdck keeps beside a target. Names are slash paths in the tree of the target.

// A Backup is an earlier text of a file, or a refused one.
type Backup = safefile.Backup

// An Archived is a text in the archive.
type Archived = safefile.Kept

// Backups lists the backups of a file, newest first.
func (t *Target) Backups(name string) ([]Backup, error) {
	all, err := t.kept().Backups(t.InStore(name))
	return t.backupsInTree(all), err
}

// RefusedTexts lists the texts of undone writes, newest first.
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

// Archive lists the archived texts, oldest first.
func (t *Target) Archive() ([]Archived, error) {
	all, err := t.kept().Archive()
	for i := range all {
		all[i].Path = t.InTree(all[i].Path)
	}
	return all, err
}

// ReadKept reads a backup, a refused text or an archived one.
func (t *Target) ReadKept(name string) (string, error) { return t.kept().Text(t.InStore(name)) }

// Interrupted reports whether a write of t may have been interrupted.
func (t *Target) Interrupted() bool { return keeps(t.Dir(), "txn") }

func keeps(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".mdck", name))
	return !errors.Is(err, fs.ErrNotExist)
}

// ReadMemo reads the memo called name; ok is false without one.
func (t *Target) ReadMemo(name string) (text string, ok bool, err error) {
	return t.kept().ReadMemo(name)
}

// Ledger returns the entries of the ledger, oldest first. If a line is broken, it returns the
// entries before it.
func (t *Target) Ledger() ([]claim.Entry, error) {
	if !keeps(t.Dir(), "ledger.jsonl") {
		return nil, nil
	}
	entries, err := t.kept().Ledger()
	return t.Entries(entries), err
}

// Last returns the last write of the checkpoint in the ledger, or nil.
func (t *Target) Last() (*lint.Record, error) {
	last, err := t.kept().Last(t.InStore(t.Main))
	if last == nil {
		return nil, err
	}
	return Record(claim.Entry(*last)), err
}

func (t *Target) kept() safefile.Store { return safefile.Store{Dir: t.Dir()} }

// Pending returns the files of an interrupted write in dir, or nil.
func Pending(dir string) []string {
	if !keeps(dir, "txn") {
		return nil
	}
	return safefile.Pending(dir)
}
