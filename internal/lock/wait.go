package lock

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
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
	For   time.Duration // how long to wait; 0 means 10 s, less than 0 not at all
	Pause time.Duration // between two tries; 0 means 16 ms, and less the longer it takes

	// Waiting gets what is waited for, once that takes a second or a signal ends it; may
	// be nil.
	Waiting func(what string)

	signals chan os.Signal // nil until they are caught
	locked  *LockedError   // of the last try
}

// Until calls try again while its error is a [*LockedError]: that of the last try is the
// error when time is up. A signal that ends a process does so while it waits: there is
// nothing to finish.
func (w *Wait) Until(try func() error) error {
	limit := cmp.Or(w.For, defaultWait)
	reported := false
	for begun := time.Now(); ; {
		err := try()
		locked, ok := errors.AsType[*LockedError](err)
		if !ok {
			return err
		}
		waited := time.Since(begun)
		if w.locked = locked; waited >= limit {
			locked.Waited = max(limit, 0)
			return err
		}
		if w.signals == nil { // not before: a lock that is free costs nothing
			w.signals = catchSignals()
			defer w.stop()
		}
		select {
		case <-time.After(min(limit-waited, w.pause(waited))):
		case sig := <-w.signals:
			w.raise(sig)
		}
		if !reported && time.Since(begun) >= quiet {
			reported = true
			w.report("waiting for")
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
	w.report(sig.String() + " while waiting for")
	raise(sig)
}

func (w *Wait) report(what string) {
	if w.Waiting != nil && w.locked != nil {
		w.Waiting(fmt.Sprintf("%s the lock %q, held by %s", what, w.locked.Path, w.locked.Holder))
	}
}

// NotIgnored returns those of the signals that this process does not ignore. nohup starts
// a process with SIGHUP ignored, and a shell a background job with SIGINT ignored:
// [signal.Notify] would undo that.
func NotIgnored(signals ...os.Signal) []os.Signal {
	return slices.DeleteFunc(signals, signal.Ignored)
}

// catchSignals catches the signals that end this process.
func catchSignals() chan os.Signal {
	signals := make(chan os.Signal, 1)
	if ending := NotIgnored(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT); len(ending) > 0 { // else all were caught
		signal.Notify(signals, ending...)
	}
	return signals
}

// grace is how long a signal waits for the lock to be released: a write takes
// milliseconds.
const grace = 2 * time.Second

// delay holds back signals that would end the process with the lock held, until restore is called. If a signal came, restore does not return: the
// process ends there. A write that takes too long keeps the lock to its end, because others must not write at the same time; they break the lock as
// soon as the process is gone.
func delay(signals chan os.Signal) (restore func()) {
	released, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for sig := range signals {
			select {
			case <-released:
			case <-time.After(grace):
			}
			raise(sig)
		}
	}()
	return sync.OnceFunc(func() {
		signal.Stop(signals)
		close(released)
		close(signals) // what is in it is received still
		<-ended
	})
}
