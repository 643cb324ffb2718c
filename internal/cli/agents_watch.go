package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"mdck/internal/report"
	"mdck/mdcheckpoint/agents"
)

const agentsWatchHelp = `Prints what mdck agents list prints, again whenever a checkpoint changes, and at each --interval, as ages grow. On a terminal the list is drawn in place; elsewhere each list has a line with the time above it and a blank line below. --json prints one object a line.

It ends when it is interrupted, with the status that mdck agents list would have: 2 where there are no agents any more.

Examples:

    mdck agents watch
    mdck agents watch --interval 30s --json`

type agentsWatchCommand struct {
	JSON     bool          `help:"Print one JSON object a line."`
	Interval time.Duration `help:"How long to wait at most before the list is printed again (default: 1m)." default:"1m" placeholder:"TIME"`
	epicFlag
	ageFlag
}

const (
	lookEvery        = 250 * time.Millisecond // at the folder
	shortestInterval = time.Second
)

// Run watches the agents.
func (c *agentsWatchCommand) Run(std Streams) error {
	if c.Interval < shortestInterval {
		return fmt.Errorf("--interval %v: want %v or more", c.Interval, shortestInterval)
	}
	e, err := c.of("")
	if err != nil {
		return err
	}
	if err := recoverWrite(&e.target, std.Err); err != nil {
		return err
	}
	ctx, stop := interrupted()
	defer stop()
	return c.watch(ctx, std.Out, e)
}

// interrupted is a context that ends when the process is told to end.
func interrupted() (context.Context, func()) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}

// watch prints the list until ctx ends, and gives the verdict of the last one.
func (c *agentsWatchCommand) watch(ctx context.Context, out io.Writer, e *epic) error {
	begun, clock := time.Now(), c.clock()
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		seen, printed := e.state(), time.Now()
		r, err := e.roster(clock.Add(printed.Sub(begun)))
		if err != nil {
			return err
		}
		if err := c.print(out, r); err != nil {
			return err
		}
		for e.state() == seen && time.Since(printed) < c.Interval {
			select {
			case <-ticker.C:
				continue
			case <-ctx.Done():
			}
			return r.verdict()
		}
		if ctx.Err() != nil {
			return r.verdict()
		}
	}
}

// print prints a list as the stream wants it.
func (c *agentsWatchCommand) print(out io.Writer, r *roster) error {
	if c.JSON {
		encoder := json.NewEncoder(out)
		encoder.SetEscapeHTML(false)
		return encoder.Encode(r.json())
	}
	head := fmt.Sprintf("%s  %s\n", r.now.UTC().Format(agents.TimeLayout), r.epic.shown(agents.CheckpointDir))
	list := r.text()
	if list == "" {
		list = "no agents\n"
	}
	frame := head + list + "\n"
	if isTerminal(out) && readsEscapes(out) {
		frame = "\x1b[H\x1b[2J" + head + cutLines(list, terminalWidth(out))
	}
	_, err := io.WriteString(out, frame)
	return err
}

// state tells one state of the folder of checkpoints from another.
func (e *epic) state() string {
	var b strings.Builder
	entries, err := fs.ReadDir(e.Tree(), agents.CheckpointDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err.Error()
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if !agents.KindOf(entry.Name()).MayBeAgent() || err != nil {
			continue
		}
		fmt.Fprintf(&b, "%q %d %d\n", entry.Name(), info.Size(), info.ModTime().UnixNano())
	}
	return b.String()
}

// cutLines cuts lines that are wider than a terminal, which would break them.
func cutLines(text string, width int) string {
	if width <= 1 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(report.Fit(strings.TrimSuffix(line, "\n"), width-1) + "\n")
	}
	return b.String()
}
