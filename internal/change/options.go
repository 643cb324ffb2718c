package change

import (
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// Options say how a command writes.
type Options struct {
	Command     string            // such as "append", for the lock and the ledger
	Clock       func() time.Time  // is asked under the lock, so that no later write has an earlier time
	Wait        time.Duration     // for a lock; 0 means 10 s, less than 0 not at all
	Waiting     func(what string) // gets what is waited for, once that takes a second; may be nil
	FollowLinks bool              // write where a symbolic link leads out of the repository, too
	Refills     bool              // write a file that somebody emptied: the command gives it its text again
}

// For returns the writer of the files of t.
func For(t *workspace.Target, o Options) *Writer {
	w := newWriter(t.Store(), *t, o)
	w.copy = t.Row().Copy
	if l := LockOf(t); l != nil {
		l.Wait, l.Waiting = o.Wait, o.Waiting
		w.Store.Also = l.Hold
	}
	return w
}

// ForFile returns the writer of a file that is not of a checkpoint. Its names are relative to
// the directory of the file, an absolute path.
func ForFile(f workspace.Finder, file string, o Options) *Writer {
	t := f.Target(protocol.Target{Root: filepath.Dir(file), Main: filepath.Base(file)})
	return newWriter(f.Store(t.Root, t.Main), t, o)
}

func newWriter(s safefile.Store, t workspace.Target, o Options) *Writer {
	s.Holder, s.Wait, s.Waiting = "mdck "+o.Command, o.Wait, o.Waiting
	s.FollowOutside, s.Refills = o.FollowLinks, o.Refills
	return &Writer{Store: s, target: t, Subject: protocol.Subject{Target: t.Target, Committed: uncommitted}, Options: o}
}

// uncommitted is the last commit for who asks no git: it has no text.
func uncommitted() (text string, ok bool, err error) { return "", false, nil }

// Recover finishes an interrupted write of the files of t. Where the protocol has a lock of its
// own, it waits neither for that nor for another mdck: the files are complete at each moment, so
// who reads them meanwhile reads nothing half written.
func Recover(t *workspace.Target, o Options) (Found, error) {
	if LockOf(t) != nil {
		o.Wait = -1
	}
	return For(t, o).Recover()
}

// Recover finishes an interrupted write. Without one it takes no lock.
func (w *Writer) Recover() (Found, error) { return w.Store.Recover() }

// NoteRestarted removes the memo that a restart of the context is due, if that is possible:
// the restart sequence is printed now.
func NoteRestarted(t *workspace.Target) { _ = For(t, Options{}).Forget(protocol.RestartNote) }

// Note replaces what [workspace.Target.Memo] reads. The directory .mdck has to exist, as it
// does after a write.
func (w *Writer) Note(name, text string) error { return w.Store.Note(name, text) }

// FirstNote is Note, and makes .mdck if it does not exist.
func (w *Writer) FirstNote(name, text string) error {
	err := w.Note(name, text)
	if errors.Is(err, fs.ErrNotExist) {
		if err = w.Store.Furnish(); err == nil {
			err = w.Note(name, text)
		}
	}
	return err
}

// Forget removes a memo, if it exists.
func (w *Writer) Forget(name string) error { return w.Store.Forget(name) }

// MakeDir makes the directory of the files. undo removes what it made of that and is empty.
func (w *Writer) MakeDir() (undo func(), err error) {
	if err := w.Store.Allowed(); err != nil {
		return nil, err
	}
	return safefile.MakeDirs(w.Store.Dir)
}
