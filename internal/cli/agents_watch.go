package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
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

// Run watches the agents.
func (c *agentsWatchCommand) Run(std Streams) error {
	if err := checkInterval(c.Interval); err != nil {
		return err
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

// watch prints the list until ctx ends, and gives the verdict of the last one.
func (c *agentsWatchCommand) watch(ctx context.Context, out io.Writer, e *epic) error {
	clock := runningClock{time.Now(), c.clock()}
	var place *screen
	if !c.JSON {
		place = drawsInPlace(out)
	}
	var last *roster
	var seen string
	w := watch{clock: systemClock{}, interval: c.Interval}
	w.draw = func(now time.Time) (err error) {
		seen = e.state()
		if last, err = e.roster(clock.at(now)); err != nil {
			return err
		}
		return c.print(out, place, last)
	}
	w.changed = func() bool { return e.state() != seen || place != nil && place.resized() }
	err := w.run(ctx)
	if place != nil {
		place.end()
	}
	if err != nil {
		return err
	}
	return last.verdict()
}

// print prints a list as the stream wants it.
func (c *agentsWatchCommand) print(out io.Writer, place *screen, r *roster) error {
	if c.JSON {
		return printJSONLine(out, r.json())
	}
	head := fmt.Sprintf("%s  %s", r.now.UTC().Format(agents.TimeLayout), report.Name(r.epic.shown(agents.CheckpointDir)))
	list := r.text()
	if list == "" {
		list = "no agents\n"
	}
	if place == nil {
		_, err := io.WriteString(out, head+"\n"+list+"\n")
		return err
	}
	columns, rows := place.measure()
	var blocks [][]string
	for line := range strings.Lines(cutLines(list, columns)) {
		blocks = append(blocks, []string{strings.TrimSuffix(line, "\n")})
	}
	return place.draw(fitBlocks([]string{head}, blocks, nil, rows))
}

// printJSONLine prints v on one line.
func printJSONLine(out io.Writer, v any) error {
	return report.Line(out, v)
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
