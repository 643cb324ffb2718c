package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
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
	refusedDir  = "refused" // made with the first text in it
)

// own is the path of a file of ours.
func (t *txn) own(name string) string { return filepath.Join(t.root, home, name) }

// makeHome makes a directory of ours, "" for .mdck itself.
func (t *txn) makeHome(name string) error {
	path := t.own(name)
	if err := t.makeDirs(path); err != nil {
		return fmt.Errorf("cannot make %q: %w", path, err)
	}
	return isDir(t.fs, path)
}

// isDir is an error if a directory of ours is something else: a link that came with a
// repository could lead anywhere. That it is not there is an [fs.ErrNotExist].
func isDir(f FS, path string) error {
	info, err := f.Lstat(path)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%q is not a directory, and mdck keeps its own files there", path)
	}
	return err
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

// readPlain reads a file that lies among ours, whoever put it there: it follows no link,
// and waits for no pipe or device.
func readPlain(f FS, path string) (string, error) {
	if err := plain(f, path); err != nil {
		return "", err
	}
	raw, err := f.ReadFile(path)
	return string(raw), err
}

// furnish makes what belongs into .mdck. The .gitignore, which keeps git out,
// comes last: if it is there, the rest is on disk, and if the user has changed
// it, it is left alone.
func (t *txn) furnish() error {
	path := t.own(ignoreName)
	if _, err := t.fs.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.made = false // somebody else has made it since we looked, and may have written
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

// unfurnish removes a .mdck again that this run made and that has nothing: what is refused, or
// makes new files only, leaves no trace. The lock goes while it is held, so that whoever waits for it sees
// that it is gone; a system that does not remove an open file keeps it.
func (t *txn) unfurnish() {
	if !t.made || !t.empty(archiveDir) || !t.empty(backupsDir) || !t.empty(refusedDir) ||
		!t.empty("", lockName, ignoreName, archiveDir, backupsDir, refusedDir) {
		return
	}
	for _, name := range [...]string{ignoreName, archiveDir, backupsDir, refusedDir, lockName, ""} { // furnish goes by the first
		if err := t.fs.Remove(t.own(name)); err != nil && !missing(err) {
			return // the rest is as good as before: the next write furnishes it
		}
	}
}

// empty reports whether a directory of ours has nothing but these in it.
func (t *txn) empty(name string, but ...string) bool {
	entries, err := t.fs.ReadDir(t.own(name))
	if err != nil {
		return missing(err)
	}
	return !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !slices.Contains(but, e.Name()) })
}

// readOwn reads a file of ours; without the file the text is empty.
func (t *txn) readOwn(name string) (text string, ok bool, err error) {
	text, err = readPlain(t.fs, t.own(name))
	return text, err == nil, ignoreMissing(err)
}
