package agentdir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"mdck/internal/lock"
	"mdck/internal/safefile"
	"mdck/mdcheckpoint/agents"
)

const (
	pause = 100 * time.Millisecond // in which others get our own lock
	// settle is how long after taking the lock to check that it is still there: scripts
	// write theirs without a look. Source: locks.
	settle = 100 * time.Millisecond
)

// epicLock is the protocol's lock of EPIC_README.md.
func (e *Epic) epicLock() lock.Spec {
	return lock.Spec{
		Path: filepath.Join(e.Root, filepath.FromSlash(agents.EpicLock)), Stale: agents.LockLasts, Settle: settle,
		Parse: func(text string) lock.Owner {
			l, err := agents.ParseLock(agents.EpicLock, text)
			if err != nil {
				return lock.Owner{Name: "somebody: it cannot be read: " + err.Error()}
			}
			process, _ := lock.ParseProcess(l.Process())
			return lock.Owner{Process: process, Until: l.Expires(), Kept: l.Kept(), Name: l.String()}
		},
	}
}

// DoWaiting is [Epic.Do] for what needs the protocol's lock of EPIC_README.md: where
// somebody else has it, everything is released, our own lock too, and tried again until
// the wait is over, which is a [*lock.LockedError]. So nobody who beats waits for those
// who hold the other lock.
func (e *Epic) DoWaiting(job Job, build func(*Draft) error) (made *Made, err error) {
	spec, first, begun := e.epicLock(), job.Now, time.Now()
	var found safefile.Found // by the first try: the others find nothing any more
	var locked *lock.LockedError
	w := lock.Wait{
		Path: spec.Path, For: e.Wait, Pause: pause, Stale: spec.Stale, Waiting: e.Waiting,
		Holder: func() string { return locked.Holder },
	}
	err = w.Until(func() (bool, error) {
		job.Now = first.Add(time.Since(begun))
		made, err = e.Do(job, build)
		if made.Recovered || made.Dropped {
			found = made.Found
		}
		made.Recovered, made.Dropped = found.Recovered, found.Dropped
		if failed, ok := errors.AsType[*lock.LockedError](err); ok && failed.Path == spec.Path {
			locked = failed
			return false, nil
		}
		return true, err
	})
	return made, err
}

// holdEpic takes the protocol's lock of EPIC_README.md for the primary, until the job is
// done. It does not wait, as our own lock is held already: one that somebody else has is a
// [*lock.LockedError].
func (d *Draft) holdEpic(id, operation string) error {
	if d.job.Dry {
		return nil
	}
	// A link that came with a repository could lead anywhere.
	dir := filepath.Join(d.epic.Root, agents.LockDir)
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%q is not a directory, and the lock of %s is in it", agents.LockDir, agents.EpicFile)
	}
	text, err := agents.NewLock(agents.IDOf(agents.Primary), id, operation, lock.Self().String(), d.job.Now)
	if err != nil {
		return err
	}
	begun := time.Now()
	l := lock.Lock{Spec: d.epic.epicLock(), Wait: -1, Waiting: d.epic.Waiting}
	l.Now = func() time.Time { return d.job.Now.Add(time.Since(begun)) }
	l.Format = func(lock.Process, time.Time) string { return text }
	undo, err := safefile.MakeDirs(dir)
	if err != nil {
		return err
	}
	_, release, err := l.Hold()
	if err != nil {
		undo()
		if _, system := errors.AsType[syscall.Errno](err); system { // nothing was written yet
			err = &safefile.FailedError{Err: err}
		}
		return err
	}
	d.release = func() error {
		err := release()
		if errors.Is(err, lock.ErrLost) { // it expired, and is somebody else's now
			return nil
		}
		return err
	}
	return nil
}
