package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"
)

const (
	defaultInterval  = 2 * time.Second
	shortestInterval = time.Second
)

// restFactor is how many times as long as a look took a watch rests after it, if that is
// longer than its interval: a large tree takes a twentieth of a processor at most.
const restFactor = 20

// clearScreen puts the cursor home and erases the screen. Source: ECMA-48.
const clearScreen = "\x1b[H\x1b[2J"

// A view is what a watch found at one look.
type view struct {
	state string // tells it from another view: all that is printed but the time
	text  string // for standard output; "" if there is nothing to print
	talk  string // for standard error
	err   error  // what the command ends with if this view is the last
}

// A watch prints a view, and prints it again whenever its state changes.
type watch struct {
	std      Streams
	interval time.Duration // between two looks
	lines    bool          // each view is one line of JSON
	look     func() view
}

// run prints views until ctx ends. A first view without a text is a mistake of the
// command line: it ends the watch.
func (w *watch) run(ctx context.Context) error {
	var shown view
	for first := true; ; first = false {
		begun := time.Now()
		v := w.look()
		if first && v.text == "" {
			return v.err
		}
		if first || v.state != shown.state {
			if err := w.print(v, first); err != nil {
				return err
			}
		}
		shown = v
		if !rest(ctx, max(w.interval, restFactor*time.Since(begun))) {
			return v.err
		}
	}
}

// print prints a view: on a terminal instead of the one before, elsewhere below it.
func (w *watch) print(v view, first bool) error {
	text := v.text
	switch {
	case w.lines:
	case readsEscapeSequences(w.std.Out, os.Getenv):
		text = clearScreen + text
	case !first && text != "":
		text = "\n" + text
	}
	if _, err := io.WriteString(w.std.Out, text); err != nil {
		return err
	}
	_, err := io.WriteString(w.std.Err, v.talk)
	return err
}

// rest waits for d, and reports whether ctx goes on.
func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// checkInterval reports an interval that would keep a processor busy.
func checkInterval(d time.Duration) error {
	if d < shortestInterval {
		return fmt.Errorf("--interval %v: want %v or more", d, shortestInterval)
	}
	return nil
}
