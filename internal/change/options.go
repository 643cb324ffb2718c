package change

import (
	"path/filepath"
	"time"

	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// Options say how a command writes.
type Options struct {
	Command     string // such as "append"; the lock names it
	Clock       func() time.Time
	Wait        time.Duration     // for a lock; 0 means 10 s, less than 0 not at all
	Waiting     func(what string) // gets what is waited for, once that takes a second; may be nil
	FollowLinks bool              // write where a symbolic link leads out of the repository, too
	Refills     bool              // write a file that somebody emptied: the command gives it its text again
}

// For returns the writer of the files of t.
func For(t *workspace.Target, o Options) *Writer {
	w := o.writer(t.Store(o.holder(), o.Waiting))
	w.Subject.Target, w.copy = t.Target, t.Row().Copy
	if l := t.Lock(); l != nil && o.Wait != 0 {
		l.Wait, l.Waiting = o.Wait, o.Waiting
		w.Store.Also = l.Hold
	}
	return w
}

// ForFile returns the writer of a file that is not of a checkpoint. Its names are relative to
// the directory of the file, an absolute path.
func ForFile(f workspace.Finder, file string, o Options) *Writer {
	s := f.Store(filepath.Dir(file), o.holder(), filepath.Base(file))
	s.Waiting = o.Waiting
	return o.writer(s)
}

func (o *Options) writer(s safefile.Store) *Writer {
	s.Wait, s.FollowOutside, s.Refills = o.Wait, o.FollowLinks, o.Refills
	return &Writer{Store: s, Clock: o.Clock}
}

func (o *Options) holder() string { return "mdck " + o.Command }

// Recover finishes an interrupted write of the files of t and reports whether there was one.
// Where the protocol has a lock of its own, it waits neither for that nor for another mdck:
// the files are complete at each moment, so who reads them meanwhile reads nothing half
// written.
func Recover(t *workspace.Target, o Options) (Found, error) {
	s := For(t, o).Store
	if l := t.Lock(); l != nil {
		l.Wait = -1
		s.Wait, s.Also = -1, l.Hold
	}
	return s.Recover()
}

// NoteRestarted removes the memo that a restart of the context is due, if that is possible:
// the restart sequence is printed now.
func NoteRestarted(t *workspace.Target) { _ = For(t, Options{}).Forget(protocol.RestartNote) }

// Note replaces what [workspace.Target.Memo] reads. The directory .mdck has to exist, as it
// does after a write.
func (w *Writer) Note(name, text string) error { return w.Store.Note(name, text) }

// Forget removes a memo, if it exists.
func (w *Writer) Forget(name string) error { return w.Store.Forget(name) }

// MakeDir makes the directory of the files. undo removes what it made of that and is empty.
func (w *Writer) MakeDir() (undo func(), err error) {
	if err := w.Store.Allowed(); err != nil {
		return nil, err
	}
	return safefile.MakeDirs(w.Store.Dir)
}

// Create makes a file that does not exist, and the directory of the files. Nothing has to be
// kept of a new file, so it leaves no .mdck and takes no lock. It is an [ErrChanged] if
// something of that name exists.
func (w *Writer) Create(name, text string) (Found, error) {
	if err := w.Store.Allowed(); err != nil {
		return Found{}, err
	}
	return safefile.Create(w.path(name), text)
}
