package safefile

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// A journal, or a link named like a checkpoint, may come from a stranger. So mdck never follows a
// journal through a link.

// behind resolves the links in name if the Store may change the file behind them; otherwise it
// returns name.
func (t *txn) behind(name string) string {
	if name == "" {
		return ""
	}
	path, err := t.find(name)
	if err != nil {
		return name
	}
	rel, err := filepath.Rel(t.Dir, path)
	if at := filepath.ToSlash(rel); err == nil && t.mayChange(at) {
		return at
	}
	return name
}

// trusted returns a [*JournalError] unless the Store may change the files of f and reaches them
// without links.
func (t *txn) trusted(f journalFile) error {
	names := []string{f.Name, f.place()}
	if f.Like != "" {
		names = append(names, f.Like)
	}
	for _, name := range names {
		if !t.mayChange(name) {
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
			return t.distrust("refers to %q through a symbolic link, which mdck does not follow", name)
		}
	}
	info, err := t.FS.Lstat(t.at(at))
	if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&^plainFile != 0 {
		return t.distrust("names %q, which is executable", at)
	}
	return nil
}

func (t *txn) distrust(format string, args ...any) *JournalError {
	return &JournalError{Path: t.inHome(journalName), Reason: fmt.Sprintf(format, args...)}
}

// linked reports whether the path from Dir to name contains a link to an existing file.
func (t *txn) linked(name string) (bool, error) {
	real, err := t.follow(name, t.at(name))
	if _, nowhere := errors.AsType[*FileError](err); nowhere {
		return false, nil
	}
	return !strings.EqualFold(real, t.at(name)), err
}
