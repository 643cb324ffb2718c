package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/change"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/protocol"
)

// limitFlags are the flags of commands that go by limits.
type limitFlags struct {
	Limit []string `sep:"none" help:"A limit for this run, such as cost.alert=30; may be given again." placeholder:"KIND.LEVEL=N"`
	writeFlags
	configFlags
}

// load adds --limit, which sets a key of the configuration.
func (f *limitFlags) load(own ...config.Flag) error {
	for _, text := range f.Limit {
		name, value, _ := strings.Cut(text, "=")
		kind, level, _ := strings.Cut(strings.TrimSpace(name), ".")
		if _, err := threshold.ParseKind(kind); err != nil {
			kind, level = level, kind
		}
		k, err := threshold.ParseKind(kind)
		if err != nil || level == "" || value == "" {
			return fmt.Errorf("--limit is %q, want KIND.LEVEL=N, such as cost.alert=20", text)
		}
		own = append(own, config.Flag{Key: threshold.LimitKey(level, string(k)), Value: strings.TrimSpace(value), Name: "--limit"})
	}
	return f.configFlags.load(own...)
}

// A stateWriter is one run of a command that keeps the state of thresholds.
type stateWriter struct{ *writer }

// stateWriter returns the run of the command called name on the project of the current
// directory.
func (f *writeFlags) stateWriter(std Streams, name string) (*stateWriter, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	root, ok := projectAbove(cwd)
	if !ok {
		return nil, errors.New("no project here or in a directory above: looked for .autopilot, .planning and .git")
	}
	return f.stateWriterAt(std, name, root), nil
}

func (f *writeFlags) stateWriterAt(std Streams, name, root string) *stateWriter {
	t := workspace.Finder{Table: std.Table}.Target(protocol.Target{Protocol: plan.Name, Root: root, Folder: ".autopilot", Main: threshold.StateFile, Path: threshold.StateFile})
	w := f.writer(std, name, t, nil)
	w.about = threshold.AcksFile
	return &stateWriter{w}
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

// A limitCheck is one check of thresholds or triggers.
type limitCheck struct {
	w        *stateWriter
	limits   *threshold.Resolved
	found    threshold.Record
	recorded bool
	goes     bool // the work goes on
}

// begin returns a check by the command called name.
func (f *limitFlags) begin(std Streams, name string) (*limitCheck, error) {
	w, err := f.stateWriter(std, name)
	if err != nil {
		return nil, err
	}
	return f.check(w)
}

// check returns a check of the project of w: the limits of the command line and of .mdck.yaml
// go before those of the protocol's files.
func (f *limitFlags) check(w *stateWriter) (*limitCheck, error) {
	config, err := f.loader.For(w.target.Root, w.target.Root)
	if err != nil {
		return nil, err
	}
	var files []threshold.ConfigFile
	if home, err := os.UserHomeDir(); err == nil && !f.NoConfig {
		files = append(files, threshold.ConfigFile{Tree: tree.Dir(home), Name: threshold.UserConfig, Shown: "~/" + threshold.UserConfig})
	}
	if !f.NoConfig {
		files = append(files, threshold.ConfigFile{Tree: tree.Dir(w.target.Root), Name: threshold.ProjectConfig, Shown: w.target.Shown(threshold.ProjectConfig)})
	}
	limits, err := threshold.Resolve(config.Get, files...)
	for _, note := range limits.Notes {
		fmt.Fprintf(w.std.Err, "mdck: note: %s\n", report.OneLine(note))
	}
	return &limitCheck{w: w, limits: limits}, err
}

// record records what was found and looks up what is acknowledged, so that what was found is
// printed whether or not it can be recorded.
func (c *limitCheck) record() (failed error) {
	w := c.w
	if c.found.Where = w.where; w.keeps() {
		w.print = func(*change.Made, []lint.Diagnostic) error { return nil }
		failed = w.write(c.found.Edit)
		c.recorded = (failed == nil || change.Written(failed)) && !w.diff
	} else {
		failed = recoverWrite(&w.target, w.std.Err)
	}
	acks, unread := threshold.ReadAcks(tree.Dir(w.target.Root))
	needed := false
	c.goes = failed == nil
	for _, h := range c.found.Halts {
		h.Excuse(acks)
		needed = needed || h.Void != ""
		c.goes = c.goes && !h.Halts()
		if !c.recorded {
			h.Waypoint = ""
		} else if h.Waypoint != "" {
			h.Waypoint = w.target.Shown(h.Waypoint)
		}
	}
	if unread != nil && needed {
		failed = errors.Join(failed, withDisplayPath(&w.target, unread))
	}
	return failed
}

// finish prints what was found, text or the object for --json, and returns the error of the
// command.
func (c *limitCheck) finish(failed error, object any, text string) error {
	var err error
	switch {
	case object != nil:
		err = report.Indented(c.w.std.Out, object)
	case !c.w.diff:
		_, err = io.WriteString(c.w.std.Out, text)
	}
	if err = errors.Join(err, failed); err != nil || c.goes {
		return err
	}
	return errFindings
}
