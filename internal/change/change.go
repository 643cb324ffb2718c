// Package change makes edits of checkpoint files on disk: lock, read, edit, write, as one
// transaction. It knows no protocol: an edit is a function that a protocol provides, and it
// returns what to write as data.
package change

import (
	"errors"
	"path"
	"path/filepath"
	"time"

	"mdck/internal/lock"
	"mdck/internal/safefile"
	"mdck/internal/spelling"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// A Writer makes edits of the files of one directory.
type Writer struct {
	Store   safefile.Store
	Subject protocol.Subject
	Options

	target workspace.Target // whose Root is that of the names of an edit
	// copy adds to a change the copies that the protocol keeps; nil if it keeps none.
	copy func(*protocol.Reader, *protocol.Change) error
}

// A Made is an edit that was made.
type Made struct {
	*protocol.Change
	Backups  []string // slash paths of the backups of files that were replaced
	Archived []string // those of the texts of Archive
	Found             // of an earlier write
}

// pause is the time between two tries to take the lock of an edit. Meanwhile others get
// our own lock.
const pause = 100 * time.Millisecond

// Update makes an edit and writes the change as one transaction. What it writes is read
// back before it gets its name.
//
// It returns an error of edit unchanged, and then nothing is written; other errors are those
// of [safefile.Store.Update]. If somebody else has the lock that edit asks for, Update
// releases everything and tries again until the wait of the Store is over, which is a
// [*lock.LockedError]. Beside an error, Made has only what was found of an earlier write.
func (w *Writer) Update(edit protocol.Edit) (made *Made, err error) {
	var found *Found // by the first try: the others find nothing any more
	var first, begun time.Time
	wait := lock.Wait{For: w.Store.Wait, Pause: pause, Waiting: w.Store.Waiting}
	_ = wait.Until(func() error {
		t := &attempt{w: w, clock: w.Clock}
		if !begun.IsZero() {
			t.clock = func() time.Time { return first.Add(time.Since(begun)) }
		}
		made, err = t.update(edit)
		if found == nil {
			found = &made.Found
		}
		made.Recovered, made.Dropped = found.Recovered, found.Dropped
		made.Undone, made.Aside = found.Undone, found.Aside
		if t.locked != nil && begun.IsZero() {
			first, begun = t.now, time.Now()
		}
		return t.locked
	})
	return made, err
}

// An attempt is one try to make an edit.
type attempt struct {
	w     *Writer
	clock func() time.Time
	now   time.Time // of the edit

	release func() error // of the lock that the edit asked for; nil if it is not held
	locked  error        // a [*lock.LockedError] about that lock; nil if nobody else has it
}

func (t *attempt) update(edit protocol.Edit) (*Made, error) {
	store, made := t.w.Store, &protocol.Change{}
	result, err := store.Update(func(old safefile.Old) (safefile.Change, error) {
		t.now = t.clock().Local()
		change, err := t.w.edited(edit, t.w.reader(t.now, t.w.below(old), t.take))
		if err != nil {
			return safefile.Change{}, err
		}
		made = change
		return t.w.stored(change, t.now), nil
	})
	if t.release != nil {
		if failed := t.release(); err == nil && failed != nil {
			err = &safefile.UnfinishedError{Err: failed} // the lock is left, and the next who needs it breaks it
		}
	}
	if err != nil {
		return &Made{Change: &protocol.Change{}, Found: result.Found}, err
	}
	t.w.prune(made.Surplus)
	return &Made{made, t.w.inTree(result.Backups), t.w.inTree(result.Archived), result.Found}, nil
}

// Preview returns what [Writer.Update] would make of the files as they are now, or why it would
// refuse to. It writes nothing and takes no lock.
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

// unlocked takes no lock.
func unlocked(*protocol.Lock) error { return nil }

// edited returns what an edit makes of what it reads, with the copies that the protocol keeps.
func (w *Writer) edited(edit protocol.Edit, read *protocol.Reader) (*protocol.Change, error) {
	made, err := edit(read)
	if err == nil && w.copy != nil {
		err = w.copy(read, made)
	}
	if e, ok := errors.AsType[*protocol.EmptiedError](err); ok {
		err = &safefile.EmptiedError{Name: path.Base(e.Name), Path: w.target.File(e.Name)}
	}
	return made, err
}

// Look returns what an edit would read now.
func (w *Writer) Look() *protocol.Reader {
	return w.reader(w.Clock().Local(), w.text, unlocked)
}

// stored converts a change to that of the store.
func (w *Writer) stored(c *protocol.Change, now time.Time) safefile.Change {
	s := safefile.Change{Like: map[string]string{}}
	for _, name := range c.Kept {
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
	for _, a := range c.Archive {
		s.Archive = append(s.Archive, safefile.Archived{Name: a.Name, Text: a.Text})
	}
	for _, e := range c.Ledger {
		e.Path, e.Command = w.target.InStore(e.Path), w.Command
		e.Time = now.UTC().Format(spelling.TimeLayout)
		s.Ledger = append(s.Ledger, safefile.Entry(e))
	}
	return s
}

// prune removes copies. One that stays is one for the next time.
func (w *Writer) prune(names []string) {
	for _, name := range names {
		if w.isBelow(filepath.Dir(filepath.FromSlash(name))) {
			_ = w.fs().Remove(w.target.File(name))
		}
	}
}

// isBelow reports whether a directory is reached without links: one that came with a
// repository could lead anywhere.
func (w *Writer) isBelow(dir string) bool {
	for ; dir != "."; dir = filepath.Dir(dir) {
		if info, err := w.fs().Lstat(filepath.Join(w.target.Root, dir)); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// inTree returns the slash paths of names in the Store.
func (w *Writer) inTree(names []string) []string {
	for i := range names {
		names[i] = w.target.InTree(names[i])
	}
	return names
}

// below returns old for slash paths.
func (w *Writer) below(old safefile.Old) safefile.Old {
	return func(name string) (string, bool, error) { return old(w.target.InStore(name)) }
}

func (w *Writer) fs() safefile.FS {
	if w.Store.FS == nil {
		return safefile.OS()
	}
	return w.Store.FS
}
