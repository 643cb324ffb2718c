package check

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
)

const lintHelp = `Checks the named files and directories, or else every checkpoint of the repository, including files that git ignores. Submodules and other repositories inside it are not checked, unless you name them. A checkpoint is checked together with the files that belong to it, such as state.json.

Findings go to standard output, one per line: path:line:col: severity: message [rule]. On a terminal they are coloured and followed by the line of the file, unless NO_COLOR is set or TERM is dumb. --format sarif is for code scanning, rdjson for reviewdog, github for annotations of GitHub Actions; see docs/reports.md.

--staged checks the files in the git index, with the configuration of the work tree.

Findings in finished plans and tracks are counted but not reported, and --fix does not change these files. A plan is finished if it has a summary, or if its phase or milestone is over. A track is finished if tracks.md or its status says so. --all reports these findings, too. Secrets are always reported. Findings in standard input and in files that you name are also reported, unless you use --staged or --ignore-unknown.

--fix writes the fixed files, raises checkpoint_version if the content changes, and reports the remaining findings. --diff changes no file: standard output has the fixes as a diff, and standard error has the findings that would remain. With standard input, --fix only prints the fixed text.

-q prints only errors; with --fail-on warning, it also prints warnings.

--baseline FILE hides the findings listed in FILE, so that only new findings count. --update-baseline writes FILE. docs/baseline.md explains how findings are matched.

Examples:

    mdck lint
    mdck lint --fix .ohrfc/rfc-20261104-sync
    mdck lint --staged --fail-on warning
    mdck lint --format sarif > mdck.sarif
    mdck lint --stdin-filename .ohrfc/x/checkpoint.md < buffer
    mdck lint --baseline .mdck-baseline.json --update-baseline`

// Lint is mdck lint.
var Lint = app.Command{Name: "lint", Summary: "check checkpoint files", Help: lintHelp, Grammar: &lintCommand{}}

type lintCommand struct {
	Paths         []string `arg:"" optional:"" help:"Files or directories; - is standard input, whose protocol is recognized from the text."`
	Staged        bool     `help:"Check the files staged for the next commit, not the work tree."`
	Fix           bool     `help:"Apply automatic fixes."`
	Diff          bool     `help:"Print a unified diff of the changes of --fix; write nothing."`
	From          string   `help:"With --fix: if Meta and state.json differ, keep the values of this side." enum:",meta,state" default:"" placeholder:"meta|state"`
	StdinFilename string   `help:"Check standard input as if it were this file." placeholder:"PATH"`
	Format        string   `help:"Output format: ${enum}." enum:"text,json,sarif,rdjson,github" default:"text"`
	JSON          bool     `help:"The same as --format json."`
	Color         string   `help:"When the text format has colours and lines of the files: ${enum}." enum:"auto,always,never" default:"auto"`
	FailOn        string   `help:"Exit 1 if a finding has this severity or a higher one: error, warning or never (default: error)." enum:",error,warning,never" default:"" placeholder:"SEVERITY"`
	As            string   `help:"Read the files as checkpoints of this protocol, whatever their paths are." placeholder:"PROTOCOL"`
	IgnoreUnknown bool     `help:"Skip files that are not checkpoints or that the configuration ignores."`
	AllowEmpty    bool     `help:"Exit 0 if there is nothing to check."`
	Strict        bool     `help:"For a track, also report steps without last_updated."`
	All           bool     `help:"Also report findings in finished plans and tracks."`
	Whole         bool     `help:"For a file of a workspace, such as rfc.md or the plan.md of a track, check the whole workspace."`
	app.TalkFlags
	baselineFlags
	pick.SettingFlags
	app.NowFlag
	app.LinksFlag
}

func (c *lintCommand) Plain(args []string) {
	c.Format, c.Color = "text", "auto"
	if len(args) > 0 {
		c.Paths = args
	}
}

func (c *lintCommand) Load(own ...config.Flag) error {
	return c.SettingFlags.Load(append(own,
		config.Flag{Key: "fail-on", Value: c.FailOn, Name: "--fail-on"},
		config.Flag{Key: "baseline", Value: c.Baseline, Name: "--baseline"})...)
}

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
		c.Paths = widenPaths(&c.Pick, c.Paths)
	}
	return (&linter{command: c, std: std}).run()
}

func (c *lintCommand) isStdin() bool { return c.StdinFilename != "" || slices.Contains(c.Paths, "-") }

func (l *linter) run() error {
	p := l.printer()
	found, err := l.targets()
	defer l.index.close()
	if err == nil && len(found) == 0 && l.isText() { // standard input was skipped
		return passInput(l.std, l.input)
	}
	settings, fault := l.command.Pick.SettingsForAll(found)
	if fault == nil && len(found) > 0 {
		fault = l.openBaselines(settings)
	}
	if fault == nil {
		fault = l.lintAll(found, settings, p.add)
	} else {
		found = nil
	}
	if len(found) == 0 && errors.Join(err, fault) != nil && l.command.Format != "sarif" {
		return errors.Join(err, fault)
	}
	return errors.Join(err, fault, p.end(err, fault))
}

// isText reports whether the output is the fixed standard input instead of findings.
func (l *linter) isText() bool { return l.command.isStdin() && l.command.Fix && !l.command.Diff }

func (c *lintCommand) checkFlags() error {
	stdin := c.isStdin()
	switch {
	case c.UpdateBaseline && (c.Staged || stdin || c.Diff):
		return errors.New("--update-baseline reads the work tree; it cannot be used with --staged, --diff or standard input")
	case c.As != "" && c.Staged:
		return errors.New("--staged cannot be used with --as, because --staged finds checkpoints by their paths")
	case c.JSON && c.Format != "text" && c.Format != "json":
		return fmt.Errorf("--json cannot be used with --format %s, because --json means --format json", c.Format)
	case (c.JSON || c.Format != "text") && (c.Diff || stdin && c.Fix):
		return errors.New("--format and --json cannot be used with --diff, or with --fix on standard input: the output is a text, not findings")
	case c.Whole && (stdin || c.As != ""):
		return errors.New("--whole cannot be used with standard input or --as: it needs the path of a file in a workspace")
	case c.Fix && c.Staged:
		return app.Errorf("run mdck lint --fix first, then git add", "--fix cannot be used with --staged: it changes the work tree, not the index")
	case c.From != "" && !c.Fix:
		return errors.New("--from requires --fix")
	case stdin && c.Staged:
		return errors.New("--staged cannot be used with standard input")
	}
	return checkStdinPaths(c.StdinFilename, c.Paths)
}

type linter struct {
	command *lintCommand
	std     app.Streams
	index   *stagedTrees // set with --staged
	input   string       // standard input
	books   []*book
	check   pick.Checker
	paths   []string // absolute paths from the command line
}

func (l *linter) targets() ([]workspace.Target, error) {
	c := l.command
	for _, name := range c.Paths {
		if abs, err := filepath.Abs(name); err == nil {
			l.paths = append(l.paths, abs)
		}
	}
	switch {
	case c.isStdin():
		t, text, ok, err := readStdin(&c.Pick, l.std, c.query(), c.StdinFilename, c.As)
		if err == nil && c.Fix {
			err = app.CheckInputSize(text)
		}
		l.input = text
		if err != nil || !ok {
			return nil, err
		}
		return []workspace.Target{t}, nil
	case c.Staged:
		return l.staged()
	case c.As != "":
		return c.Pick.TargetsAs(c.Paths, c.As, c.query())
	}
	return c.Pick.Find(c.Paths, c.query())
}

func (c *lintCommand) query() pick.Query {
	return pick.Query{IgnoreUnknown: c.IgnoreUnknown, AllowEmpty: c.AllowEmpty, As: true, Skips: true}
}

type result struct {
	report.File
	target   *workspace.Target
	settings *workspace.Settings
	fault    error             // why there are no findings
	diff     string            // only with --diff
	text     string            // fixed standard input; only with --fix
	left     []lint.Diagnostic // findings after the fixes; only with --diff
	wantsDue bool
	history  bool // finished work, with findings that are only counted
	talk     strings.Builder
}

// lintAll checks all targets, even if some fail. It calls use with the results in order.
func (l *linter) lintAll(found []workspace.Target, settings []*workspace.Settings, use func(*result)) error {
	defer debug.SetGCPercent(debug.SetGCPercent(app.WalkGCPercent))
	var errs []error
	folders := map[string]bool{}
	wantsDue := make([]bool, len(found)) // the first file of a folder reports its due items
	for i := range found {
		dir := found[i].File(found[i].Folder)
		wantsDue[i] = l.command.Format == "json" && !l.command.isStdin() && (found[i].Folder == "" || !folders[dir])
		folders[dir] = true
	}
	check := func(i int) *result {
		r := &result{target: &found[i], settings: settings[i], wantsDue: wantsDue[i]}
		r.fault = l.lintOne(r)
		return r
	}
	app.RunInOrder(len(found), 1, check, func(_ int, r *result) {
		use(r)
		if r.fault != nil {
			errs = append(errs, r.fault)
		}
	})
	return errors.Join(errs...)
}

func (l *linter) lintOne(r *result) error {
	t, stdin := r.target, l.command.isStdin()
	r.File = report.File{Shown: t.DisplayPath, Path: t.Path, Disk: t.File}
	if stdin && l.command.StdinFilename == "" {
		r.Shown, r.Disk = nameless(t), nil
	}
	if l.index == nil && !stdin {
		if err := pick.RecoverWrite(t, &r.talk); err != nil {
			return err
		}
	}
	in, err := l.inputFor(r)
	if err != nil {
		return err
	}
	if r.wantsDue {
		in.Seen = func(u *lint.Unit) {
			read := u.Checkpoint()
			if t.Folder != "" {
				read = nil // what is due in the whole folder
			}
			r.Due = pick.DueItems(t, t.Due(u.Input, read))
		}
	}
	r.Diagnostics, err = l.findings(t, in)
	r.history = len(r.Diagnostics) > 0 && !l.isAsked(t) && in.Past()
	r.left, r.text = r.Diagnostics, l.input
	switch {
	case err != nil || r.history || !l.command.Fix || countFixable(r.Diagnostics) == 0:
		return err
	case stdin:
		return l.fixInput(in, r)
	}
	return l.fix(t, in, r)
}

func (l *linter) isAsked(t *workspace.Target) bool {
	c := l.command
	return c.All || c.As != "" || c.isStdin() || !c.Staged && !c.IgnoreUnknown && slices.Contains(l.paths, t.File(t.Path))
}

func (l *linter) findings(t *workspace.Target, in lint.Input) ([]lint.Diagnostic, error) {
	if l.index == nil && !l.command.isStdin() {
		return l.check.Run(t, in)
	}
	found, err := lint.Run(in)
	return found, pick.EachShown(t, err)
}

func (l *linter) inputFor(r *result) (lint.Input, error) {
	t := r.target
	in, err := l.check.Input(tree.Dir(t.Root), t, r.settings)
	if err != nil {
		return in, err
	}
	in.From, in.Strict = l.command.From, l.command.Strict
	if l.command.isStdin() {
		in.Saved = true
		in.Tree = tree.Overlay(in.Tree, map[string]string{t.Path: l.input})
	}
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
