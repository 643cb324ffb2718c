package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/protocol"
)

// stateFlags are the flags of commands that keep the state of thresholds.
type stateFlags struct {
	Project string `help:"Folder of the project (default: the nearest directory, this one or one above it, with .autopilot or .planning, else the repository)." placeholder:"DIR"`
	writeFlags
}

// limitFlags are those of commands that go by limits, too.
type limitFlags struct {
	stateFlags
	configFlags
}

// A stateWriter is one run of a command that keeps the state of thresholds.
type stateWriter struct {
	*writer
	flags *stateFlags
}

func (f *stateFlags) project(std Streams, name string) (*stateWriter, error) {
	root, err := f.root()
	if err != nil {
		return nil, err
	}
	return f.at(std, name, root), nil
}

// at returns the run of the command called name on the project at root.
func (f *stateFlags) at(std Streams, name, root string) *stateWriter {
	w := f.writer(std, name, *limitTarget(std.finder(), root), nil)
	w.about = threshold.AcksFile
	return &stateWriter{w, f}
}

// limitTarget is the state of the project at root.
func limitTarget(finder workspace.Finder, root string) *workspace.Target {
	t := finder.Target(protocol.Target{Protocol: plan.Name, Root: root, Folder: ".autopilot", Main: threshold.StateFile, Path: threshold.StateFile})
	return &t
}

// root is the directory of the project.
func (f *stateFlags) root() (string, error) {
	if f.Project != "" {
		root, err := filepath.Abs(f.Project)
		if err != nil {
			return "", err
		}
		if info, err := os.Stat(root); err != nil {
			return "", withoutOperation("--project "+f.Project, err)
		} else if !info.IsDir() {
			return "", fmt.Errorf("--project %s is no directory", report.Name(f.Project))
		}
		return root, nil
	}
	cwd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if root, ok := projectAbove(cwd); ok {
		return root, nil
	}
	return "", hinted(errors.New("no project here or in a directory above: looked for .autopilot, .planning and .git"), "--project DIR names one")
}

// projectAbove returns the project that dir, an absolute path, is in: the nearest directory,
// dir or one above it, that has a folder of plans, but none above the root of the
// repository, or else that root; ok is false if there is neither.
func projectAbove(dir string) (root string, ok bool) {
	return protocol.Above(dir, func(d string) bool {
		isFolder := func(name string) bool { return isDir(filepath.Join(d, name)) }
		return slices.ContainsFunc(planfile.Folders(), isFolder) || exists(filepath.Join(d, ".git"))
	})
}

// change writes the change that build makes.
func (w *stateWriter) change(build func(*threshold.Draft) error) error {
	return w.write(threshold.Edit(func(d *threshold.Draft) error {
		d.Where = w.where
		err := build(d)
		if errors.Is(err, threshold.ErrVoid) {
			hint := "nothing was written; if that reset is in the future or no time, " + w.withProject("mdck plan reset") + " sets it to now"
			err = &protocol.RequestError{Err: err, Hint: hint, Path: threshold.AcksFile}
		}
		return err
	}))
}

// keeps reports whether the project has plans, or a folder for them, which a state belongs to.
func (w *stateWriter) keeps() bool {
	entries, _ := os.ReadDir(w.target.Root) // what cannot be read has no plans
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return planfile.IsNumbered(e.Name()) || slices.Contains(planfile.Folders(), e.Name())
	})
}

// where returns where the work on the plans of the project is.
func (w *stateWriter) where() threshold.Place {
	p, s := w.standing()
	if s == nil || s.Plan == nil {
		return threshold.Place{}
	}
	at := threshold.Place{Plan: s.Plan.File.Name, Task: s.Task}
	if state := p.State(); state != nil {
		at.Position = state.StoppedAt()
	}
	for _, g := range s.Plan.Gates() {
		if p.Answers == nil || p.Answers.Open(&g) {
			at.Open = append(at.Open, fmt.Sprintf("%s:%d %s", s.Plan.ID(), g.Number, kindOfGate(g.Type)))
		}
	}
	return at
}

// standing returns the plans of the project and where the work on them is; nil if there are
// none.
func (w *stateWriter) standing() (*position.Project, *position.Standing) {
	for _, folder := range planfile.Folders() {
		if !isDir(w.target.File(folder)) {
			continue
		}
		if p := position.ReadProject(tree.Dir(w.target.Root), folder); len(p.Plans) > 0 {
			return p, p.Standing("")
		}
	}
	return nil, nil
}

// evaluate runs a check that records nothing.
func (w *stateWriter) evaluate(check func(*threshold.Draft) error) {
	_, _ = threshold.Edit(func(d *threshold.Draft) error { // a dry check does not fail
		d.Dry = true
		return check(d)
	})(w.changer().Look())
}

// withProject is a command of ours that works on the same project.
func (w *stateWriter) withProject(command string) string {
	if w.flags.Project == "" {
		return command
	}
	return command + " --project " + report.OneLine(quote(w.flags.Project))
}

// limits are what a check goes by.
type limits struct {
	sheet    threshold.Sheet
	triggers []threshold.Trigger
	from     string // where the triggers are from
	notes    []string
}

// begin returns a run of the command called name, and the limits that it goes by, with those
// of the command line.
func (f *limitFlags) begin(std Streams, name string, texts []string) (*stateWriter, *limits, error) {
	flags, err := parseLimits(texts)
	if err != nil {
		return nil, nil, err
	}
	w, err := f.project(std, name)
	if err != nil {
		return nil, nil, err
	}
	l, err := f.limits(w, flags)
	return w, l, err
}

// limits are those of the project of w, with those of the command line laid over them.
func (f *limitFlags) limits(w *stateWriter, flags []threshold.Limit) (*limits, error) {
	config, err := f.loader.For(w.target.Root, w.target.Root)
	if err != nil {
		return nil, err
	}
	var places []threshold.ConfigFile
	if !f.NoConfig {
		places = limitPlaces(&w.target)
	}
	l, err := limitsOf(config, places, flags)
	for _, note := range l.notes {
		fmt.Fprintf(w.std.Err, "mdck: note: %s\n", report.OneLine(note))
	}
	return l, err
}

// limitsOf are the limits that hold: flags go before .mdck.yaml, that before the
// configurations of the protocol, of which the last wins, and those before the
// defaults. Levels out of order are errors.
func limitsOf(config *config.Config, places []threshold.ConfigFile, flags []threshold.Limit) (*limits, error) {
	l := &limits{from: threshold.DefaultSource}
	var all []threshold.Limit
	for _, p := range places {
		all = append(all, l.foreign(p)...)
	}
	l.sheet = threshold.NewSheet(slices.Concat(all, threshold.ConfiguredLimits(config.Get), flags)...)
	var faults []error
	for _, message := range threshold.Disordered(l.sheet) {
		faults = append(faults, fmt.Errorf("limits out of order: %s", message))
	}
	if v, origin := config.Get(threshold.TriggersSetting); v != nil {
		l.triggers, _ = threshold.ParseTriggers(v)
		l.from = origin
	}
	if l.from == threshold.DefaultSource {
		l.triggers = threshold.TriggersOf(l.sheet.Table())
	}
	return l, errors.Join(faults...)
}

// limitPlaces are the configurations of the protocol that may be there, those that
// win last: of the user, and of the project of t.
func limitPlaces(t *workspace.Target) []threshold.ConfigFile {
	var all []threshold.ConfigFile
	if home, err := os.UserHomeDir(); err == nil {
		all = append(all, threshold.ConfigFile{Tree: tree.Dir(home), Name: threshold.UserConfig, Shown: "~/" + threshold.UserConfig})
	}
	return append(all, threshold.ConfigFile{Tree: tree.Dir(t.Root), Name: threshold.ProjectConfig, Shown: t.Shown(threshold.ProjectConfig)})
}

// checkedLimits says which thresholds of a configuration are out of order once they are
// laid over those of the project that dir lies in.
func checkedLimits(finder workspace.Finder, config *config.Config, dir string) error {
	root, ok := projectAbove(dir)
	if !ok || len(threshold.ConfiguredLimits(config.Get)) == 0 {
		return nil
	}
	_, err := limitsOf(config, limitPlaces(limitTarget(finder, root)), nil)
	return err
}

// foreign are the limits of a configuration of the protocol. What cannot be read of it
// is noted: it is no file of ours.
func (l *limits) foreign(p threshold.ConfigFile) []threshold.Limit {
	f, doc, err := p.Read()
	switch {
	case err != nil:
		l.notes = append(l.notes, "not used: "+err.Error())
		return nil
	case f == nil:
		return nil
	}
	for _, problem := range f.Problems {
		l.notes = append(l.notes, "not used: "+doc.File.Errorf(problem.Span.Start, "%s", problem.Message).Error())
	}
	if f.Listed && p.Name == threshold.ProjectConfig { // the user's has limits alone
		l.triggers, l.from = f.Triggers, f.At
	}
	return f.Limits
}
