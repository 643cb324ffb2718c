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
	// after this waiting time, pauses are half as long
	halving = 250 * time.Millisecond
)

// A Wait controls waiting for a lock.
type Wait struct {
	For   time.Duration // maximum wait; 0 means 10 s, less than 0 means no wait
	Pause time.Duration // pause between two tries; 0 means 16 ms, decreasing during a long wait

	// Waiting, if not nil, is called with a message about the lock after one second of waiting. It
	// is also called if a signal ends the wait.
	Waiting func(what string)

	signals chan os.Signal // nil if signals are not caught
	locked  *LockedError
}

// Until calls try until its error is not a [*LockedError], or until the time is up. It returns the
// last error. During the wait, a signal that ends the process takes effect at once, because there
// is no work to finish.
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
		if w.signals == nil { // only a process that must wait catches signals, so that a free lock is taken fast
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

// pause returns the pause before the next try. The parameter waited is the waiting time so far.
// Pauses get shorter, so that a process that has waited long does not always lose against new ones.
// They are random, so that processes do not try at the same time.
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

// stop ends the catching of signals. If a signal has arrived since the last try, stop ends the
// process.
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

// NotIgnored returns the signals that this process does not ignore. [signal.Notify] would catch
// ignored signals. nohup ignores SIGHUP, and a shell ignores SIGINT for background jobs.
func NotIgnored(signals ...os.Signal) []os.Signal {
	return slices.DeleteFunc(signals, signal.Ignored)
}

func catchSignals() chan os.Signal {
	signals := make(chan os.Signal, 1)
	if ending := NotIgnored(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT); len(ending) > 0 { // without arguments, Notify would catch all signals
		signal.Notify(signals, ending...)
	}
	return signals
}

// grace limits the delay of a signal while the lock is held. A write takes milliseconds.
const grace = 2 * time.Second

// delay delays signals that would end the process while it holds the lock. The delay ends when
// restore is called. If a signal has arrived, restore does not return, because the process ends.
//
// If the write takes longer than grace, the process ends and leaves the lock. It does not release
// the lock first, because the write may still be going on. The next process then breaks the lock.
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
		close(signals) // a closed channel still delivers the signal in it
		<-ended
	})
}
