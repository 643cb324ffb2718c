package safefile

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

func (t *txn) install(r replacement, check func() error) error {
	dir := filepath.Dir(r.old.path)
	if _, err := t.makeDirs(dir); err != nil {
		return err
	}
	temp, err := t.filled(r)
	if err == nil {
		err = check()
	}
	var done bool
	var lost []string
	if err == nil {
		lost = t.lost(r, temp)
		done, err = t.exchange(temp, r)
	}
	if !done {
		_ = t.FS.Remove(temp) // or clean removes it later
		return err
	}
	t.result.Changed = append(t.result.Changed, r.name)
	t.result.Lost = append(t.result.Lost, lost...)
	if err == nil && r.old.info == nil {
		// The parents may be new and not flushed, too.
		return t.syncUp(dir)
	}
	return first(err, t.FS.SyncDir(dir))
}

func (t *txn) attributesOf(r replacement) (attributes, error) {
	switch {
	case r.old.info != nil:
		return r.old.attributes(), nil
	case r.like != "":
		model, err := t.readFile(r.like)
		a := model.attributes()
		a.mode &= plainFile
		return a, err
	case r.mode != 0:
		return attributes{kept: true, mode: r.mode & plainFile}, nil
	}
	return attributes{}, nil
}

func (t *txn) removeFile(r replacement, check func() error) error {
	if err := check(); err != nil {
		return err
	}
	if err := t.vanish(r); err != nil {
		return err
	}
	t.result.Changed = append(t.result.Changed, r.name)
	return first(t.FS.SyncDir(filepath.Dir(r.old.path)), t.unlink(r.name))
}

// unlink removes the link to a removed file, which would block a new file.
func (t *txn) unlink(name string) error {
	path := t.at(name)
	info, err := t.FS.Lstat(path)
	if err != nil || info.Mode().Type() != fs.ModeSymlink {
		return ignoreMissing(err)
	}
	if _, err := t.FS.Resolve(path); !missing(err) {
		return err
	}
	return first(t.FS.Remove(path), t.FS.SyncDir(filepath.Dir(path)))
}

func (t *txn) syncUp(dir string) error {
	for {
		if err := t.FS.SyncDir(dir); err != nil {
			return err
		}
		rel, err := filepath.Rel(t.Dir, dir)
		if err != nil || rel == "." || !filepath.IsLocal(rel) {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

// All new files are on disk before the decision, because a full disk must be noticed before a
// replacement.

// prepare writes the new files of j as temporary files. After an error, call [txn.unprepare].
func (t *txn) prepare(j journal) error {
	if len(j.Ledger) > 0 { // a decided change needs the ledger
		f, err := t.FS.OpenFile(t.inHome(ledgerName), os.O_WRONLY, newFile)
		if err == nil {
			err = f.Close()
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for i := range j.Files {
		f := &j.Files[i]
		if f.New == nil {
			continue
		}
		r := f.replaced(t.seen[f.Name], f.New)
		made, err := t.makeDirs(filepath.Dir(r.old.path))
		t.dirs = append(t.dirs, made...)
		if err != nil {
			return err
		}
		temp, err := t.filled(r)
		t.ready[r.old.path] = temp
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *txn) unprepare() {
	for _, path := range slices.Sorted(maps.Keys(t.ready)) {
		_ = t.FS.Remove(t.ready[path]) // or clean removes it later
	}
	t.removeDirs(t.dirs)
	t.ready, t.dirs = map[string]string{}, nil
}

// filled returns a temporary file with the text of r. After an error, the file may be incomplete.
func (t *txn) filled(r replacement) (temp string, err error) {
	if temp, ok := t.ready[r.old.path]; ok {
		delete(t.ready, r.old.path)
		return temp, nil
	}
	temp = t.tempName(r.old.path)
	a, err := t.attributesOf(r)
	if err == nil {
		err = t.fill(temp, r.text, a)
	}
	return temp, err
}
