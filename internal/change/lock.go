package change

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"syscall"
	"time"

	"mdck/internal/lock"
	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// take takes the lock of an edit. It does not wait, because the attempt holds mdck's own lock.
func (t *attempt) take(l *protocol.Lock) error {
	held := lockOf(l, t.w.target.Root)
	// A symbolic link could lead out of the repository.
	if info, err := os.Lstat(filepath.Dir(held.Path)); err == nil && !info.IsDir() {
		return fmt.Errorf("%q is not a directory; the lock %q requires a directory",
			path.Dir(l.Path), l.Path)
	}
	begun := time.Now()
	held.Wait, held.Waiting = -1, t.w.Store.Waiting
	held.Now = func() time.Time { return t.now.Add(time.Since(begun)) }
	undo, err := safefile.MakeDirs(filepath.Dir(held.Path))
	if err != nil {
		return err
	}
	_, release, err := held.Hold()
	if err != nil {
		undo()
		if _, locked := errors.AsType[*lock.LockedError](err); locked {
			t.locked = err
		}
		if _, system := errors.AsType[syscall.Errno](err); system { // nothing has been written yet
			err = &safefile.FailedError{Err: err}
		}
		return err
	}
	t.release = func() error {
		err := release()
		if errors.Is(err, lock.ErrLost) { // the lock expired and now belongs to another process
			return nil
		}
		return err
	}
	return nil
}

// LockOf returns the lock that other programs take before they change the files of t, or nil.
func LockOf(t *workspace.Target) *lock.Lock {
	of := t.Row().Lock
	if of == nil {
		return nil
	}
	l := of(t.Target)
	if l == nil {
		return nil
	}
	return lockOf(l, t.Root)
}

func lockOf(l *protocol.Lock, root string) *lock.Lock {
	at := filepath.Join(root, filepath.FromSlash(l.Path))
	spec := lock.Spec{Path: at, OwnerFile: l.OwnerFile, Stale: l.Stale, Settle: l.Settle}
	if l.Format != nil {
		spec.Format = func(self lock.Owner) string { return l.Format(protocol.LockOwner(self)) }
	}
	if l.Parse != nil {
		spec.Parse = func(text string) lock.Owner { return lock.Owner(l.Parse(text)) }
	}
	return &lock.Lock{Spec: spec}
}
