package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"mdck/internal/report"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/spelling"
)

// statusWatchFlags are those of --watch.
type statusWatchFlags struct {
	Watch    bool           `help:"Print again whenever something changes, until interrupted."`
	Interval *time.Duration `help:"With --watch: how long to wait at most before it is printed again (default: 1m)." placeholder:"TIME"`
}

// watch prints where the checkpoints stand until it is interrupted.
func (c *statusCommand) watch(std Streams) error {
	ctx, stop := interrupted()
	defer stop()
	w := statusWatch{command: c, clock: systemClock{}, std: std}
	if !c.JSON {
		w.place = drawsInPlace(std.Out)
	}
	return w.run(ctx)
}

// A statusWatch is one run of status --watch.
type statusWatch struct {
	command *statusCommand
	clock   watchClock
	std     Streams
	place   *screen // nil where each list is printed below the last

	last  statusTaken
	drawn bool // a list, at least once
	told  string
	disk  diskState
}

// run prints until ctx ends, and gives what cannot be read at the end. What cannot be
// read at the beginning, and nothing besides, is a mistake of the command line.
func (w *statusWatch) run(ctx context.Context) error {
	c := w.command
	now := w.clock.now()
	clock := runningClock{now, now}
	if !c.Now.IsZero() {
		clock.stood = c.Now
	}
	loop := watch{clock: w.clock, interval: defaultInterval}
	if c.Interval != nil {
		loop.interval = *c.Interval
	}
	loop.draw = func(now time.Time) error {
		c.Now = clock.at(now)
		return w.draw()
	}
	loop.changed = func() bool {
		return w.disk.changed(w.clock, c) || w.place != nil && w.place.resized()
	}
	err := loop.run(ctx)
	if w.place != nil {
		w.place.end()
	}
	if err != nil {
		return err
	}
	return w.last.err
}

// draw takes the status and prints it. The configuration is read anew; what is wrong
// with it is shown, until it is mended.
func (w *statusWatch) draw() error {
	if err := w.command.load(); err != nil { // --set
		return err
	}
	var talk strings.Builder
	begun := w.clock.now()
	found, err := w.command.wanted()
	w.disk.begin(w.clock, begun, w.command.Config, found, err)
	w.last = w.command.take(found, err, &talk)
	if !w.last.judged && !w.drawn {
		return w.last.err
	}
	w.drawn = true
	for _, e := range joined(w.last.err) {
		printError(e, &talk)
	}
	if w.place != nil {
		return w.place.draw(w.frame(talk.String()))
	}
	if err := w.tell(talk.String()); err != nil {
		return err
	}
	return w.print()
}

// tell says to standard error what is odd, unless it said the same already.
func (w *statusWatch) tell(talk string) error {
	if talk == w.told {
		return nil
	}
	w.told = talk
	_, err := io.WriteString(w.std.Err, talk)
	return err
}

// print prints the list as one block, or as one line of JSON.
func (w *statusWatch) print() error {
	switch {
	case !w.last.judged:
		return nil // and standard error has the reason
	case w.command.JSON:
		return printJSONLine(w.std.Out, statusJSON(w.last.rows, w.command.Now))
	}
	if _, err := io.WriteString(w.std.Out, w.head()+"\n"); err != nil {
		return err
	}
	if err := printStatus(w.std.Out, w.last.rows, w.command.lookOf(w.std.Out)); err != nil {
		return err
	}
	_, err := io.WriteString(w.std.Out, "\n")
	return err
}

// head is the line above a list: the time, and what there is in sum.
func (w *statusWatch) head() string {
	var errors, warnings, over int
	for i := range w.last.rows {
		r := &w.last.rows[i]
		errors, warnings = errors+r.errors, warnings+r.warnings
		if r.over() {
			over++
		}
	}
	text := w.command.Now.UTC().Format(spelling.TimeLayout)
	if !w.last.judged {
		return text
	}
	text += "  " + report.Counted(len(w.last.rows), "checkpoint")
	for _, n := range []struct {
		n    int
		text string
	}{{over, fmt.Sprintf("%d over budget", over)}, {errors, report.Counted(errors, "error")}, {warnings, report.Counted(warnings, "warning")}} {
		if n.n > 0 {
			text += ", " + n.text
		}
	}
	return text
}

// over reports whether the row is over one of its budgets.
func (r *statusRow) over() bool {
	for _, a := range []*schema.Amount{r.lines, r.tokens} {
		if a != nil && a.Standing() == schema.Over {
			return true
		}
	}
	return false
}

// pressing are the rows with those first that are over budget, cannot be read or have
// errors: what has no room is then what can wait.
func pressing(rows []statusRow) []statusRow {
	rank := func(r *statusRow) int {
		if r.over() || r.unread || r.errors > 0 {
			return 0
		}
		return 1
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b statusRow) int { return rank(&a) - rank(&b) })
	return rows
}

// mostTold is how many lines of what is odd a frame has room for.
const mostTold = 6

// frame are the lines to draw: as many rows as the terminal has room for, those that
// press first if it has not for all, and below them what is odd.
func (w *statusWatch) frame(talk string) []string {
	_, rows := w.place.measure()
	foot := strings.FieldsFunc(talk, func(r rune) bool { return r == '\n' })
	if more := len(foot) - mostTold; more > 0 {
		foot = append(foot[:mostTold:mostTold], fmt.Sprintf("and %s more", report.Counted(more, "line")))
	}
	look := w.command.lookOf(w.std.Out)
	head := []string{w.head()}
	all := fitBlocks(head, statusBlocks(w.last.rows, look), foot, 0)
	if rows <= 0 || len(all) <= rows {
		return all
	}
	return fitBlocks(head, statusBlocks(pressing(w.last.rows), look), foot, rows)
}
