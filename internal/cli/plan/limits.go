package plan

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mdck/bootstrap"
	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/protocols/plan/position"
	"mdck/internal/protocols/plan/threshold"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

type checkFlags struct {
	Check string `arg:"" name:"action" enum:"check" help:"The action: always \"check\"."`
	readingFlags
	JSON bool `xor:"form" help:"Print one JSON object."`
	write.Flags
	pick.ConfigFlags
}

type readingFlags struct {
	Cost    string `help:"The cost so far, in dollars." placeholder:"N"`
	Context string `help:"How much of the context is used, in percent." placeholder:"N"`
	Errors  string `help:"The number of errors." placeholder:"N"`
}

func (f *readingFlags) values(variance string) ([]threshold.Value, error) {
	given := map[threshold.Kind]string{threshold.Cost: f.Cost, threshold.Context: f.Context, threshold.Variance: variance, threshold.Errors: f.Errors}
	var all []threshold.Value
	var errs []error
	for _, k := range threshold.Kinds() {
		if given[k] == "" {
			continue
		}
		n, err := threshold.ParseNumber(k, given[k])
		if err != nil {
			errs = append(errs, fmt.Errorf("--%s: %w", k, err))
		}
		all = append(all, threshold.Value{Kind: k, Number: n})
	}
	return all, errors.Join(errs...)
}

type stateWriter struct{ *write.Writer }

func newStateWriter(f *write.Flags, std app.Streams, name string) (*stateWriter, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	root, ok := projectAbove(cwd)
	if !ok {
		return nil, errors.New("no project in this directory or above; mdck looked for .autopilot, .planning and .git")
	}
	return stateWriterAt(f, std, name, root), nil
}

func stateWriterAt(f *write.Flags, std app.Streams, name, root string) *stateWriter {
	t := workspace.Finder{Table: std.Table}.Target(protocol.Target{Protocol: plan.Name, Root: root, Folder: ".autopilot", Main: threshold.StateFile, Path: threshold.StateFile})
	w := f.Writer(std, name, t, nil)
	w.About = threshold.AcksFile
	return &stateWriter{w}
}

func projectAbove(dir string) (root string, ok bool) {
	return protocol.Above(dir, func(d string) bool {
		isFolder := func(name string) bool { return app.IsDir(filepath.Join(d, name)) }
		return slices.ContainsFunc(planfile.Folders(), isFolder) || app.Exists(filepath.Join(d, ".git"))
	})
}

// hasPlans reports whether the project has a plan or a folder of plans. Otherwise mdck writes
// nothing.
func (w *stateWriter) hasPlans() bool {
	entries, _ := os.ReadDir(w.Target.Root) // unreadable means empty
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return planfile.IsNumbered(e.Name()) || slices.Contains(planfile.Folders(), e.Name())
	})
}

func (w *stateWriter) place() threshold.Place {
	p, s := w.progress()
	if s == nil || s.Plan == nil {
		return threshold.Place{}
	}
	at := threshold.Place{Plan: s.Plan.File.Name, Task: s.Task}
	at.Position = p.State().StoppedAt()
	for _, g := range s.Plan.Gates() {
		if p.Answers == nil || p.Answers.Open(&g) {
			at.Open = append(at.Open, fmt.Sprintf("%s:%d %s", s.Plan.ID(), g.Number, g.Kind()))
		}
	}
	return at
}

// progress returns the project and its progress. Both are nil without plans.
func (w *stateWriter) progress() (*position.Project, *position.Progress) {
	for _, folder := range planfile.Folders() {
		if !app.IsDir(w.Target.File(folder)) {
			continue
		}
		if p := position.ReadProject(tree.Dir(w.Target.Root), folder, bootstrap.Repository{}); len(p.Plans) > 0 {
			return p, p.Progress("")
		}
	}
	return nil, nil
}

type limitCheck struct {
	w           *stateWriter
	limits      threshold.Sheet
	notes       []string
	found       threshold.Record
	recorded    bool
	mayContinue bool
}

func (f *checkFlags) begin(std app.Streams, name string) (*limitCheck, error) {
	w, err := newStateWriter(&f.Flags, std, name)
	if err != nil {
		return nil, err
	}
	return check(&f.Pick, w)
}

func check(f *pick.Picker, w *stateWriter) (*limitCheck, error) {
	config, err := f.Loader.For(w.Target.Root, w.Target.Root)
	if err != nil {
		return nil, err
	}
	own := threshold.ConfigFile{Tree: tree.Dir(w.Target.Root), Name: threshold.ProjectConfig, Shown: w.Target.DisplayPath(threshold.ProjectConfig)}
	files := []threshold.ConfigFile{own}
	if home, err := os.UserHomeDir(); err == nil {
		files = []threshold.ConfigFile{{Tree: tree.Dir(home), Name: threshold.UserConfig, Shown: "~/" + threshold.UserConfig}, own}
	}
	if f.Loader.None {
		files = nil
	}
	limits, notes := threshold.Resolve(config.Get, files...)
	for _, note := range notes {
		fmt.Fprintf(w.Std.Err, "mdck: note: %s\n", report.OneLine(note))
	}
	return &limitCheck{w: w, limits: limits, notes: notes}, nil
}

func (c *limitCheck) values(values []threshold.Value, asJSON bool) error {
	c.found.Readings = threshold.Read(c.limits, values)
	c.found.Halts = c.found.Readings
	return c.finish(c.record(), asJSON)
}

func (c *limitCheck) triggers(values []threshold.Value, now threshold.TriggerInput, asJSON bool) error {
	c.found.Readings = threshold.Read(c.limits, values)
	c.found.Fired = threshold.Fire(c.limits, c.found.Readings, now)
	c.found.Halts = c.found.Fired
	for _, f := range c.found.Fired {
		if f.Trigger != threshold.PhaseComplete {
			continue
		}
		if err := c.w.checkHaves(); err != nil {
			return err
		}
	}
	return c.finish(c.record(), asJSON)
}

// record writes the results, and reads the acknowledgments.
func (c *limitCheck) record() (failed error) {
	w := c.w
	if c.found.Where = w.place; w.hasPlans() {
		w.Print = func(*change.Made, []lint.Diagnostic) error { return nil }
		failed = w.Write(c.found.Edit)
		c.recorded = (failed == nil || change.Written(failed)) && !w.Diff
	} else {
		failed = pick.RecoverWrite(&w.Target, w.Std.Err)
	}
	acks, unread := threshold.ReadAcks(tree.Dir(w.Target.Root))
	needed := false
	c.mayContinue = failed == nil
	for _, h := range c.found.Halts {
		h.FindAck(acks)
		needed = needed || h.AckProblem != ""
		c.mayContinue = c.mayContinue && !h.Halts()
		if !c.recorded {
			h.Waypoint = ""
		} else if h.Waypoint != "" {
			h.Waypoint = w.Target.DisplayPath(h.Waypoint)
		}
	}
	if unread != nil && needed {
		failed = errors.Join(failed, app.WithDisplayPath(&w.Target, unread))
	}
	return failed
}

// checkJSON is the output of mdck plan threshold check --json and mdck plan trigger check --json.
type checkJSON struct {
	Version  int                  `json:"version"`
	Project  string               `json:"project"`
	Now      string               `json:"now"`
	Goes     bool                 `json:"goesOn"`   // the exit status is 0
	Recorded bool                 `json:"recorded"` // the values were written
	Notes    []string             `json:"notes"`
	Level    threshold.Level      `json:"level"` // highest one: warning, alert, stop or ""
	Readings []*threshold.Reading `json:"readings"`
	Fired    []*threshold.Reading `json:"fired"`
	Limits   threshold.Sheet      `json:"limits"`
}

func (c *limitCheck) finish(failed error, asJSON bool) error {
	text, notes := "", append([]string{}, c.notes...)
	for _, h := range c.found.Halts {
		text += h.Show()
		if h.AckProblem != "" {
			notes = append(notes, h.AckProblem)
		}
	}
	if text = cmp.Or(text, "no trigger fires\n"); c.w.Diff {
		text = ""
	}
	none := []*threshold.Reading{}
	return printResult(c.w.Std.Out, failed, asJSON, checkJSON{
		1, app.DisplayPath(c.w.Target.Root), spelling.FormatTime(c.w.Clock()), c.mayContinue, c.recorded, notes, threshold.Worst(c.found.Readings),
		append(none, c.found.Readings...), append(none, c.found.Fired...), c.limits,
	}, text, !c.mayContinue)
}
