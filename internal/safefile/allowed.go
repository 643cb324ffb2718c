package safefile

import (
	"fmt"
	"io/fs"
	"path/filepath"
)

// The directory may be a link that came with a repository. So a Store checks the directory before
// it writes.

// Allowed returns a [*FileError] if nothing may be written in Dir. Its Outside is set if links lead
// out of [Store.Roots].
func (s Store) Allowed() error {
	_, err := s.newTxn()
	return err
}

func (s Store) newTxn() (*txn, error) {
	dir, err := filepath.Abs(s.Dir)
	if err != nil {
		return nil, err
	}
	s.FS = s.fs()
	t := &txn{Store: s, also: unheld, seen: map[string]view{}, ready: map[string]string{}, keptAt: map[string]string{}}
	if t.Dir, err = t.follow(dir, dir); err != nil {
		return nil, err
	}
	return t, s.allows(t.Dir, dir)
}

// Try calls change as Update does, but writes nothing and takes no lock.
func (s Store) Try(change func(old Old) (Change, error)) error {
	t, err := s.newTxn()
	if err != nil {
		return err
	}
	for _, name := range []string{"", backupsDir, archiveDir} {
		if err := t.checkType(t.inHome(name), fs.ModeDir); err != nil && !missing(err) {
			return err
		}
	}
	c, err := change(t.old)
	if err == nil {
		_, err = t.plan(c)
	}
	return err
}

// allows returns the error of Allowed. real is dir with links resolved.
func (s Store) allows(real, dir string) error {
	if private(real) && !private(dir) {
		return intoPrivate(dir)
	}
	if s.Roots == nil {
		return nil
	}
	for _, root := range s.Roots() {
		above, err := s.fs().Resolve(root)
		if missing(err) {
			continue // only Dir can be missing
		}
		if err != nil {
			return fmt.Errorf("parent directory of the files: %w", err)
		}
		rel, err := filepath.Rel(above, real)
		inside := err == nil && filepath.IsLocal(rel)
		way, err := filepath.Rel(root, dir)
		straight := err == nil && way == rel
		switch {
		case inside && !straight && private(rel):
			return intoPrivate(dir)
		case !inside && !s.FollowOutside:
			return &FileError{Name: dir, Reason: fmt.Sprintf("leads to %q, which is not below %q", real, above), Outside: true}
		}
	}
	return nil
}

func intoPrivate(dir string) error {
	return &FileError{Name: dir, Reason: "leads into a directory " + home + " or " + gitDir}
}
