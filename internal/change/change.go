// Package change edits checkpoint files on disk: it locks, reads, edits and writes in one
// transaction. An edit is a function of a protocol that returns the changes as data.
package change

import (
	"errors"
	"path"
	"path/filepath"
	"time"

	"mdck/internal/lock"
	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// A Writer edits the files in one directory.
type Writer struct {
	Store   safefile.Store
	Subject protocol.Subject
	Options

	target workspace.Target // names in an edit are paths below target.Root
}

// A Made is the result of an edit.
type Made struct {
	*protocol.Change
	Backups  []string // slash paths of the backups
	Archived []string // slash paths of the files that received archived texts
	Found
}

// pause is the time between two tries to take the lock that an edit requires.
const pause = 100 * time.Millisecond

// Update makes an edit in one transaction.
//
// An error of edit is returned unchanged, and nothing is written. Other errors are those of
// [safefile.Store.Update], and [*lock.LockedError] after the wait. After an error, made describes
// only what happened to an earlier write.
func (w *Writer) Update(edit protocol.Edit) (made *Made, err error) {
	var found Found // by all tries
	wait := lock.Wait{For: w.Store.Wait, Pause: pause, Waiting: w.Store.Waiting}
	_ = wait.Until(func() error {
		t := &attempt{w: w}
		made, err = t.update(edit)
		found.Add(made.Found)
		return t.locked
	})
	made.Found = found
	return made, err
}

type attempt struct {
	w   *Writer
	now time.Time

	release func() error // releases the lock of the edit; nil if not held
	locked  error        // [*lock.LockedError] about that lock
}

func (t *attempt) update(edit protocol.Edit) (*Made, error) {
	store, made := t.w.Store, &protocol.Change{}
	result, err := store.Update(func(old safefile.Old) (safefile.Change, error) {
		t.now = t.w.Clock().Local()
		change, err := t.w.edited(edit, t.w.reader(t.now, t.w.below(old), t.take))
		if err != nil {
			return safefile.Change{}, err
		}
		made = change
		return t.w.stored(change, t.now), nil
	})
	if t.release != nil {
		if failed := t.release(); err == nil && failed != nil {
			err = &safefile.UnfinishedError{Err: failed} // the next process removes the lock
		}
	}
	if err != nil {
		return &Made{Change: &protocol.Change{}, Found: result.Found}, err
	}
	t.w.prune(made.Surplus)
	return &Made{made, t.w.inTree(result.Backups), t.w.inTree(result.Archived), result.Found}, nil
}

// Preview returns what [Writer.Update] would return now. It writes nothing.
func (w *Writer) Preview(edit protocol.Edit) (*Made, error) {
	made := &Made{}
	return made, w.Store.Try(func(old safefile.Old) (_ safefile.Change, err error) {
		now := w.Clock().Local()
		if made.Change, err = w.edited(edit, w.reader(now, w.below(old), unlocked)); err != nil {
			return safefile.Change{}, err
		}
		return w.stored(made.Change, now), nil
	})
}

func unlocked(*protocol.Lock) error { return nil }

func (w *Writer) edited(edit protocol.Edit, read *protocol.Reader) (*protocol.Change, error) {
	made, err := edit(read)
	if addCopies := w.target.Row().Copy; err == nil && addCopies != nil {
		err = addCopies(read, made)
	}
	if e, ok := errors.AsType[*protocol.EmptiedError](err); ok {
		err = &safefile.EmptiedError{Name: path.Base(e.Name), Path: w.target.File(e.Name)}
	}
	return made, err
}

// Reader returns the reader that an edit would get.
func (w *Writer) Reader() *protocol.Reader {
	return w.reader(w.Clock().Local(), w.text, unlocked)
}

func (w *Writer) stored(c *protocol.Change, now time.Time) safefile.Change {
	s := safefile.Change{Like: map[string]string{}, Archive: c.Archive}
	for _, name := range c.NoBackup {
		s.Kept = append(s.Kept, w.target.InStore(name))
	}
	for _, f := range c.Files {
		name := w.target.InStore(f.Name)
		if f.Gone {
			s.Gone = append(s.Gone, name)
			continue
		}
		s.Files = append(s.Files, safefile.File{Name: name, New: f.After})
		if f.Like != "" {
			s.Like[name] = w.target.InStore(f.Like)
		}
	}
	for _, e := range c.Ledger {
		e.Path, e.Command = w.target.InStore(e.Path), w.Command
		e.Time = now.UTC().Truncate(time.Second)
		s.Ledger = append(s.Ledger, safefile.Entry(e))
	}
	return s
}

// prune removes backups. It ignores errors, because the next write tries again.
func (w *Writer) prune(names []string) {
	for _, name := range names {
		if w.isBelow(filepath.Dir(filepath.FromSlash(name))) {
			_ = w.Store.FS.Remove(w.target.File(name))
		}
	}
}

// isBelow reports whether dir is reached without symbolic links, which could lead out of the
// repository.
func (w *Writer) isBelow(dir string) bool {
	for ; dir != "."; dir = filepath.Dir(dir) {
		if info, err := w.Store.FS.Lstat(filepath.Join(w.target.Root, dir)); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

func (w *Writer) inTree(names []string) []string {
	for i := range names {
		names[i] = w.target.InTree(names[i])
	}
	return names
}

func (w *Writer) below(old safefile.Old) safefile.Old {
	return func(name string) (string, bool, error) { return old(w.target.InStore(name)) }
}
