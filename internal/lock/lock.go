// Package lock takes the locks that keep several programs from changing the same files at
// the same time: mdck's own ([TryFlock]), and those of a protocol's scripts, which a
// [Spec] describes. [Wait] waits for either.
//
// A lock of a protocol names its process. It appears together with that name in one step
// where the file system can do so, so the lock of a process that has ended is always
// recognized. Of those who wait for such a lock, or for one that is too old, one breaks it.
package lock

import (
	"errors"
	"fmt"
	"time"
)

// A Spec describes a lock that programs other than mdck take, too.
type Spec struct {
	Path string // the directory that contains it must exist
	// OwnerFile is the name of the file that names the owner in a lock that is a directory, which
	// its holder creates and removes as mkdir and rmdir do; "" for a lock that is a file.
	OwnerFile string
	Stale     time.Duration // age from which anybody may break the lock

	// Settle is how long after creating the lock to check that it is still there, for
	// programs that overwrite a lock without a look; 0 does not check.
	Settle time.Duration

	// Format is the text of a lock that this process takes, and Parse reads one of
	// anybody. By default the text is that of [Owner.ID], or just a process id.
	Format func(self Owner) string
	Parse  func(text string) Owner
}

// A Lock is a lock that can be taken. It has no state, so many goroutines may use it.
type Lock struct {
	Spec
	Wait    time.Duration     // as [Wait.For]
	Waiting func(what string) // as [Wait.Waiting]; gets each lock that was broken, too, and why
	Now     func() time.Time  // the clock for locks that expire; nil is that of the system

	rename func(from, to string) error // nil is [RenameNew]; a test has one that cannot do it
}

// A LockedError says that somebody else has the lock, or had it all the time.
type LockedError struct {
	Path   string
	Waited time.Duration
	Holder string
	Stale  time.Duration // as [Spec.Stale]; 0 is a lock that ends with its process
}

func (e *LockedError) Error() string {
	if e.Waited <= 0 {
		return fmt.Sprintf("the lock %q is held by %s", e.Path, e.Holder)
	}
	return fmt.Sprintf("waited %v for the lock %q, held by %s", e.Waited, e.Path, e.Holder)
}

// ErrLost is wrapped by errors about a lock that was taken and is somebody else's now, or
// is gone.
var ErrLost = errors.New("the lock was lost in the meantime")

// Hold takes the lock, or waits for it; waiting too long is a [*LockedError]. A signal
// that ends the process does so while it waits; once the lock is held, after release.
// still is an [ErrLost] if the lock is not held any more. release has to be called once;
// its error is an [ErrLost], or says that the lock is left: its process will be gone, so the next
// one who needs it breaks it.
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

// fill sets the defaults.
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
