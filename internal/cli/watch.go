package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const (
	lookEvery        = 250 * time.Millisecond // at what is watched
	shortestInterval = time.Second
	defaultInterval  = time.Minute
)

// restFactor is how many times as long as a drawing took nothing is drawn after it,
// however much changes: on a large tree a drawing takes its time.
const restFactor = 4

// A watch shows something again whenever it changes, and at each interval.
type watch struct {
	clock    watchClock
	interval time.Duration
	draw     func(now time.Time) error // shows it as it stands at that time
	changed  func() bool               // since it was drawn
}

// A watchClock is where a watch has the time from.
type watchClock interface {
	now() time.Time
	// wait waits that long; it is false when the watch is to end.
	wait(ctx context.Context, d time.Duration) bool
}

// systemClock is the clock of the system.
type systemClock struct{}

func (systemClock) now() time.Time { return time.Now() }

func (systemClock) wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// run draws until ctx ends, or until drawing fails.
func (w *watch) run(ctx context.Context) error {
	for {
		begun := w.clock.now()
		if err := w.draw(begun); err != nil {
			return err
		}
		drawn := w.clock.now()
		rest := restFactor * drawn.Sub(begun)
		for {
			if !w.clock.wait(ctx, lookEvery) {
				return nil
			}
			since := w.clock.now().Sub(drawn)
			if since >= rest && w.changed() || w.clock.now().Sub(begun) >= w.interval {
				break
			}
		}
	}
}

// interrupted is a context that ends when the process is told to end.
func interrupted() (context.Context, func()) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}

// checkInterval reports an interval that would draw all the time.
func checkInterval(d time.Duration) error {
	if d < shortestInterval {
		return fmt.Errorf("--interval %v: want %v or more", d, shortestInterval)
	}
	return nil
}

// A running clock tells the time of a clock that stood at a time when it began, so that
// --now can be told from.
type runningClock struct{ begun, stood time.Time }

// at is what that clock shows at now.
func (r runningClock) at(now time.Time) time.Time { return r.stood.Add(now.Sub(r.begun)) }
