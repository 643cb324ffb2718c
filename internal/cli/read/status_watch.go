package read

import (
	"context"
	"io"
	"strings"
	"time"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/internal/spelling"
)

type statusWatchFlags struct {
	Watch    bool           `help:"Print the list again whenever it changes, until interrupted."`
	Interval *time.Duration `help:"With --watch: time between two checks (default: 2s)." placeholder:"TIME"`
}

func (c *statusCommand) watch(ctx context.Context, std app.Streams) error {
	w := &app.Watch{Std: std, Interval: app.DefaultInterval, Lines: c.JSON, View: func() app.View { return c.view(std.Out) }}
	if c.Interval != nil {
		w.Interval = *c.Interval
	}
	return w.Run(ctx)
}

func (c *statusCommand) view(out io.Writer) app.View {
	now := *c
	now.Now = now.Clock()
	if err := now.Load(); err != nil {
		return app.View{Err: err}
	}
	var talk, state, text strings.Builder
	rows, ok, err := now.take(&talk)
	for _, e := range report.Errors(err) {
		app.PrintError(e, &talk)
	}
	if ok {
		_ = report.Line(&state, statusJSON(rows, time.Time{})) // writing to a Builder never fails
	}
	switch {
	case !ok:
	case c.JSON:
		_ = report.Line(&text, statusJSON(rows, now.Now))
	default:
		text.WriteString(spelling.FormatTime(now.Now) + "\n")
		_ = printStatus(&text, rows, now.styleFor(out))
	}
	return app.View{State: state.String() + talk.String(), Text: text.String(), Talk: talk.String(), Err: err}
}
