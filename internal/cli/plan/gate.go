package plan

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/plan/planfile"
)

// A planGate is a gate of a plan with its answer and state.
type planGate struct {
	planfile.Gate
	folder *planFolder
	ref    string           // name of the gate on a command line
	answer *planfile.Answer // the last answer to the current gate; nil if there is none
	done   bool             // the plan is done, with or without an answer
	blind  bool             // the answers are unreadable
}

// The states of a gate.
const (
	gateOpen     = "open"
	gateProblem  = "problem" // open: the last answer reports a problem
	gateAnswered = "answered"
	gateDone     = "done"    // the plan was executed without a recorded answer
	gateUnknown  = "unknown" // the answers are unreadable
)

func (g *planGate) state() string {
	switch {
	case g.answer != nil && g.answer.Verdict.Passes():
		return gateAnswered
	case g.done:
		return gateDone
	case g.blind:
		return gateUnknown
	case g.answer != nil:
		return gateProblem
	}
	return gateOpen
}

// isOpen reports whether the gate needs an answer.
func (g *planGate) isOpen() bool { return g.state() == gateOpen || g.state() == gateProblem }

// named returns the name of the gate's plan on a command line.
func (g *planGate) named() string { return g.ref[:strings.LastIndexByte(g.ref, ':')] }

// kind returns the type without its prefix.
func (g *planGate) kind() string { return kindOfGate(g.Type) }

func kindOfGate(name string) string {
	if name == "" {
		return "checkpoint"
	}
	return strings.TrimPrefix(name, planfile.Prefix)
}

// line returns the line of the gate in its file.
func (g *planGate) line() int {
	span := g.Plan.Front.Checkpoint.Span
	if g.Task != nil {
		span = g.Task.Tag
	}
	return g.Plan.File.Line(span.Start)
}

// path returns the displayed path of the gate's file.
func (g *planGate) path() string { return g.folder.shown(g.Plan) }

// gatesOf returns the gates of the selected plans, by directory and in the order of execution. The
// error is about unreadable answers; the state of the gates in such a directory is unknown. If all
// plans are selected, the gates of historical plans count as done.
func gatesOf(folders []*planFolder, names planNames, whole bool) ([]*planGate, error) {
	var all []*planGate
	var faults []error
	for _, f := range folders {
		answers, err := f.answers()
		if err != nil {
			faults, answers = append(faults, err), &planfile.Answers{}
		}
		for _, g := range f.order().Gates(f.Done) {
			if !f.isAsked(g.Plan) {
				continue
			}
			all = append(all, &planGate{
				Gate: g, folder: f, ref: fmt.Sprintf("%s:%d", names.of(f, g.Plan), g.Number), answer: answers.Find(&g),
				done: f.Done(g.Plan) || whole && f.isHistory(g.Plan), blind: err != nil,
			})
		}
	}
	return all, errors.Join(faults...)
}

// answers returns the recorded answers for the plans of a directory.
func (f *planFolder) answers() (*planfile.Answers, error) {
	return readAnswers(tree.Dir(f.target.Root), &f.target)
}

// readAnswers reads the answers for the project of t from files.
func readAnswers(files fs.FS, t *workspace.Target) (*planfile.Answers, error) {
	answers, _, err := planfile.ReadAnswers(files)
	if err != nil {
		return nil, app.Hinted(app.WithDisplayPath(t, err), "fix the file, or move it away: then every checkpoint is open again")
	}
	return answers, nil
}

// findGates returns the gates that ref names: the gate of a task, the gates of a plan, or all gates
// of the repository.
func findGates(f *pick.ConfigFlags, ref gateRef, talk io.Writer) ([]*planGate, error) {
	whole := ref.plan == ""
	folders, err := planFolders(f, given(ref.plan), talk)
	if err != nil && (len(folders) == 0 || !whole) {
		return nil, err
	}
	gates, fault := gatesOf(folders, readPlanNames(f, folders, whole), whole)
	if err = errors.Join(err, fault); ref.task < 0 {
		return gates, err
	}
	found := slices.DeleteFunc(slices.Clone(gates), func(g *planGate) bool { return g.Number != ref.task })
	if len(found) == 0 {
		return nil, errors.Join(err, noSuchGate(ref, gates))
	}
	return found, err
}

// noSuchGate returns the error for a missing gate, with the existing gates of the plan.
func noSuchGate(ref gateRef, gates []*planGate) error {
	err := fmt.Errorf("%s: task %d is not a checkpoint", ref.plan, ref.task)
	if len(gates) == 0 {
		return app.Hinted(err, "the plan has no checkpoints")
	}
	return app.Hinted(err, gateLines(gates)...)
}

// gateLines returns a line for each gate.
func gateLines(gates []*planGate) []string {
	var lines []string
	for _, g := range gates {
		lines = append(lines, fmt.Sprintf("%s  %s  %s", g.ref, g.kind(), report.Fit(g.Title, 60)))
	}
	return firstOf(lines)
}

// openOf returns the open gates.
func openOf(gates []*planGate) []*planGate {
	return slices.DeleteFunc(slices.Clone(gates), func(g *planGate) bool { return !g.isOpen() })
}

// oneGate returns the gate that ref names: the gate of the task or, if ref has no task, the only gate
// or the only open gate.
func oneGate(f *pick.ConfigFlags, ref gateRef, command string, talk io.Writer) (*planGate, error) {
	gates, err := findGates(f, ref, talk)
	if err != nil {
		return nil, err
	}
	open, what := openOf(gates), "are open"
	switch {
	case ref.task >= 0 && len(gates) == 1:
		return gates[0], nil // it may be answered already: an answer can be changed
	case len(open) == 1:
		return open[0], nil
	case ref.task >= 0:
		open, what = gates, fmt.Sprintf("are called %s:%d", ref.plan, ref.task)
	case len(open) == 0:
		return nil, noneOpen(ref, len(gates))
	}
	return nil, app.Hinted(fmt.Errorf("%d checkpoints %s; expected one", len(open), what),
		append([]string{"name one: mdck " + command + " PLAN:TASK"}, gateLines(open)...)...)
}

// noneOpen returns the error if no gate is open.
func noneOpen(ref gateRef, all int) error {
	where := ref.plan
	if where == "" {
		where = "this repository"
	}
	err := fmt.Errorf("no checkpoint is open in %s", where)
	if all == 0 {
		return app.Hinted(err, "there are no checkpoints; mdck plan add creates one")
	}
	return app.Hinted(err, fmt.Sprintf("all %d are answered, or their plans are done: mdck plan gates --all", all))
}
