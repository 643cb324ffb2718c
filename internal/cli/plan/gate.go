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
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/plan/planfile"
)

// A planGate is a checkpoint with its answer.
type planGate struct {
	planfile.Gate
	folder     *planFolder
	ref        string           // PLAN:TASK
	answer     *planfile.Answer // nil without an answer to the current text
	done       bool
	unreadable bool
}

const (
	gateOpen     = "open"
	gateProblem  = "problem" // the answer reports a problem
	gateAnswered = "answered"
	gateDone     = "done"    // the plan is done, and no answer passes the gate
	gateUnknown  = "unknown" // the answers cannot be read
)

func (g *planGate) state() string {
	switch {
	case g.answer != nil && g.answer.Verdict.Passes():
		return gateAnswered
	case g.done:
		return gateDone
	case g.unreadable:
		return gateUnknown
	case g.answer != nil:
		return gateProblem
	}
	return gateOpen
}

func (g *planGate) isOpen() bool { return g.state() == gateOpen || g.state() == gateProblem }

func (g *planGate) planName() string { return g.ref[:strings.LastIndexByte(g.ref, ':')] }

func (g *planGate) line() int {
	span := g.Plan.Front.Checkpoint.Span
	if g.Task != nil {
		span = g.Task.Tag
	}
	return g.Plan.File.Line(span.Start)
}

func (g *planGate) path() string { return g.folder.displayPath(g.Plan) }

// gatesOf returns the gates of the selected plans, in the order of execution.
func gatesOf(folders []*planFolder, names planNames, allSelected bool) ([]*planGate, error) {
	var all []*planGate
	var errs []error
	for _, f := range folders {
		answers, err := f.answers()
		if err != nil {
			errs, answers = append(errs, err), &planfile.Answers{}
		}
		for _, g := range f.order().Gates(f.Done) {
			if !f.isSelected(g.Plan) {
				continue
			}
			all = append(all, &planGate{
				Gate: g, folder: f, ref: fmt.Sprintf("%s:%d", names.of(f, g.Plan), g.Number), answer: answers.Find(&g),
				done: f.Done(g.Plan) || allSelected && f.isHistory(g.Plan), unreadable: err != nil,
			})
		}
	}
	return all, errors.Join(errs...)
}

func (f *planFolder) answers() (*planfile.Answers, error) {
	return readAnswers(tree.Dir(f.target.Root), &f.target)
}

func readAnswers(files fs.FS, t *workspace.Target) (*planfile.Answers, error) {
	answers, _, err := planfile.ReadAnswers(files)
	if err != nil {
		return nil, app.WithHints(app.WithDisplayPath(t, err), "fix the file, or move it away; without the file, all checkpoints are open")
	}
	return answers, nil
}

// findGates returns the gates that ref names: all, those of a plan, or those with a task number.
func findGates(f *pick.Picker, ref gateRef, talk io.Writer) ([]*planGate, error) {
	allSelected := ref.plan == ""
	folders, err := planFolders(f, listOf(ref.plan), talk)
	if err != nil && (len(folders) == 0 || !allSelected) {
		return nil, err
	}
	gates, unreadErr := gatesOf(folders, readPlanNames(f, folders, allSelected), allSelected)
	if err = errors.Join(err, unreadErr); ref.task < 0 {
		return gates, err
	}
	found := slices.DeleteFunc(slices.Clone(gates), func(g *planGate) bool { return g.Number != ref.task })
	if len(found) == 0 {
		return nil, errors.Join(err, noSuchGate(ref, gates))
	}
	return found, err
}

func noSuchGate(ref gateRef, gates []*planGate) error {
	err := fmt.Errorf("%s: task %d is not a checkpoint", ref.plan, ref.task)
	if len(gates) == 0 {
		return app.WithHints(err, "the plan has no checkpoints")
	}
	return app.WithHints(err, append([]string{"these tasks are checkpoints:"}, gateLines(gates)...)...)
}

func gateLines(gates []*planGate) []string {
	var lines []string
	for _, g := range gates {
		lines = append(lines, fmt.Sprintf("%s (%s): %s", g.ref, g.Kind(), report.Fit(g.Title, 60)))
	}
	return spelling.FirstOf(lines, app.MaxShownNames)
}

func openOf(gates []*planGate) []*planGate {
	return slices.DeleteFunc(slices.Clone(gates), func(g *planGate) bool { return !g.isOpen() })
}

// oneGate returns the gate that ref names, or the only open one.
func oneGate(f *pick.Picker, ref gateRef, command string, talk io.Writer) (*planGate, error) {
	gates, err := findGates(f, ref, talk)
	if err != nil {
		return nil, err
	}
	open, what := openOf(gates), "are open"
	switch {
	case ref.task >= 0 && len(gates) == 1:
		return gates[0], nil // even if it has an answer
	case len(open) == 1:
		return open[0], nil
	case ref.task >= 0:
		open, what = gates, fmt.Sprintf("are called %s:%d", ref.plan, ref.task)
	case len(open) == 0:
		return nil, noneOpen(ref, len(gates))
	}
	return nil, app.WithHints(fmt.Errorf("%d checkpoints %s; expected one", len(open), what),
		append([]string{"to name one: mdck " + command + " PLAN:TASK"}, gateLines(open)...)...)
}

func noneOpen(ref gateRef, all int) error {
	where := ref.plan
	if where == "" {
		where = "this repository"
	}
	err := fmt.Errorf("no checkpoint is open in %s", where)
	if all == 0 {
		return app.WithHints(err, "to add a checkpoint: mdck plan add TYPE PLAN")
	}
	return app.WithHints(err, "to also list answered checkpoints and those of finished plans: mdck plan gates --all")
}
