package lock

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"time"
)

const (
	defaultWait   = 10 * time.Second
	quiet         = time.Second // how long to wait without a message
	longestPause  = 16 * time.Millisecond
	shortestPause = time.Millisecond
	// halving is how long one waits until the pauses are half as long.
	halving = 250 * time.Millisecond
)

// A Wait is how to wait for a lock.
type Wait struct {
	Path   string        // for messages
	For    time.Duration // how long to wait; 0 means 10 s, less than 0 not at all
	Pause  time.Duration // between two tries; 0 means 16 ms, and less the longer it takes
	Stale  time.Duration // as [Spec.Stale]
	Holder func() string // who has the lock, after a try that failed

	// Waiting gets what is waited for, once that takes a second or a signal ends it; may
	// be nil.
	Waiting func(what string)

	signals chan os.Signal // nil until they are caught
}

// Until tries to take the lock until that succeeds, fails, or time is up, which is a
// [*LockedError]. A signal that ends a process does so while it waits: there is nothing
// to finish.
func (w *Wait) Until(try func() (taken bool, err error)) error {
	limit := w.For
	if limit == 0 {
		limit = defaultWait
	}
	reported := false
	for begun := time.Now(); ; {
		if taken, err := try(); taken || err != nil {
			return err
		}
		waited := time.Since(begun)
		if waited >= limit {
			return &LockedError{Path: w.Path, Waited: max(limit, 0), Holder: w.Holder(), Stale: w.Stale}
		}
		if w.signals == nil { // not before: a lock that is free costs nothing
			w.signals = catchSignals()
			defer w.stop()
		}
		w.sleep(min(limit-waited, w.pause(waited)))
		if !reported && time.Since(begun) >= quiet {
			reported = true
			w.report("waiting for " + w.what())
		}
	}
}

// pause is how long to wait between two tries after that time. Whoever waits longer tries
// more often, so that of many who write all the time none is left behind by those who have
// just come; and pauses differ, so that they do not try in step.
func (w *Wait) pause(waited time.Duration) time.Duration {
	if w.Pause > 0 {
		return w.Pause
	}
	p := meanPause(waited)
	return p/2 + rand.N(p)
}

func meanPause(waited time.Duration) time.Duration {
	return max(shortestPause, longestPause*halving/(halving+waited))
}

func (w *Wait) sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case sig := <-w.signals:
		w.raise(sig)
	}
}

// stop restores the signals. One that came between two tries ends the process, too.
func (w *Wait) stop() {
	signal.Stop(w.signals)
	select {
	case sig := <-w.signals:
		w.raise(sig)
	default:
	}
}

// raise ends the process as sig does.
func (w *Wait) raise(sig os.Signal) {
	w.report(fmt.Sprintf("%v while waiting for %s", sig, w.what()))
	raise(sig)
}

func (w *Wait) what() string { return fmt.Sprintf("the lock %q, held by %s", w.Path, w.Holder()) }

func (w *Wait) report(what string) {
	if w.Waiting != nil {
		w.Waiting(what)
	}
}
