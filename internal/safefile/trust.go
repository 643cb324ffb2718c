package safefile

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// A journal may have come with a repository of a stranger, and so may a link: one that
// bears the name of a checkpoint and leads to a file which git or npm put there, with
// its right to be run. So a write through a link is journalled under the name of the
// file that it leads to, and what is found in a journal is done to no link.

// behind is the name of the file that name leads to by symbolic links, if that may
// change here too, else name: what is written under it is not finished after a crash.
func (t *txn) behind(name string) string {
	if name == "" {
		return ""
	}
	path, err := t.find(name)
	if err != nil {
		return name
	}
	rel, err := filepath.Rel(t.Dir, path)
	if at := filepath.ToSlash(rel); err == nil && t.mine(at) {
		return at
	}
	return name
}

// trusted is a [*JournalError] unless f is about files that change here and are
// themselves what their names say.
func (t *txn) trusted(f journalFile) error {
	names := []string{f.Name, f.place()}
	if f.Like != "" {
		names = append(names, f.Like)
	}
	for _, name := range names {
		if !t.mine(name) {
			err := t.distrust("names %q, which is not a file of this checkpoint", name)
			err.Name = name
			return err
		}
	}
	at := f.place()
	for _, name := range []string{at, f.Like, path.Dir(f.Name)} {
		if linked, err := t.linked(name); err != nil {
			return err
		} else if linked {
			return t.distrust("refers to %q through a symbolic link; mdck does not finish an interrupted write through links", name)
		}
	}
	info, err := t.FS.Lstat(t.at(at))
	if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&^plainFile != 0 {
		return t.distrust("names %q, which is executable; expected a file that is not", at)
	}
	return nil
}

// distrust is the error of our journal; format has verbs for args.
func (t *txn) distrust(format string, args ...any) *JournalError {
	return &JournalError{Path: t.own(journalName), Reason: fmt.Sprintf(format, args...)}
}

// linked reports whether the way from Dir to the file called name, which need not exist, leads
// through a symbolic link. One that leads nowhere does not count: nothing is put there, and what
// should be is kept.
func (t *txn) linked(name string) (bool, error) {
	real, err := t.follow(name, t.at(name))
	if _, nowhere := errors.AsType[*FileError](err); nowhere {
		return false, nil
	}
	return !strings.EqualFold(real, t.at(name)), err
}
