// Package dirlock takes the lock of a track: a directory, made to take the lock and
// removed to give it back. Shell scripts do the same with mkdir and rmdir, so mdck
// and they exclude each other.
//
// A lock of ours holds a file that says who has it, and appears and goes with that
// file in one step, where the system can do so: whenever the process ends, the lock
// is not there, or names a process that is gone. Such a lock, and one that is too
// old, is broken by one of those who wait for it, however many they are.
//
// A signal that would end the process does so once the lock is given back.
package dirlock

import (
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"mdck/internal/patience"
	"mdck/mdcheckpoint/loop"
)

// defaultWait is that of the locks of package safefile.
const defaultWait = 10 * time.Second

// Pauses between two looks: short at first, since most who hold the lock give it back
// soon. One who takes it again at once leaves it free for a millisecond or two: the
// ten looks a second of the protocol would miss that for a long time.
const (
	firstPoll = time.Millisecond
	lastPoll  = 16 * time.Millisecond
)

// A Lock is a lock that can be taken. It has no state, so many goroutines may use it.
type Lock struct {
	Path string             // of the directory; the one that it lies in must be there
	Wait time.Duration      // how long to wait; 0 means 10 s, less than 0 not at all
	Poll time.Duration      // how long between two looks; 0 means 1 ms at first, up to 24 ms
	Told func(broke string) // is told of a lock that was broken, and why; nil is not
	// Waiting is told what is waited for, once that takes a second or a signal ends it;
	// nil is not.
	Waiting func(what string)

	move func(from, to string) error // the seam for systems; nil means moveNew
}

// A LockedError says that somebody else had the lock all the time.
type LockedError struct {
	Path   string
	Waited time.Duration
	Held   loop.Lock // as it was seen last
}

func (e *LockedError) Error() string {
	text := fmt.Sprintf("waited %v for the lock %q, held by %s", e.Waited, e.Path, e.Held.Holder())
	if e.Waited <= 0 {
		text = fmt.Sprintf("the lock %q is held by %s", e.Path, e.Held.Holder())
	}
	if !e.Held.Known && !e.Held.Since.IsZero() {
		text += ", since " + e.Held.Since.UTC().Format(loop.TimeLayout)
	}
	return text
}

// Take takes the lock, or waits for it; waiting too long is a [*LockedError]. Whoever
// got it calls release once, which fails if the lock was lost meanwhile: it is
// broken when it gets older than [loop.LockStale].
func (l Lock) Take() (release func() error, err error) {
	_, release, err = l.Hold()
	return release, err
}

// Hold is Take for who wants to know, before a write, whether the lock is held yet:
// still is an [ErrLost] if it is not.
func (l Lock) Hold() (still, release func() error, err error) {
	h := newHeld(l.Path, l.move, l.interrupted)
	if err := l.take(h); err != nil {
		h.stop()
		return nil, nil, err
	}
	sweep(l.Path, h.host)
	return h.still, h.release, nil
}

// take tries until the lock is taken, or time is up.
func (l Lock) take(h *held) error {
	wait := l.Wait
	if wait == 0 {
		wait = defaultWait
	}
	deadline := time.Now().Add(wait)
	var last loop.Lock
	patient := patience.Wait{For: func() string { return l.what(last) }, Tell: l.Waiting, Deaf: true}
	for looks := 0; ; looks++ {
		taken, err := h.try()
		if taken || err != nil {
			return err
		}
		seen, why, err := breakStale(l.Path, h.host, h.move)
		left := time.Until(deadline)
		switch {
		case err != nil:
			return err
		case why != "":
			l.tell(why)
		case left > 0 && seen.Since.IsZero(): // it went in between
		case left <= 0:
			return &LockedError{l.Path, max(wait, 0), seen}
		default:
			last = seen
			patient.Sleep(min(left, l.pause(looks)))
		}
	}
}

// what says what is waited for.
func (l Lock) what(seen loop.Lock) string {
	return fmt.Sprintf("the lock %q, held by %s", l.Path, seen.Holder())
}

// interrupted tells of a signal that ends the wait.
func (l Lock) interrupted(sig os.Signal) {
	if seen, err := look(l.Path); err == nil && l.Waiting != nil {
		l.Waiting(fmt.Sprintf("%v while waiting for %s", sig, l.what(seen.Lock)))
	}
}

// pause is how long to wait after that many looks. Chance keeps those who wait from
// looking in step with each other, and with the one who holds the lock.
func (l Lock) pause(looks int) time.Duration {
	if l.Poll > 0 {
		return l.Poll
	}
	pause := min(firstPoll<<min(looks/4, 8), lastPoll)
	return pause/2 + rand.N(pause)
}

func (l Lock) tell(why string) {
	if l.Told != nil {
		l.Told(fmt.Sprintf("broke the lock %q: %s", l.Path, why))
	}
}
