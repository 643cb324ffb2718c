package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"mdck/internal/lock"
)

const (
	home        = ".mdck"
	gitDir      = ".git" // files in it may be executed
	lockName    = "lock"
	journalName = "txn"
	asideName   = "txn.aside"
	ledgerName  = "ledger.jsonl"
	ignoreName  = ".gitignore"
	backupsDir  = "backups"
	archiveDir  = "archive"
	refusedDir  = "refused" // created when needed
)

//go:noinline
func (s Store) inHome(name string) string { return filepath.Join(s.Dir, home, name) }

//go:noinline
func (s Store) at(rel string) string { return filepath.Join(s.Dir, filepath.FromSlash(rel)) }

func (t *txn) makeHome(name string) error {
	path := t.inHome(name)
	made, err := t.makeDirs(path)
	t.made = t.made || err == nil && slices.Contains(made, t.inHome(""))
	if err != nil {
		return fmt.Errorf("cannot create %q: %w", path, err)
	}
	return t.checkType(path, fs.ModeDir)
}

// checkType returns an error if the file at path, in .mdck, is not of the type want (0 for a regular
// file). The error may be [fs.ErrNotExist].
func (s Store) checkType(path string, want fs.FileMode) error {
	info, err := s.fs().Lstat(path)
	switch {
	case err != nil || info.Mode().Type() == want:
		return err
	case want == fs.ModeDir:
		return fmt.Errorf("%q is not a directory; mdck keeps its own files there", path)
	}
	return fmt.Errorf("%q is not a file; mdck keeps its own data there", path)
}

// readOurs reads a file in .mdck, which a stranger may have created.
func (s Store) readOurs(path string) (string, error) {
	if err := s.checkType(path, 0); err != nil {
		return "", err
	}
	raw, err := s.fs().ReadFile(path)
	return string(raw), err
}

func (s Store) listOurs(name string) (entries []fs.DirEntry, err error) {
	if err = s.checkType(s.inHome(""), fs.ModeDir); err == nil {
		err = s.checkType(s.inHome(name), fs.ModeDir)
	}
	if err == nil {
		entries, err = s.fs().ReadDir(s.inHome(name))
	}
	return entries, ignoreMissing(err)
}

// furnish creates the contents of .mdck, the .gitignore last. If it exists, the rest is on disk.
func (t *txn) furnish() error {
	path := t.inHome(ignoreName)
	if _, err := t.FS.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.made = false // another process has created .mdck after our check
		return err
	}
	for _, name := range []string{backupsDir, archiveDir} {
		if err := t.makeHome(name); err != nil {
			return err
		}
	}
	if err := t.syncUp(t.inHome("")); err != nil {
		return err
	}
	_, err := t.put(path, "*\n", attributes{}, nil)
	return err
}

// unfurnish removes the .mdck that this call created if it has no data, so that a refused Update
// leaves nothing. The caller holds the lock.
func (t *txn) unfurnish() {
	parts := []string{backupsDir, archiveDir, refusedDir, ignoreName, lockName}
	entries, err := t.FS.ReadDir(t.inHome(""))
	other := func(e fs.DirEntry) bool { return !slices.Contains(parts, e.Name()) }
	if !t.made || err != nil || slices.ContainsFunc(entries, other) {
		return
	}
	for _, name := range append(parts, "") {
		if err := t.FS.Remove(t.inHome(name)); err != nil && !missing(err) {
			return // not empty, or the next write creates what is missing
		}
	}
}

func (s Store) lock(name string) (release func() error, err error) {
	if err := ignoreMissing(s.checkType(name, 0)); err != nil {
		return nil, err
	}
	w := lock.Wait{For: s.Wait, Waiting: s.Waiting}
	err = w.Until(func() error {
		release, err = s.fs().TryLock(name, s.Holder)
		return err
	})
	return release, err
}
