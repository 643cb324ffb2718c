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
	quiet         = time.Second
	longestPause  = 16 * time.Millisecond
	shortestPause = time.Millisecond
	// halving is the waiting time after which pauses are half as long.
	halving = 250 * time.Millisecond
)

// A Wait controls waiting for a lock.
type Wait struct {
	For   time.Duration // 0 means 10 s, less than 0 no wait
	Pause time.Duration // between two tries; 0 means 16 ms at first, then less

	// Waiting, if not nil, is called with a message after one second of waiting.
	Waiting func(what string)

	signals chan os.Signal // nil if signals are not caught
	locked  *LockedError
}

// Until calls try until its error is not a [*LockedError] or the time is up. It returns the last
// error.
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
		if w.signals == nil { // not before, so that a free lock is taken fast
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

// pause returns the pause before the next try. Pauses get shorter, so that long waiters do not lose
// against new ones.
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

func (w *Wait) stop() {
	signal.Stop(w.signals)
	select {
	case sig := <-w.signals:
		w.raise(sig)
	default:
	}
}

func (w *Wait) raise(sig os.Signal) {
	w.report(sig.String() + " while waiting for")
	raise(sig)
}

func (w *Wait) report(what string) {
	if w.Waiting != nil && w.locked != nil {
		w.Waiting(fmt.Sprintf("%s the lock %q, held by %s", what, w.locked.Path, w.locked.Holder))
	}
}

// NotIgnored returns the signals that this process does not ignore. [signal.Notify] would catch the
// others, too.
func NotIgnored(signals ...os.Signal) []os.Signal {
	return slices.DeleteFunc(signals, signal.Ignored)
}

func catchSignals() chan os.Signal {
	signals := make(chan os.Signal, 1)
	if ending := NotIgnored(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT); len(ending) > 0 { // no arguments would mean all signals
		signal.Notify(signals, ending...)
	}
	return signals
}

// grace limits the delay of a signal while the lock is held.
const grace = 2 * time.Second

// delay delays signals that would end the process until restore is called. After grace, the process
// ends and leaves the lock, because the write may still be running.
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
		close(signals) // a signal in it is still delivered
		<-ended
	})
}
