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

// A statusRow is a row of the status.
type statusRow struct {
	protocol.Status
	protocol string
	id       string
	root     string         // root of the project
	path     string         // path as it is shown to the user
	place    string         // path of its directory as it is shown to the user
	minutes  *int           // minutes since Updated; nil if unknown
	lines    *schema.Amount // size of the checkpoint; nil if it is unreadable
	tokens   *schema.Amount // nil if the checkpoint is unreadable
	chars    *schema.Amount // nil if the checkpoint is unreadable or has no limit
	unread   bool           // some file is unreadable, so lint may have found too little
	errors   int
	warnings int
	stale    int             // number of stale claims
	due      []bootstrap.Due // what the protocol requires now
}

// rowsOf returns the rows of t at the time now. u is what lint read. The errors are about unreadable files.
func rowsOf(t *workspace.Target, u *lint.Unit, now time.Time) ([]statusRow, []error) {
	p := t.Row()
	var faults []error
	lines := []protocol.Status{{}} // the files of a folder share one row; see statusRows
	if p.Status != nil {
		lines = p.Status(u.Checkpoint(), protocol.StatusInput{
			ID: t.ID(), Word: app.Quote(t.ID()), Format: t.Format, Main: t.Main, Path: t.Path, Team: u.Outside.Team, Limits: u.Limits, Now: now,
		})
	}
	for _, name := range []string{t.Main, t.State} {
		if err := u.Faults[name]; err != nil && !p.Separate {
			faults = append(faults, app.WithPath(name, err))
		}
	}
	var rows []statusRow
	for _, s := range lines {
		r := statusRow{Status: s.Clone(), protocol: t.Protocol, id: t.ID(), root: t.Root, path: t.Shown(cmp.Or(s.File, t.Path)), place: app.DisplayPath(t.Dir()), unread: len(faults) > 0}
		if t.Format != "" {
			r.place = r.path // one directory may have several checkpoints
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

// setAge sets the minutes since the checkpoint was written, if the time is known.
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

// measure sets how much of its budgets the checkpoint uses. It does nothing if file is nil or too large,
// because only the beginning of a large file is read. If counter is nil, it counts no tokens.
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
	if r.Tokens == 0 { // counting tokens takes most of the time
		r.Tokens = counter.Count(file.Text)
	}
	r.tokens = &schema.Amount{Used: r.Tokens, Limit: r.Limits.Tokens}
}
