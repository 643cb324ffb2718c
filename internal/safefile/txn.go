package safefile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"mdck/internal/lock"
	"mdck/mdcheckpoint/source"
)

// A txn is one call of a method of a Store. Its Dir is absolute, with links resolved.
type txn struct {
	Store
	made    bool // this call created .mdck
	release func() error
	still   func() error    // fails if the lock of [Store.Also] is lost
	also    func() error    // releases that lock
	seen    map[string]view // name -> file as read before the change
	result  Result
	known   []string          // hashes of texts that exist elsewhere
	ready   map[string]string // path -> prepared temporary file
	dirs    []string
	keptAt  map[string]string // name -> path of the copy of the old text
	outs    []swapped         // swapped-out files, to check again
}

// unheld is still and release without a second lock.
func unheld() error { return nil }

func (s Store) begin() (*txn, error) {
	t, err := s.newTxn()
	if err != nil {
		return nil, err
	}
	if _, err := t.FS.Lstat(t.Dir); err != nil {
		return nil, fmt.Errorf("directory of the files: %w", err)
	}
	if t.release, err = t.lockHome(); err != nil {
		return nil, err
	}
	if err = t.furnish(); err == nil && s.Also != nil {
		t.still, t.also, err = s.Also()
	}
	if t.still == nil {
		t.still = unheld
	}
	if err != nil {
		t.unfurnish()
		_ = t.release() // the lock ends with the process anyway
		return nil, err
	}
	return t, nil
}

// lockHome creates .mdck and takes the lock in it. It tries again if another process removes an
// unused .mdck.
func (t *txn) lockHome() (release func() error, err error) {
	for range mostHomes {
		t.made = false
		if err = t.makeHome(""); missing(err) {
			continue
		} else if err != nil {
			return nil, err
		}
		_, _, err = t.journal()
		if e, bad := errors.AsType[*JournalError](err); bad && !e.never {
			return nil, err
		}
		if release, err = t.lock(t.inHome(lockName)); err != nil && t.made {
			_ = t.FS.Remove(t.inHome(""))
		}
		if !missing(err) {
			return release, err
		}
	}
	return nil, err
}

const mostHomes = 100

// end releases the locks. It ignores an error about our own lock, which ends with the process.
func (t *txn) end() error {
	defer func() {
		t.unfurnish()
		_ = t.release()
	}()
	err := t.also()
	if err == nil || len(t.result.Changed) == 0 {
		return nil
	}
	if !errors.Is(err, lock.ErrLost) {
		return &UnfinishedError{Err: err} // the next process removes the lock
	}
	return &LostError{err}
}

func (t *txn) old(name string) (string, bool, error) {
	v, err := t.see(name)
	return v.text, v.info != nil, err
}

func (t *txn) see(name string) (view, error) {
	if v, ok := t.seen[name]; ok {
		return v, nil
	}
	v, err := t.readFile(name)
	if err == nil {
		v, err = t.settled(name, v)
	}
	if err == nil {
		t.seen[name] = v
	}
	return v, err
}

func (t *txn) unchanged() error {
	for _, name := range slices.Sorted(maps.Keys(t.seen)) {
		if err := t.same(name, t.seen[name]); err != nil {
			return err
		}
	}
	return t.still()
}

func (t *txn) same(name string, v view) error {
	now, err := t.readFile(name)
	var shape *FileError
	if err != nil && !errors.As(err, &shape) {
		return err
	}
	if err != nil || !now.equal(v) {
		return fmt.Errorf("%q: %w", name, ErrChanged)
	}
	return nil
}

type replacement struct {
	name string
	old  view
	text string
	like string
	mode fs.FileMode // of a restored file, otherwise 0
}

// plan returns the files that c changes, those to remove last.
func (t *txn) plan(c Change) (todo []journalFile, err error) {
	var all []journalFile
	for _, f := range c.Files {
		all = append(all, journalFile{Name: f.Name, New: append([]byte{}, f.New...), Like: c.Like[f.Name]})
	}
	for _, name := range c.Gone {
		all = append(all, journalFile{Name: name})
	}
	names := map[string]string{} // by path
	for _, f := range all {
		old, err := t.see(f.Name)
		if err != nil {
			return nil, err
		}
		for _, name := range []string{f.Name, f.Like} {
			if name != "" && !t.mayChange(name) {
				return nil, &FileError{Name: name, Reason: "is not a file of this checkpoint"}
			}
		}
		if other, ok := names[old.path]; ok {
			return nil, &FileError{Name: f.Name, Reason: fmt.Sprintf("is the same file as %q of the same change", other)}
		}
		names[old.path] = f.Name
		if !old.holds(f.New) {
			todo = append(todo, f)
		}
	}
	for i := range todo {
		f := &todo[i]
		old := t.seen[f.Name]
		if above, ok := fileAbove(old.path, names); ok {
			return nil, &FileError{Name: f.Name, Reason: fmt.Sprintf("is in %q, which is a file of the same change", above)}
		}
		if old.info != nil {
			f.Old, f.Mode = append([]byte{}, old.text...), old.info.Mode().Perm()
		}
		if f.Like = t.behind(f.Like); t.behind(f.Name) != f.Name {
			f.At = t.behind(f.Name)
		}
	}
	return todo, nil
}

func fileAbove(path string, names map[string]string) (name string, ok bool) {
	for dir := filepath.Dir(path); !ok && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		name, ok = names[dir]
	}
	return name, ok
}

func (t *txn) write(c Change) error {
	todo, err := t.plan(c)
	if err != nil || len(todo)+len(c.Archive) == 0 {
		t.cleanDir(t.inHome("")) // left by a [Store.WriteMemo] that was killed
		return err
	}
	l, err := t.ledgerEnd(ledgerPart)
	if err != nil {
		return err
	}
	j := journal{todo, t.entries(c), l.offset + int64(len(whole(l.text)))}
	if err := t.unchanged(); errors.Is(err, ErrChanged) {
		return t.keepRefused(j, err)
	} else if err != nil {
		return err
	}
	t.clean(j)
	fresh, err := t.archive(c.Archive, j.narrow())
	if err == nil {
		err = t.backUp(j, &c)
	}
	switch {
	case err != nil:
		return err
	case len(todo) > 0:
		return t.commit(j)
	case fresh:
		return t.appendEntries(j.Ledger, j.LedgerSize)
	}
	return nil
}

func (t *txn) backUp(j journal, c *Change) error {
	for i, f := range j.Files {
		if f.Old == nil {
			continue
		}
		if slices.Contains(c.Kept, f.Name) {
			t.keptAt[f.Name] = cmp.Or(t.copyOf(f.Old, j.Files[:i]), t.archivedText(c, f.Old))
		}
		if t.keptAt[f.Name] != "" {
			continue
		}
		path, err := t.copyTo(backupsDir, f.Name, string(f.Old), t.seen[f.Name].attributes())
		if err != nil {
			return fmt.Errorf("back up %q: %w", f.Name, err)
		}
		t.keptAt[f.Name] = t.at(path)
		t.result.Backups = append(t.result.Backups, path)
	}
	return nil
}

func (t *txn) copyOf(text []byte, files []journalFile) string {
	for _, f := range files {
		if f.Old == nil && f.New != nil && string(f.New) == string(text) {
			path, _ := t.find(f.place())
			return path
		}
	}
	return ""
}

func (t *txn) archivedText(c *Change, text []byte) string {
	i := slices.IndexFunc(c.Archive, func(a source.Named) bool { return a.Text == string(text) })
	if i < 0 {
		return ""
	}
	return t.at(t.result.Archived[i])
}
