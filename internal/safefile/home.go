package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// What a Store keeps beside its files.
const (
	home        = ".mdck"
	gitDir      = ".git" // what is in it may be run
	lockName    = "lock"
	journalName = "txn"
	asideName   = "txn.aside"
	ledgerName  = "ledger.jsonl"
	ignoreName  = ".gitignore"
	backupsDir  = "backups"
	archiveDir  = "archive"
)

// own is the path of a file of ours.
func (t *txn) own(name string) string { return filepath.Join(t.root, home, name) }

// makeHome makes a directory of ours, "" for .mdck itself.
func (t *txn) makeHome(name string) error {
	path := t.own(name)
	if err := t.makeDirs(path); err != nil {
		return fmt.Errorf("cannot make %q: %w", path, err)
	}
	// A link that came with a repository could lead anywhere.
	info, err := t.fs.Lstat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%q is not a directory, and mdck keeps its own files there", path)
	}
	return nil
}

// plain is an error if there is something other than a file at path.
func plain(f FS, path string) error {
	info, err := f.Lstat(path)
	if err != nil {
		return ignoreMissing(err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%q is not a file, and mdck keeps its own data there", path)
	}
	return nil
}

// furnish makes what belongs into .mdck. The .gitignore, which keeps git out,
// comes last: if it is there, the rest is on disk, and if the user has changed
// it, it is left alone.
func (t *txn) furnish() error {
	path := t.own(ignoreName)
	if _, err := t.fs.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, name := range []string{backupsDir, archiveDir} {
		if err := t.makeHome(name); err != nil {
			return err
		}
	}
	if err := t.syncUp(t.own("")); err != nil {
		return err
	}
	_, err := t.put(path, "*\n", attributes{}, nil)
	return err
}

// readOwn reads a file of ours; without the file the text is empty.
func (t *txn) readOwn(name string) (text string, ok bool, err error) {
	path := t.own(name)
	if err := plain(t.fs, path); err != nil {
		return "", false, err
	}
	raw, err := t.fs.ReadFile(path)
	return string(raw), err == nil, ignoreMissing(err)
}
