package cli

import (
	"context"
	"io"
	"strings"
	"time"

	"mdck/internal/report"
	"mdck/mdcheckpoint/spelling"
)

// statusWatchFlags are those of --watch.
type statusWatchFlags struct {
	Watch    bool           `help:"Print again whenever something changes, until interrupted."`
	Interval *time.Duration `help:"With --watch: how long to wait between two looks (default: 2s)." placeholder:"TIME"`
}

// watch prints the list of checkpoints until ctx ends.
func (c *statusCommand) watch(ctx context.Context, std Streams) error {
	w := &watch{std: std, interval: defaultInterval, lines: c.JSON, look: func() view { return c.view(std.Out) }}
	if c.Interval != nil {
		w.interval = *c.Interval
	}
	return w.run(ctx)
}

// view reads everything again, the configuration too.
func (c *statusCommand) view(out io.Writer) view {
	now := *c
	if now.Now.IsZero() {
		now.Now = time.Now()
	}
	if err := now.load(); err != nil { // --set
		return view{err: err}
	}
	var talk, state, text strings.Builder
	found, err := now.findTargets()
	s := now.take(found, err, &talk)
	for _, e := range report.Errors(s.err) {
		printError(e, &talk)
	}
	if s.judged {
		_ = report.Line(&state, statusJSON(s.rows, time.Time{})) // a builder takes all
	}
	switch {
	case !s.judged:
	case c.JSON:
		_ = report.Line(&text, statusJSON(s.rows, now.Now))
	default:
		text.WriteString(spelling.FormatTime(now.Now) + "\n")
		_ = printStatus(&text, s.rows, now.lookOf(out))
	}
	return view{state: state.String() + talk.String(), text: text.String(), talk: talk.String(), err: s.err}
}
