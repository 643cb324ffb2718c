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

// Options control how a [Writer] writes.
type Options struct {
	Command      string            // command for the lock and the ledger, such as "append"
	Clock        func() time.Time  // called under the lock, so that times never decrease
	Wait         time.Duration     // maximum wait for a lock; 0 means 10 s, a negative value no wait
	Waiting      func(what string) // called with a message after one second of waiting; may be nil
	FollowLinks  bool              // write through links that lead out of the repository
	RestoresText bool              // write even to an emptied file, because the command restores the text
}

// For returns the writer for the files of t.
func For(t *workspace.Target, o Options) *Writer {
	w := newWriter(t.Store(), *t, o)
	if l := LockOf(t); l != nil {
		l.Wait, l.Waiting = o.Wait, o.Waiting
		w.Store.Also = l.Hold
	}
	return w
}

// ForFile returns the writer for file, an absolute path, which belongs to no checkpoint. Names in
// edits are relative to its directory.
func ForFile(f workspace.Finder, file string, o Options) *Writer {
	t := f.Target(protocol.Target{Root: filepath.Dir(file), Main: filepath.Base(file)})
	return newWriter(f.Store(t.Root, t.Main), t, o)
}

func newWriter(s safefile.Store, t workspace.Target, o Options) *Writer {
	s.Holder, s.Wait, s.Waiting = "mdck "+o.Command, o.Wait, o.Waiting
	s.FS, s.FollowOutside, s.RestoresText = safefile.OS(), o.FollowLinks, o.RestoresText
	return &Writer{Store: s, target: t, Subject: protocol.Subject{Target: t.Target, Committed: uncommitted}, Options: o}
}

func uncommitted() (text string, ok bool, err error) { return "", false, nil }

// Recover completes an interrupted write. If the protocol has a lock, Recover does not wait.
func Recover(t *workspace.Target, o Options) (Found, error) {
	if LockOf(t) != nil {
		o.Wait = -1
	}
	return For(t, o).Recover()
}

// Recover completes an interrupted write.
func (w *Writer) Recover() (Found, error) { return w.Store.Recover() }

// NoteRestarted removes the memo protocol.RestartNote. Call it when the restart sequence was
// printed.
func NoteRestarted(t *workspace.Target) { _ = For(t, Options{}).RemoveMemo(protocol.RestartNote) }

// WriteMemo writes the memo that [workspace.Target.ReadMemo] reads. .mdck must exist.
func (w *Writer) WriteMemo(name, text string) error { return w.Store.WriteMemo(name, text) }

// CreateMemo is WriteMemo, but creates .mdck if necessary.
func (w *Writer) CreateMemo(name, text string) error {
	err := w.WriteMemo(name, text)
	if errors.Is(err, fs.ErrNotExist) {
		if err = w.Store.Furnish(); err == nil {
			err = w.WriteMemo(name, text)
		}
	}
	return err
}

// RemoveMemo removes a memo if it exists.
func (w *Writer) RemoveMemo(name string) error { return w.Store.RemoveMemo(name) }

// MakeDir creates the directory of the files. undo removes what MakeDir created and what is still
// empty.
func (w *Writer) MakeDir() (undo func(), err error) {
	if err := w.Store.Allowed(); err != nil {
		return nil, err
	}
	return safefile.MakeDirs(w.Store.Dir)
}
