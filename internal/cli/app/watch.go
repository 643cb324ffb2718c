package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"
)

const (
	DefaultInterval  = 2 * time.Second
	shortestInterval = time.Second
)

// restFactor is how many times as long as a look took a watch rests after it, if that is
// longer than its interval: a large tree takes a twentieth of a processor at most.
const restFactor = 20

// clearScreen puts the cursor home and erases the screen. Source: ECMA-48.
const clearScreen = "\x1b[H\x1b[2J"

// A View is what a watch found at one look.
type View struct {
	State string // tells it from another view: all that is printed but the time
	Text  string // for standard output; "" if there is nothing to print
	Talk  string // for standard error
	Err   error  // what the command ends with if this view is the last
}

// A Watch prints a view, and prints it again whenever its state changes.
type Watch struct {
	Std      Streams
	Interval time.Duration // between two looks
	Lines    bool          // each view is one line of JSON
	Look     func() View
}

// Run prints views until ctx ends. A first view without a text is a mistake of the
// command line: it ends the watch.
func (w *Watch) Run(ctx context.Context) error {
	var shown View
	for first := true; ; first = false {
		begun := time.Now()
		v := w.Look()
		if first && v.Text == "" {
			return v.Err
		}
		if first || v.State != shown.State {
			if err := w.print(v, first); err != nil {
				return err
			}
		}
		shown = v
		if !rest(ctx, max(w.Interval, restFactor*time.Since(begun))) {
			return v.Err
		}
	}
}

// print prints a view: on a terminal instead of the one before, elsewhere below it.
func (w *Watch) print(v View, first bool) error {
	text := v.Text
	switch {
	case w.Lines:
	case readsEscapeSequences(w.Std.Out, os.Getenv):
		text = clearScreen + text
	case !first && text != "":
		text = "\n" + text
	}
	if _, err := io.WriteString(w.Std.Out, text); err != nil {
		return err
	}
	_, err := io.WriteString(w.Std.Err, v.Talk)
	return err
}

// rest waits for d, and reports whether ctx is still active.
func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// CheckInterval reports an interval that would keep a processor busy.
func CheckInterval(d time.Duration) error {
	if d < shortestInterval {
		return fmt.Errorf("--interval %v: expected %v or more", d, shortestInterval)
	}
	return nil
}
