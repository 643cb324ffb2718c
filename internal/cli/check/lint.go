package check

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/lint"
)

const lintHelp = `A path may be a file or a directory; without one, every checkpoint of the repository is checked, files that git ignores included. Other repositories in it, such as submodules and linked worktrees, are not entered: name them. A checkpoint is checked together with the files beside it.

Findings go to standard output, a line each: path:line:col: severity: message [rule]. On a terminal they have colours, and below each stands the line that it is about; not so if NO_COLOR is set or TERM is dumb. --format sarif is for code scanning, rdjson for reviewdog, github for annotations of GitHub Actions; docs/reports.md says more.

--staged checks the files as they are in the index, under the configuration of the work tree.

What is found in finished plans and tracks is counted and not reported, nor does --fix change them: plans with a summary, of a phase or milestone that is over, and put away; tracks that tracks.md or their status has as done. --all reports it, as it is of a file that is named without --ignore-unknown, and of standard input. Secrets are always reported.

--fix writes, raises checkpoint_version if the content changes, and judges what is left. --diff judges what is there now, and prints what would be left on standard error; it needs no right to write, but refuses what --fix refuses. With standard input --fix prints the mended text; no file is written, no version raised, and what belongs in the archive stays in the text.

--baseline FILE keeps the findings of FILE silent, so that only new ones count. --update-baseline writes FILE. docs/baseline.md says what a finding is known by.

Examples:

    mdck lint
    mdck lint --fix .ohrfc/rfc-20261104-sync
    mdck lint --staged --fail-on warning
    mdck lint --format sarif > mdck.sarif
    mdck lint --stdin-filename .ohrfc/x/checkpoint.md < buffer
    mdck lint --baseline .mdck-baseline.json --update-baseline`

// Lint is mdck lint.
var Lint = app.Command{Name: "lint", Summary: "check checkpoint files", Help: lintHelp, Grammar: app.New[lintCommand]}

type lintCommand struct {
	Paths         []string `arg:"" optional:"" help:"Files or directories; - is standard input."`
	Staged        bool     `help:"Check what is staged for the next commit, not the work tree."`
	Fix           bool     `help:"Mend what can be mended without a decision."`
	Diff          bool     `help:"Print what --fix would change as a unified diff; write nothing."`
	From          string   `help:"With --fix: where Meta and state.json differ, take the values of meta or state." enum:",meta,state" default:"" placeholder:"meta|state"`
	StdinFilename string   `help:"Check standard input as if it were this file." placeholder:"PATH"`
	Format        string   `help:"How findings are printed: ${enum}." enum:"text,json,sarif,rdjson,github" default:"text"`
	JSON          bool     `help:"The same as --format json."`
	Color         string   `help:"Colours and lines of the files in the text form: ${enum}." enum:"auto,always,never" default:"auto"`
	FailOn        string   `help:"Least severity that makes the status 1: error, warning or never (default: error)." enum:",error,warning,never" default:"" placeholder:"SEVERITY"`
	As            string   `help:"Read the files as checkpoints of this protocol, wherever they lie." placeholder:"PROTOCOL"`
	IgnoreUnknown bool     `help:"Skip files that are no checkpoints, or are ignored by the configuration."`
	AllowEmpty    bool     `help:"Nothing to check is no failure."`
	Strict        bool     `help:"Ask for what a protocol requires and no file in use has, too: last_updated of each step of a track."`
	All           bool     `help:"Report what is found in finished plans and tracks, too."`
	Whole         bool     `help:"A file of a workspace, rfc.md and the plan.md of a track included, stands for its checkpoint and all files beside it."`
	baselineFlags
	pick.SettingFlags
	app.NowFlag
	app.LinksFlag
}

// Plain is the command with the defaults of its flags.
func (c *lintCommand) Plain(args []string) {
	c.Format, c.Color = "text", "auto"
	if len(args) > 0 {
		c.Paths = args
	}
}

// Load adds --fail-on and --baseline to what the configuration says.
func (c *lintCommand) Load(own ...config.Flag) error {
	return c.SettingFlags.Load(append(own,
		config.Flag{Key: "fail-on", Value: c.FailOn, Name: "--fail-on"},
		config.Flag{Key: "baseline", Value: c.Baseline, Name: "--baseline"})...)
}

// Run checks, and mends if it was asked to.
func (c *lintCommand) Run(std app.Streams) error {
	if c.Diff {
		c.Fix = true
	}
	if err := c.checkFlags(); err != nil {
		return err
	}
	if c.JSON {
		c.Format = "json"
	}
	if c.Whole {
		c.Paths = widenPaths(&c.SettingFlags.ConfigFlags, c.Paths)
	}
	l := &linter{command: c, std: std}
	if c.isStdin() {
		return l.standardInput()
	}
	return l.run()
}

func (c *lintCommand) isStdin() bool { return c.StdinFilename != "" || slices.Contains(c.Paths, "-") }

// run checks what was asked for, and prints what is found. What keeps all of it
// from being checked leaves nothing to print but in SARIF, which has a place for it.
func (l *linter) run() error {
	p := l.printer()
	found, err := l.targets()
	defer l.index.close()
	judged, faults := err == nil, error(nil)
	if len(found) > 0 {
		judged, faults = l.lintTargets(found, p)
	}
	if !judged && l.command.Format != "sarif" {
		return errors.Join(err, faults)
	}
	return errors.Join(err, faults, p.end(err, faults))
}

// lintTargets checks the targets; ok is false if none was, because of their
// configurations or a baseline.
func (l *linter) lintTargets(found []workspace.Target, p *printer) (ok bool, err error) {
	settings, err := l.command.SettingsForAll(found)
	if err == nil {
		err = l.openBaselines(settings...)
	}
	if err != nil {
		return false, err
	}
	return true, l.lintAll(found, settings, p.add)
}

// checkFlags reports flags that contradict each other.
func (c *lintCommand) checkFlags() error {
	stdin := c.isStdin()
	switch {
	case c.UpdateBaseline && (c.Staged || stdin || c.Diff):
		return errors.New("--update-baseline writes what is found in the work tree; leave out --staged, --diff and standard input")
	case c.As != "" && c.Staged:
		return errors.New("--staged finds checkpoints by their paths, --as takes files for checkpoints: not both")
	case c.JSON && c.Format != "text" && c.Format != "json":
		return fmt.Errorf("--json is the same as --format json, and --format is %q: not both", c.Format)
	case (c.JSON || c.Format != "text") && (c.Diff || stdin && c.Fix):
		return errors.New("a difference or a mended text is printed instead of findings; leave out --format and --json")
	case c.Whole && (stdin || c.As != ""):
		return errors.New("--whole is about files of workspaces, not about standard input or --as: not both")
	case c.Fix && c.Staged:
		return app.Hinted(errors.New("--fix changes the work tree, --staged checks the index: not both"), "fix first, then git add")
	case c.From != "" && !c.Fix:
		return errors.New("--from says what --fix is to do; give both")
	case stdin && c.Staged:
		return errors.New("--staged checks the index, not standard input: not both")
	}
	return checkStdinPaths(c.StdinFilename, c.Paths)
}

// A linter is one run of mdck lint.
type linter struct {
	command *lintCommand
	std     app.Streams
	index   *stagedTrees // with --staged
	known   baselines
	check   pick.Checker
	paths   []string // absolute paths of what the command line names
}

func (l *linter) targets() ([]workspace.Target, error) {
	c := l.command
	for _, name := range c.Paths {
		if abs, err := filepath.Abs(name); err == nil {
			l.paths = append(l.paths, abs)
		}
	}
	if c.Staged {
		return l.staged()
	}
	if c.As == "" {
		return c.Find(c.Paths, c.query())
	}
	return c.TargetsAs(c.Paths, c.As, c.query())
}

func (c *lintCommand) query() pick.Query {
	return pick.Query{IgnoreUnknown: c.IgnoreUnknown, AllowEmpty: c.AllowEmpty, As: true, Skips: true}
}

// A result is what is to be printed of one checkpoint.
type result struct {
	report.File
	target   *workspace.Target
	settings *pick.Settings
	checked  bool
	fault    error             // why it could not be checked
	diff     string            // with --diff: what fixing would change
	left     []lint.Diagnostic // with --diff: what fixing would leave
	history  bool              // what is found is counted and not printed
	talk     strings.Builder   // for standard error
}

// lintAll checks the targets and hands the results to use in the order of the
// targets, each as soon as it and those before it are there. One that fails does
// not stop the others.
func (l *linter) lintAll(found []workspace.Target, settings []*pick.Settings, use func(*result)) error {
	defer debug.SetGCPercent(debug.SetGCPercent(app.WalkGCPercent))
	var faults []error
	first := firstOfFolders(found)
	check := func(i int) *result {
		r := &result{target: &found[i], settings: settings[i]}
		r.fault = l.lintOne(&found[i], r)
		if l.command.Format == "json" && r.fault == nil && first[i] {
			r.Due, r.fault = l.due(&found[i], r.settings)
		}
		r.checked = r.fault == nil
		return r
	}
	app.RunInOrder(len(found), check, func(_ int, r *result) {
		use(r)
		if r.fault != nil {
			faults = append(faults, r.fault)
		}
	})
	return errors.Join(faults...)
}

func (l *linter) lintOne(t *workspace.Target, r *result) error {
	r.File = report.File{Shown: t.Shown, Path: t.Path, Disk: t.File}
	if l.index == nil {
		if err := pick.RecoverWrite(t, &r.talk); err != nil {
			return err
		}
	}
	in, err := l.input(t, r.settings)
	if err != nil {
		return err
	}
	if l.command.Fix { // what is read now is not read again before it is mended
		in.Seen = func(u *lint.Unit) { in.Known = []any{u.Model} }
	}
	r.Diagnostics, err = l.settled(t, in)
	r.history = len(r.Diagnostics) > 0 && !l.isAsked(t) && in.Past()
	if r.left = r.Diagnostics; err != nil || r.history || !l.command.Fix || countFixable(r.Diagnostics) == 0 {
		return err
	}
	return l.fix(t, in, r)
}

// isAsked reports whether the user asks for the findings in t even if it is history.
func (l *linter) isAsked(t *workspace.Target) bool {
	c := l.command
	return c.All || c.As != "" || !c.Staged && !c.IgnoreUnknown && slices.Contains(l.paths, t.File(t.Path))
}

// settled returns the findings in t. What is staged is not between two replacements.
func (l *linter) settled(t *workspace.Target, in lint.Input) ([]lint.Diagnostic, error) {
	if l.index == nil {
		return l.check.Run(t, in)
	}
	found, err := lint.Run(in)
	return found, pick.EachShown(t, err)
}

// firstOfFolders reports which of the targets are the first of their folder, or have none.
func firstOfFolders(found []workspace.Target) []bool {
	first, seen := make([]bool, len(found)), map[string]bool{}
	for i := range found {
		t := &found[i]
		dir := t.File(t.Folder)
		first[i] = t.Folder == "" || !seen[dir]
		seen[dir] = seen[dir] || t.Folder != ""
	}
	return first
}

// due returns what is due of t as its files are now.
func (l *linter) due(t *workspace.Target, s *pick.Settings) ([]bootstrap.Due, error) {
	in, err := l.input(t, s)
	if err != nil {
		return nil, err
	}
	return pick.DueItems(t, pick.DueOf(t, in)), nil
}

// input returns what lint is to know of t.
func (l *linter) input(t *workspace.Target, s *pick.Settings) (lint.Input, error) {
	in, err := l.check.Input(t, s)
	if err != nil {
		return in, err
	}
	in.From, in.Strict = l.command.From, l.command.Strict
	if l.index == nil {
		return in, nil
	}
	if in.Above != nil {
		in.Above = l.index.index
	}
	in.Tree, in.Base, err = l.index.forTarget(t)
	in.Past = func() bool { return l.check.History.Has(t, in.Tree) }
	return in, err
}
