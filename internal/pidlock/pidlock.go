// Package pidlock takes the lock that tools of the plan family put on the state of a
// project: a file beside it that can be made once, and holds the number of the process
// that made it. They and mdck exclude each other. A lock that is older than ten seconds
// was left behind, and is broken; one that mdck made is broken at once where its process
// is gone. Source: GSD (state).
package pidlock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"mdck/internal/patience"
	"mdck/internal/process"
)

// Suffix is what the name of a lock has behind that of its file.
const Suffix = ".lock"

// How long a lock is waited for and how long it holds, and how often it is looked at.
// Source: GSD, but for the first, which is that of all locks of mdck.
const (
	defaultWait = 10 * time.Second
	stale       = 10 * time.Second
	poll        = 200 * time.Millisecond
)

// A Lock is the lock of a file.
type Lock struct {
	Path string        // of the lock
	Wait time.Duration // how long to wait; 0 means 10 s, less than 0 not at all
	// Waiting is told what is waited for, once that takes a second or a signal ends it;
	// nil is not.
	Waiting func(what string)

	write func(*os.File) error // the seam for full disks; nil means writeOwn
}

// A LockedError says that somebody else had the lock all the time.
type LockedError struct {
	Path   string
	Waited time.Duration
	Holder string // what the lock says, for people
}

func (e *LockedError) Error() string {
	return fmt.Sprintf("waited %v for the lock %q, held by process %q", e.Waited, e.Path, e.Holder)
}

// Take takes the lock, or waits for it; waiting too long is a [*LockedError]. Whoever got
// it calls release once, which leaves a lock alone that is another's by now.
func (l Lock) Take() (release func() error, err error) {
	wait := l.Wait
	if wait == 0 {
		wait = defaultWait
	}
	patient := patience.Wait{For: l.what, Tell: l.Waiting}
	defer patient.End()
	for deadline := time.Now().Add(wait); ; {
		made, err := l.try()
		if made || err != nil {
			return l.release, err
		}
		broke, err := l.breakStale()
		left := time.Until(deadline)
		switch {
		case err != nil:
			return nil, err
		case broke:
		case left <= 0:
			return nil, &LockedError{l.Path, max(wait, 0), l.shown()}
		default:
			patient.Sleep(min(left, poll))
		}
	}
}

// ErrLost is that the lock is another's by now, or gone.
var ErrLost = errors.New("the lock is no longer held")

// Hold is Take that also gives still, which fails with [ErrLost] once the lock is not
// ours any more.
func (l Lock) Hold() (still, release func() error, err error) {
	release, err = l.Take()
	return l.still, release, err
}

func (l Lock) still() error {
	if l.holder() != own() {
		return fmt.Errorf("%q: %w", l.Path, ErrLost)
	}
	return nil
}

// own is what a lock of this process holds: its number, as the tools write it, and behind
// it what tells later whether it is gone.
func own() string { return process.Self().String() }

// left reports whether the lock names a process that is gone.
func (l Lock) left() bool {
	id, ok := process.Parse(l.holder())
	return ok && id.Gone()
}

// what says what is waited for.
func (l Lock) what() string { return fmt.Sprintf("the lock %q, held by process %q", l.Path, l.shown()) }

// shown is who has the lock, for people.
func (l Lock) shown() string {
	holder := l.holder()
	if id, ok := process.Parse(holder); ok {
		return fmt.Sprintf("%d on %s", id.PID, id.Host)
	}
	return holder
}

// try makes the lock; false if it is there.
func (l Lock) try() (bool, error) {
	f, err := os.OpenFile(l.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	write := l.write
	if write == nil {
		write = writeOwn
	}
	if err = errors.Join(write(f), f.Close()); err != nil {
		return false, errors.Join(err, os.Remove(l.Path))
	}
	return true, nil
}

func writeOwn(f *os.File) error {
	_, err := f.WriteString(own())
	return err
}

// breakStale takes a lock away that was left behind, and reports whether to try again.
func (l Lock) breakStale() (bool, error) {
	old, err := os.Lstat(l.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil || old.IsDir() || time.Since(old.ModTime()) < stale && !l.left() {
		return false, err
	}
	return l.takeAway(old)
}

// takeAway removes the lock old, and reports whether to try again. It is moved first: of
// several who wait, one gets it, and a lock that was made meanwhile is put back.
func (l Lock) takeAway(old fs.FileInfo) (bool, error) {
	aside := fmt.Sprintf("%s.%d.broken", l.Path, os.Getpid())
	if err := os.Rename(l.Path, aside); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return true, nil
		}
		return false, err
	}
	if moved, err := os.Lstat(aside); err == nil && !os.SameFile(old, moved) {
		_ = os.Link(aside, l.Path) // if another lock is there by now, that one holds
	}
	return true, os.Remove(aside)
}

// holder is who the lock says that has it.
func (l Lock) holder() string {
	info, err := os.Lstat(l.Path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 200 {
		return "unknown"
	}
	text, _ := os.ReadFile(l.Path) // what cannot be read names nobody
	if said := strings.Join(strings.Fields(string(text)), " "); said != "" {
		return said
	}
	return "unknown"
}

// release gives the lock back, if it is still ours; that it cannot be taken away is a
// [*patience.LeftError].
func (l Lock) release() error {
	if l.holder() != own() {
		return nil
	}
	if err := os.Remove(l.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &patience.LeftError{Err: err}
	}
	return nil
}
