package cli

import (
	"context"
	"strings"
	"time"

	"mdck/internal/report"
)

const agentsWatchHelp = `Prints what mdck agents list prints, with the time above it, and again whenever that changes; ages change it, too. On a terminal each list replaces the one before; elsewhere a blank line separates them. --json prints one object a line.

SIGINT or SIGTERM ends it, with the status that mdck agents list would have: 2 if there are no agents any more.

Examples:

    mdck agents watch
    mdck agents watch --interval 30s --json`

type agentsWatchCommand struct {
	JSON     bool          `help:"Print one JSON object a line."`
	Interval time.Duration `help:"How long to wait between two looks (default: 2s)." default:"2s" placeholder:"TIME"`
	epicFlag
	ageFlag
}

// Run watches the agents.
func (c *agentsWatchCommand) Run(std Streams) error {
	if err := checkInterval(c.Interval); err != nil {
		return err
	}
	e, err := c.of(std, "")
	if err != nil {
		return err
	}
	ctx, stop := signalContext()
	defer stop()
	if err := recoverWrite(&e.target, std.Err); err != nil {
		return err
	}
	return c.watch(ctx, std, e)
}

// watch prints the list until ctx ends, and returns the verdict of the last one.
func (c *agentsWatchCommand) watch(ctx context.Context, std Streams, e *epic) error {
	w := watch{std: std, interval: c.Interval, lines: c.JSON, look: func() view { return c.view(e) }}
	return w.run(ctx)
}

func (c *agentsWatchCommand) view(e *epic) view {
	var state, text, talk strings.Builder
	r, err := e.roster(c.clock())
	if err != nil {
		printError(err, &talk)
		return view{state: talk.String(), talk: talk.String(), err: err}
	}
	_ = report.Line(&text, r) // a builder takes all
	now := r.Now
	r.Now = ""
	_ = report.Line(&state, r)
	if c.JSON {
		return view{state: state.String(), text: text.String(), err: r.verdict}
	}
	list := r.text()
	if list == "" {
		list = "no agents\n"
	}
	return view{state: state.String(), text: now + "\n" + list, err: r.verdict}
}
