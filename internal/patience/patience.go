// Package patience is how a lock is waited for, whichever it is: who waits for longer
// than a second says what for, and a signal ends the process at once, with a word of what
// it waited for.
package patience

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"mdck/internal/process"
)

// quiet is how long one waits without a word.
const quiet = time.Second

// A Wait is one wait for a lock, of one goroutine. It begins with the first Sleep, so
// that a lock which is free costs nothing, and has to be ended.
type Wait struct {
	For  func() string     // says what is waited for, at that moment: `the lock "x", held by y`
	Tell func(what string) // is told of a wait that is long, and of one that a signal ends; nil is not
	Deaf bool              // signals are not heard: the caller does

	begun   time.Time
	told    bool
	signals chan os.Signal
}

// Sleep waits that long. A signal that ends a process does so: whoever waits for a lock
// has nothing to finish.
func (w *Wait) Sleep(d time.Duration) {
	if w.begun.IsZero() {
		w.begin()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case sig := <-w.signals:
		w.raise(sig)
	}
	if !w.told && time.Since(w.begun) >= quiet {
		w.told = true
		w.tell("waiting for " + w.For())
	}
}

// begin listens to signals.
func (w *Wait) begin() {
	w.begun = time.Now()
	if w.Deaf {
		return
	}
	w.signals = make(chan os.Signal, 1)
	signal.Notify(w.signals, Ending()...)
}

// End lets signals do again what they did. One that came meanwhile, between two tries,
// ends the process as well.
func (w *Wait) End() {
	if w.signals == nil {
		return
	}
	signal.Stop(w.signals)
	select {
	case sig := <-w.signals:
		w.raise(sig)
	default:
	}
}

// raise ends the process as sig does, with a word of what it waited for.
func (w *Wait) raise(sig os.Signal) {
	w.tell(fmt.Sprintf("%v while waiting for %s", sig, w.For()))
	process.Raise(sig)
}

func (w *Wait) tell(what string) {
	if w.Tell != nil {
		w.Tell(what)
	}
}

// Ending returns the signals that end this process and can be caught.
func Ending() []os.Signal {
	return process.NotIgnored(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
}
