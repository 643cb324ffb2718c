package dirlock

import (
	"os"
	"os/signal"
	"sync"
	"time"

	"mdck/internal/patience"
	"mdck/internal/process"
)

// grace is how long a signal waits for the lock to be given back: a write takes
// milliseconds.
const grace = 2 * time.Second

// A watch holds signals back that would end the process and leave the lock.
type watch struct {
	held    *held
	signals chan os.Signal
	done    chan struct{}
	ended   chan struct{} // is closed when nobody listens any more
	once    sync.Once
}

func newWatch(h *held) *watch {
	w := &watch{held: h, signals: make(chan os.Signal, 1), done: make(chan struct{}), ended: make(chan struct{})}
	signal.Notify(w.signals, patience.Ending()...)
	go w.run()
	return w
}

// run ends the process at a signal, once the lock is given back. A write that takes
// too long keeps the lock to its end: others may not write beside it, and break the
// lock at once when the process is gone.
func (w *watch) run() {
	select {
	case <-w.done:
		close(w.ended)
	case sig := <-w.signals:
		if w.held.end() {
			select {
			case <-w.done:
			case <-time.After(grace):
			}
		} else if w.held.waits != nil {
			w.held.waits(sig)
		}
		process.Raise(sig)
	}
}

// stop lets signals do again what they do. It does not return if one has come: the
// process ends by that, and not by what it would do next.
func (w *watch) stop() {
	w.once.Do(func() {
		signal.Stop(w.signals)
		close(w.done)
		<-w.ended
		select {
		case sig := <-w.signals:
			process.Raise(sig)
		default:
		}
	})
}
