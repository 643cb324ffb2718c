package agents

import (
	"cmp"
	"context"
	"strings"
	"time"

	"mdck/internal/cli/app"
	"mdck/internal/report"
)

const watchHelp = `Prints the output of mdck agents list with the current time above it, and again whenever an entry or an age changes. On a terminal, each list replaces the previous one; elsewhere, a blank line separates the lists. --json prints one object per line.

Ctrl-C ends the command, with the exit status of mdck agents list.

Examples:

    mdck agents watch
    mdck agents watch --interval 30s --json`

type watchCommand struct {
	JSON     bool          `help:"Print one JSON object per line."`
	Interval time.Duration `help:"Time between two checks (default: 2s)." default:"2s" placeholder:"TIME"`
	epicFlag
	app.NowFlag
}

func (c *watchCommand) Run(std app.Streams) error {
	if err := app.CheckInterval(c.Interval); err != nil {
		return err
	}
	ctx, stop := app.SignalContext()
	defer stop()
	e, err := c.open(std, "")
	if err != nil {
		return err
	}
	return c.watch(ctx, std, e)
}

func (c *watchCommand) watch(ctx context.Context, std app.Streams, e *epic) error {
	w := app.Watch{Std: std, Interval: c.Interval, Lines: c.JSON, View: func() app.View { return c.view(e) }}
	return w.Run(ctx)
}

func (c *watchCommand) view(e *epic) app.View {
	var state, text, talk strings.Builder
	r, err := e.roster(c.Clock())
	if err != nil {
		app.PrintError(err, &talk)
		return app.View{State: talk.String(), Talk: talk.String(), Err: err}
	}
	text.WriteString(r.Now + "\n" + cmp.Or(r.text(), "no agents\n"))
	if c.JSON {
		text.Reset()
		_ = report.Line(&text, r) // writing to a Builder never fails
	}
	r.Now = ""
	_ = report.Line(&state, r)
	return app.View{State: state.String(), Text: text.String(), Err: r.verdict}
}
