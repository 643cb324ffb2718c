package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"mdck/internal/lock"
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
func (s Store) own(name string) string { return filepath.Join(s.Dir, home, name) }

// at is the path of a file by its name relative to Dir, slash separated.
func (s Store) at(rel string) string { return filepath.Join(s.Dir, filepath.FromSlash(rel)) }

// makeHome makes a directory of ours, "" for .mdck itself.
func (t *txn) makeHome(name string) error {
	path := t.own(name)
	made, err := t.makeDirs(path)
	t.made = t.made || err == nil && slices.Contains(made, t.own(""))
	if err != nil {
		return fmt.Errorf("cannot create %q: %w", path, err)
	}
	return t.isOurs(path, fs.ModeDir)
}

// isOurs is an error if what has the path of a file of ours is not of the type want, 0 for a plain
// file: a link that came with a repository could lead anywhere. That it does not exist is an
// [fs.ErrNotExist].
func (s Store) isOurs(path string, want fs.FileMode) error {
	info, err := s.fs().Lstat(path)
	switch {
	case err != nil || info.Mode().Type() == want:
		return err
	case want == fs.ModeDir:
		return fmt.Errorf("%q is not a directory; mdck keeps its own files there", path)
	}
	return fmt.Errorf("%q is not a file; mdck keeps its own data there", path)
}

// readOurs reads a file that lies among ours, whoever put it there: it follows no link,
// and waits for no pipe or device.
func (s Store) readOurs(path string) (string, error) {
	if err := s.isOurs(path, 0); err != nil {
		return "", err
	}
	raw, err := s.fs().ReadFile(path)
	return string(raw), err
}

// listOurs lists a directory of ours; one that does not exist is empty.
func (s Store) listOurs(name string) (entries []fs.DirEntry, err error) {
	if err = s.isOurs(s.own(""), fs.ModeDir); err == nil {
		err = s.isOurs(s.own(name), fs.ModeDir)
	}
	if err == nil {
		entries, err = s.fs().ReadDir(s.own(name))
	}
	return entries, ignoreMissing(err)
}

// furnish makes what belongs into .mdck. The .gitignore, which keeps git out,
// comes last: if it is there, the rest is on disk, and if the user has changed
// it, it is left alone.
func (t *txn) furnish() error {
	path := t.own(ignoreName)
	if _, err := t.FS.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
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
	parts := []string{backupsDir, archiveDir, refusedDir, ignoreName, lockName}
	entries, err := t.FS.ReadDir(t.own(""))
	other := func(e fs.DirEntry) bool { return !slices.Contains(parts, e.Name()) }
	if !t.made || err != nil || slices.ContainsFunc(entries, other) {
		return
	}
	for _, name := range append(parts, "") {
		if err := t.FS.Remove(t.own(name)); err != nil && !missing(err) {
			return // a folder has something, or the next write furnishes what is left
		}
	}
}

// lock waits for the lock of the file called name.
func (s Store) lock(name string) (release func() error, err error) {
	if err := ignoreMissing(s.isOurs(name, 0)); err != nil {
		return nil, err
	}
	w := lock.Wait{For: s.Wait, Waiting: s.Waiting}
	err = w.Until(func() error {
		release, err = s.fs().TryLock(name, s.Holder)
		return err
	})
	return release, err
}
