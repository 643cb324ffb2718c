package read

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
)

const statusHelp = `Prints one line for each checkpoint of the repository, or of the paths, below these headings:

    PROTOCOL, ID     the protocol, and the id to give to commands
    PHASE, VERSION   phase or step, and the version that the checkpoint records
    AGE              time since it was written: 45m, 3h or 13d
    FINDINGS         "2E 1W 1 due": two errors, one warning, one due item
    LINES, TOKENS    size of the text; "73/200 36%": 73 of at most 200
    NEXT             the next action; for a due item, the command to run

An item is due if the protocol requires it now. "clean" means that there are no findings, stale claims or due items. The age of an agent has a class: active, warning (more than 30 minutes), stale (more than 60), resting, unknown or duplicate. If a budget of characters is set, there is a column CHARACTERS. A dash means that there is no value.

An epic has a line for each agent. All plans of a folder share one line. On a terminal, long lines are cut.

-q lists only checkpoints that are unreadable or have errors, stale claims or due items.

Whenever the list or an age in it changes, --watch prints the time and the new list. On a terminal, each list replaces the previous one; elsewhere, a blank line separates the lists. --json prints one object per line. Ctrl-C ends the command; the exit status is that of the last list.

The exit status is 0 even if there are findings, 2 if a file cannot be read. mdck lint prints the findings.

Examples:

    mdck status
    mdck status --json --now 2026-11-20T12:00:00Z
    mdck status conductor/tracks --watch --interval 30s`

// Status is mdck status.
var Status = app.Command{Name: "status", Summary: "list every checkpoint with its phase, age, findings and next action", Help: statusHelp, Grammar: &statusCommand{}}

type statusCommand struct {
	Paths      []string `arg:"" optional:"" help:"Files or directories."`
	JSON       bool     `help:"Print one JSON object."`
	AllowEmpty bool     `help:"Exit 0 if there is no checkpoint."`
	app.NowFlag
	statusWatchFlags
	app.TalkFlags
	Color string `help:"When to use colours: ${enum}." enum:"auto,always,never" default:"auto"`
	pick.SettingFlags
}

func (c *statusCommand) Run(std app.Streams) error {
	if err := c.checkFlags(); err != nil {
		return err
	}
	if c.Watch {
		ctx, stop := app.SignalContext()
		defer stop()
		return c.watch(ctx, std)
	}
	c.Now = c.Clock()
	rows, ok, err := c.take(std.Err)
	switch {
	case !ok:
		return err
	case c.JSON:
		return errors.Join(err, report.Indented(std.Out, statusJSON(rows, c.Now)))
	}
	return errors.Join(err, printStatus(std.Out, rows, c.styleFor(std.Out)))
}

func (c *statusCommand) checkFlags() error {
	switch {
	case c.Interval != nil && !c.Watch:
		return errors.New("--interval requires --watch")
	case c.Watch && c.Interval != nil:
		return app.CheckInterval(*c.Interval)
	}
	return nil
}

// take returns the rows of the selected checkpoints. If ok is true, err is only about unreadable
// files.
func (c *statusCommand) take(talk io.Writer) (rows []statusRow, ok bool, err error) {
	found, err := c.Pick.Find(planFolderPaths(&c.Pick, c.Paths), pick.Query{AllowEmpty: c.AllowEmpty})
	if err != nil && len(found) == 0 {
		return nil, false, err
	}
	found = workspace.WithRecords(mainTargets(found))
	settings, fault := c.Pick.SettingsForAll(found)
	if fault != nil {
		return nil, false, errors.Join(err, fault)
	}
	rows, fault = c.rows(found, settings, talk)
	if c.Quiet {
		rows = slices.DeleteFunc(rows, func(r statusRow) bool { return !r.unread && r.errors+r.stale+len(r.due) == 0 })
	}
	return rows, true, errors.Join(err, fault)
}

// mainTargets replaces single files by their checkpoints, except files of agents.
func mainTargets(found []workspace.Target) []workspace.Target {
	all := slices.Clone(found)
	for i := range all {
		if !all[i].Row().Separate {
			all[i].Path = all[i].Main
		}
	}
	return pick.DistinctTargets(all)
}

// rows returns a row for each checkpoint, even for an unreadable one.
func (c *statusCommand) rows(found []workspace.Target, settings []*workspace.Settings, talk io.Writer) ([]statusRow, error) {
	var check pick.Checker
	all := statusRows{rows: make([]statusRow, 0, len(found)), now: c.Now, talk: talk, at: map[string]int{}, past: pick.OnlyPast(found)}
	read := func(i int) standing { return c.standingOf(&check, all.tree(&found[i]), &found[i], settings[i]) }
	app.RunInOrder(len(found), 1, read, func(i int, made standing) {
		all.faults = append(all.faults, made.faults...)
		if _, err := io.WriteString(talk, made.talk); err != nil {
			all.faults = append(all.faults, err)
		}
		all.add(&found[i], made.rows)
	})
	sortByRank(all.rows)
	return all.rows, errors.Join(all.faults...)
}

func sortByRank(rows []statusRow) {
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && rows[to].root == rows[from].root && (rows[to].Rank > 0) == (rows[from].Rank > 0) {
			to++
		}
		project := rows[from:to]
		sort.SliceStable(project, func(i, j int) bool { return project[i].Rank < project[j].Rank })
		from = to
	}
}

type standing struct {
	rows   []statusRow
	faults []error
	talk   string // for standard error
}

func (c *statusCommand) standingOf(check *pick.Checker, files fs.FS, t *workspace.Target, s *workspace.Settings) (out standing) {
	var talk strings.Builder
	broken := pick.RecoverWrite(t, &talk)
	if c.Verbose {
		pick.PrintRead(&talk, t, t.DisplayPath, s.Config)
	}
	in, unknown := check.Input(files, t, s) // lint runs even with an invalid ledger
	isPastFile := t.Row().FolderStatus != nil && in.Past()
	in.Seen = func(u *lint.Unit) {
		var due []bootstrap.Due
		if t.Folder == "" {
			due = pick.DueItems(t, t.Due(u.Input, u.Checkpoint()))
		}
		out.rows, out.faults = rowsOf(t, u, c.Now)
		for i := range out.rows {
			out.rows[i].countStale(u.Verdicts, t.Main)
			out.rows[i].setDue(due)
			if isPastFile {
				out.rows[i].lines, out.rows[i].tokens = nil, nil // no session reads the file
			}
		}
	}
	if isPastFile && !c.isNamed(t) {
		in.Checker, in.Counter = &workspace.HistoryChecker, nil
	}
	found, err := check.Run(t, in)
	if len(found) > 0 && !c.isNamed(t) && in.Past() {
		found = workspace.InHistory(found) // the same findings as mdck lint
	}
	for i := range out.rows {
		out.rows[i].count(found)
	}
	read := pick.EachShown(t, errors.Join(append(out.faults, broken, unknown)...))
	out.talk, out.faults = talk.String(), nil
	for _, f := range report.Errors(errors.Join(read, err)) {
		out.faults = app.AppendDistinct(out.faults, f)
	}
	return out
}

func (c *statusCommand) isNamed(t *workspace.Target) bool {
	return slices.ContainsFunc(c.Paths, func(name string) bool {
		abs, err := filepath.Abs(name)
		return err == nil && abs == t.File(t.Path)
	})
}

func (r *statusRow) countStale(verdicts []claim.Verdict, main string) {
	for _, v := range verdicts {
		if v.Status == claim.Stale && (r.File == "" || r.File == cmp.Or(v.Path, main)) {
			r.stale++
		}
	}
}

func (r *statusRow) setDue(all []bootstrap.Due) {
	for _, d := range all {
		if r.File == "" || d.Path == r.path {
			r.due = append(r.due, d)
		}
	}
	if len(r.due) > 0 {
		r.Next = r.due[0].Command
	}
}

func (r *statusRow) count(all []lint.Diagnostic) {
	for i := range all {
		switch d := &all[i]; {
		case r.File != "" && d.Path != r.File:
		case d.Severity == lint.Error:
			r.errors++
		case d.Severity == lint.Warning:
			r.warnings++
		}
	}
}
