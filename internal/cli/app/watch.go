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

// restFactor limits the load of a watch. After each read of the files, the watch pauses. The pause
// is this multiple of the time that reading took, or the interval if that is longer. A watch of a
// large tree then takes at most a twentieth of a processor.
const restFactor = 20

// clearScreen puts the cursor home and erases the screen. Source: ECMA-48.
const clearScreen = "\x1b[H\x1b[2J"

// A View is what a watch found when it last read the files.
type View struct {
	State string // the printed text without the time; a change of it causes the view to be printed
	Text  string // for standard output; "" if there is nothing to print
	Talk  string // for standard error
	Err   error  // error of the command if the watch ends after this view
}

// A Watch reads the files again and again, and prints a view whenever its state changes.
type Watch struct {
	Std      Streams
	Interval time.Duration // pause before the files are read again
	Lines    bool          // each view is one line of JSON
	Look     func() View
}

// Run prints views until ctx ends. If the first view has no text, the command line is wrong and Run ends.
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

// print prints a view. On a terminal it replaces the previous view.
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

// CheckInterval returns an error for an interval so short that a watch would keep a processor busy.
func CheckInterval(d time.Duration) error {
	if d < shortestInterval {
		return fmt.Errorf("--interval %v: expected %v or more", d, shortestInterval)
	}
	return nil
}
