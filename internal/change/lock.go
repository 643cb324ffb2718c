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
	"mdck/mdcheckpoint/protocol"
)

// take takes the lock that an edit asks for, until the attempt is over. It does not wait, as
// our own lock is held already: a lock that somebody else has is a [*lock.LockedError].
func (t *attempt) take(l protocol.Lock) error {
	// A link that came with a repository could lead anywhere.
	dir := t.w.path(path.Dir(l.Path))
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%q is not a directory, and the lock of %s is in it", path.Dir(l.Path), l.File)
	}
	text, err := l.Text(lock.Self().String())
	if err != nil {
		return err
	}
	begun := time.Now()
	held := lock.Lock{Spec: spec(l, t.w.path(l.Path)), Wait: -1, Waiting: t.w.Store.Waiting}
	held.Now = func() time.Time { return t.now.Add(time.Since(begun)) }
	held.Format = func(lock.Process, time.Time) string { return text }
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
		if _, system := errors.AsType[syscall.Errno](err); system { // nothing was written yet
			err = &safefile.FailedError{Err: err}
		}
		return err
	}
	t.release = func() error {
		err := release()
		if errors.Is(err, lock.ErrLost) { // it expired, and is somebody else's now
			return nil
		}
		return err
	}
	return nil
}

func spec(l protocol.Lock, path string) lock.Spec {
	return lock.Spec{
		Path: path, Stale: l.Stale, Settle: l.Settle,
		Parse: func(text string) lock.Owner {
			o := l.Parse(text)
			process, _ := lock.ParseProcess(o.Process)
			return lock.Owner{Process: process, Until: o.Until, Kept: o.Kept, Name: o.Name}
		},
	}
}
