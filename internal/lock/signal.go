package lock

import (
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"
)

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

// A delay holds signals back that would end the process and leave the lock.
type delay struct {
	signals chan os.Signal
	done    chan struct{}
	ended   chan struct{} // is closed when nobody listens any more
	once    sync.Once
}

func newDelay(signals chan os.Signal) *delay {
	d := &delay{signals: signals, done: make(chan struct{}), ended: make(chan struct{})}
	go d.run()
	return d
}

// run ends the process at a signal, once the lock is released. A write that takes too long
// keeps the lock to its end: others may not write beside it, and break the lock at once
// when the process is gone.
func (d *delay) run() {
	select {
	case <-d.done:
		close(d.ended)
	case sig := <-d.signals:
		select {
		case <-d.done:
		case <-time.After(grace):
		}
		raise(sig)
	}
}

// stop restores the signals. It does not return if one has come: the process ends by that,
// and not by what it would do next.
func (d *delay) stop() {
	d.once.Do(func() {
		signal.Stop(d.signals)
		close(d.done)
		<-d.ended
		select {
		case sig := <-d.signals:
			raise(sig)
		default:
		}
	})
}
