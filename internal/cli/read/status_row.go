package read

import (
	"cmp"
	"time"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
	"mdck/tokens"
)

type statusRow struct {
	protocol.Status
	protocol string
	id       string
	root     string
	path     string         // path to print
	place    string         // directory to print
	minutes  *int           // since Updated, or nil
	lines    *schema.Amount // nil if unreadable
	tokens   *schema.Amount // nil if unreadable
	chars    *schema.Amount // nil if unreadable or unlimited
	unread   bool           // findings may be missing, because a file is unreadable
	errors   int
	warnings int
	stale    int
	due      []bootstrap.Due
}

// rowsOf returns the rows of t. The errors are about unreadable files.
func rowsOf(t *workspace.Target, u *lint.Unit, now time.Time) ([]statusRow, []error) {
	p := t.Row()
	var faults []error
	lines := []protocol.Status{{}} // a protocol without Status gets one row
	if p.Status != nil {
		lines = p.Status(u.Checkpoint(), protocol.StatusInput{
			Word: pick.Argument(t), Format: t.Format, Main: t.Main, Path: t.Path, Team: u.Outside.Team, Limits: u.Limits, Now: now,
		})
	}
	for _, name := range []string{t.Main, t.State} {
		if err := u.Faults[name]; err != nil && !p.Separate {
			faults = append(faults, app.WithPath(name, err))
		}
	}
	var rows []statusRow
	for _, s := range lines {
		r := statusRow{Status: s.Clone(), protocol: t.Protocol, id: t.ID(), root: t.Root, path: t.DisplayPath(cmp.Or(s.File, t.Path)), place: app.DisplayPath(t.Dir()), unread: len(faults) > 0}
		if t.Format != "" {
			r.place = r.path // the directory may have other checkpoints
		}
		if s.Unusable != "" {
			r.Next = cmp.Or(pick.RestoreCommandLine(t, s.Unusable), r.Next)
		}
		if s.Fault != nil {
			r.unread = true
			faults = append(faults, app.WithPath(s.File, s.Fault))
		}
		r.setAge(now)
		file := u.File
		if p.Separate {
			file = u.Files[s.File]
		}
		r.measure(file, u.Counter)
		rows = append(rows, r)
	}
	return rows, faults
}

func (r *statusRow) setAge(now time.Time) {
	if r.Updated.IsZero() {
		return
	}
	minutes := int(now.Sub(r.Updated) / time.Minute)
	if now.Before(r.Updated) {
		minutes = min(minutes, -1)
	}
	r.minutes = &minutes
}

func (r *statusRow) measure(file *source.File, counter tokens.Counter) {
	if file == nil || len(file.Text) > source.MaxSize {
		return
	}
	r.lines = &schema.Amount{Used: file.Lines(), Limit: r.Limits.Lines}
	if most := r.Limits.Characters; most > 0 {
		r.chars = &schema.Amount{Used: source.Characters(file.Text), Limit: most}
	}
	if counter == nil {
		return
	}
	if r.Tokens == 0 { // counting tokens is slow
		r.Tokens = counter.Count(file.Text)
	}
	r.tokens = &schema.Amount{Used: r.Tokens, Limit: r.Limits.Tokens}
}
