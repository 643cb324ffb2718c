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

// restFactor makes a watch pause at least 20 times as long as a read takes.
const restFactor = 20

// clearScreen clears the screen. Source: ECMA-48.
const clearScreen = "\x1b[H\x1b[2J"

// A View is what one read of a watch found.
type View struct {
	State string // text without times; a view is printed when it changes
	Text  string // for standard output; "" prints nothing
	Talk  string // for standard error
	Err   error  // returned if the watch ends after this view
}

// A Watch reads files at intervals and prints what changed.
type Watch struct {
	Std      Streams
	Interval time.Duration // pause between two reads
	Lines    bool          // each view is one line of JSON
	View     func() View
}

// Run prints views until ctx ends. It returns after a first view without text.
func (w *Watch) Run(ctx context.Context) error {
	var shown View
	for first := true; ; first = false {
		begun := time.Now()
		v := w.View()
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

func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// CheckInterval refuses an interval that would keep a processor busy.
func CheckInterval(d time.Duration) error {
	if d < shortestInterval {
		return fmt.Errorf("--interval %v: expected %v or more", d, shortestInterval)
	}
	return nil
}
