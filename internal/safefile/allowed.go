package safefile

import (
	"fmt"
	"io/fs"
	"path/filepath"
)

// A folder of a checkpoint may itself be a link, and have come with a repository. So
// where it may lead is judged by the directories above it as it was found, and before
// anything is made there.

// Allowed is an error if nothing may be written in Dir, which need not be there: the links
// on the way lead out of [Store.Roots], a [*FileError] that is Outside, which [Store.FollowOutside]
// lifts, or into a .mdck or .git, a [*FileError] that nothing lifts. It makes nothing.
func (s Store) Allowed() error {
	_, err := s.look()
	return err
}

// look is a txn that holds no lock and may write nothing.
func (s Store) look() (*txn, error) {
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

// Try calls change as Update does, and writes nothing: its errors are those with which Update
// refuses what change wants, or what it finds in Dir. It takes no lock and needs no right to write.
func (s Store) Try(change func(old Old) (Change, error)) error {
	t, err := s.look()
	if err != nil {
		return err
	}
	for _, name := range []string{"", backupsDir, archiveDir} {
		if err := t.isOurs(t.own(name), fs.ModeDir); err != nil && !missing(err) {
			return err
		}
	}
	c, err := change(t.old)
	if err == nil {
		_, err = t.plan(c)
	}
	return err
}

// allows is Allowed of dir, which is at real without links.
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
			continue // it is Dir itself, and no link
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
	return &FileError{Name: dir, Reason: "leads into a " + home + " or " + gitDir}
}
