// Package lock takes the locks that keep programs from changing the same files at the same time:
// mdck's own lock ([TryFlock]), and the locks of a protocol's scripts ([Spec]). A [Wait] waits for
// either.
//
// A lock of a protocol contains the id of the process that holds it. mdck creates the lock and this
// text in one step if the file system allows it, so that the lock of a process that has ended can
// be recognized. If several processes wait for such a lock or an expired one, only one of them
// breaks it.
package lock

import (
	"errors"
	"fmt"
	"time"
)

// A Spec describes a lock that other programs also take.
type Spec struct {
	Path string // its directory must exist
	// OwnerFile is the file with the owner if the lock is a directory; "" if the lock is a file.
	OwnerFile string
	Stale     time.Duration // age at which anybody may break the lock

	// Settle is the time before a new lock is checked again, because some programs overwrite locks.
	Settle time.Duration

	// Format returns the text of a lock, and Parse parses it. Nil means [Owner.ID] and [ParseID].
	Format func(self Owner) string
	Parse  func(text string) Owner
}

// A Lock can be taken. It is safe for concurrent use.
type Lock struct {
	Spec
	Wait    time.Duration     // as [Wait.For]
	Waiting func(what string) // as [Wait.Waiting]; also called for each broken lock
	Now     func() time.Time  // nil means the system clock

	rename func(from, to string) error // nil means [RenameNew]; tests replace it
}

// A LockedError says that another process holds the lock.
type LockedError struct {
	Path   string
	Waited time.Duration
	Holder string
	Stale  time.Duration // as [Spec.Stale]; 0 if the lock ends with its process
}

func (e *LockedError) Error() string {
	if e.Waited <= 0 {
		return fmt.Sprintf("the lock %q is held by %s", e.Path, e.Holder)
	}
	return fmt.Sprintf("waited %v for the lock %q, held by %s", e.Waited, e.Path, e.Holder)
}

// ErrLost means that a lock of this process has disappeared or has another owner.
var ErrLost = errors.New("the lock was lost in the meantime")

// Hold takes the lock, and waits for it if necessary. After the wait, the error is a
// [*LockedError].
//
// still checks the lock. The caller must call release once. If the lock was lost, both return an
// [ErrLost].
//
// While the lock is held, a fatal signal takes effect after release, or after 2 s.
func (l Lock) Hold() (still, release func() error, err error) {
	var mine *sight
	l.fill()
	w := Wait{For: l.Wait, Waiting: l.Waiting, signals: catchSignals()}
	err = w.Until(func() error {
		mine, err = l.try()
		return err
	})
	if err != nil {
		w.stop()
		return nil, nil, err
	}
	l.sweep()
	restore := delay(w.signals)
	release = func() error {
		defer restore()
		return l.release(mine)
	}
	return func() error { return l.check(mine) }, release, nil
}

func (l *Lock) fill() {
	if l.Format == nil {
		l.Format = Owner.ID
	}
	if l.Parse == nil {
		l.Parse = parseProcess
	}
	if l.Waiting == nil {
		l.Waiting = func(string) {}
	}
	if l.Now == nil {
		l.Now = time.Now
	}
	if l.rename == nil {
		l.rename = RenameNew
	}
}
