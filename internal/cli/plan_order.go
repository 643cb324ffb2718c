package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"mdck/internal/report"
	"mdck/mdcheckpoint/plan/planfile"
)

const planOrderHelp = `Lists plans in the order of execution: by phase, by wave, and each behind those that it depends on. Of a wave the plans that need nobody run first and in parallel; those with a checkpoint, or with autonomous: false, follow one at a time, and pause where it is said. What is done already (03-06-SUMMARY.md lies beside 03-06-PLAN.md, SUMMARY.md beside PLAN.md, LOGBOOK.md beside ROUTE.md) is marked.

Plans that wait for each other, a plan that depends on one which does not exist, and front matter, a wave or depends_on that cannot be made out are errors, with their place, and the status is 1; warnings do not change it. It is 2 when a file cannot be read. A dependency on a phase that is not here is a warning: it may be done and put away.

PATH is a plan, a directory, or the id of a plan or a phase; without one it is the repository, without the milestones that were put away and the backlog.

Examples:

    mdck plan order
    mdck plan order 03
    mdck plan order .planning --json`

type planOrderCommand struct {
	Path []string `arg:"" optional:"" name:"path" help:"A plan, a directory, or the id of a plan or phase (default: the repository)."`
	JSON bool     `help:"Print one JSON object."`
	configFlags
}

// Run lists the plans.
func (c *planOrderCommand) Run(std Streams) error {
	folders, err := c.planFolders(c.Path, std.Err)
	if len(folders) == 0 {
		return err
	}
	orders := ordersOf(folders)
	if c.JSON {
		out := &ordersJSON{Version: 1, Folders: []orderJSON{}}
		for _, o := range orders {
			out.Folders = append(out.Folders, o.json())
		}
		err = errors.Join(err, report.Indented(std.Out, out))
	} else {
		err = errors.Join(err, writeOrders(std.Out, orders))
	}
	if err == nil && slices.ContainsFunc(orders, (*planOrder).failed) {
		return errFindings
	}
	return err
}

// A planOrder is the order of the plans of a folder that a command is asked about.
type planOrder struct {
	folder   *planFolder
	steps    []planfile.Step // without plans that are not asked about
	unplaced []*planfile.Plan
	problems []planfile.OrderProblem
}

func ordersOf(folders []*planFolder) []*planOrder {
	var all []*planOrder
	for _, f := range folders {
		o := &planOrder{folder: f}
		whole := f.order()
		for _, s := range whole.Steps {
			if s.Plans = f.only(s.Plans); len(s.Plans) > 0 {
				o.steps = append(o.steps, s)
			}
		}
		o.unplaced = f.only(whole.Unplaced)
		for _, p := range whole.Problems {
			if f.isAsked(p.Plan) || p.Error && len(o.unplaced) > 0 {
				o.problems = append(o.problems, p)
			}
		}
		for _, p := range f.plans() {
			o.problems = append(o.problems, frontProblems(p)...)
		}
		slices.SortStableFunc(o.problems, func(a, b planfile.OrderProblem) int {
			return cmp.Or(strings.Compare(a.Plan.File.Name, b.Plan.File.Name), cmp.Compare(a.Span.Start, b.Span.Start))
		})
		all = append(all, o)
	}
	return all
}

// frontProblems are why front matter is no YAML: what it says of the order is then taken
// key by key.
func frontProblems(p *planfile.Plan) []planfile.OrderProblem {
	var all []planfile.OrderProblem
	for _, m := range p.Misread() {
		all = append(all, planfile.OrderProblem{Plan: p, Error: m.Error, Span: m.Span, Message: m.Message})
	}
	return all
}

// only are those of plans that the command is asked about.
func (f *planFolder) only(plans []*planfile.Plan) []*planfile.Plan {
	var kept []*planfile.Plan
	for _, p := range plans {
		if f.isAsked(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

// failed reports whether the plans cannot be put in order.
func (o *planOrder) failed() bool {
	return slices.ContainsFunc(o.problems, func(p planfile.OrderProblem) bool { return p.Error })
}

// writeOrders prints the orders for people: what is wrong first.
func writeOrders(w io.Writer, orders []*planOrder) error {
	var b strings.Builder
	for _, o := range orders {
		for i := range o.problems {
			p := o.problem(&o.problems[i])
			fmt.Fprintf(&b, "%s:%d:%d: %s: %s\n", report.Name(p.Path), p.Line, p.Column, p.Severity, report.OneLine(p.Message))
		}
	}
	for _, o := range orders {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s\n", report.Name(o.folder.shownDir()))
		o.text(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// text prints the steps and what stands in none.
func (o *planOrder) text(b *strings.Builder) {
	for i, s := range o.steps {
		how := ""
		if len(s.Plans) > 1 {
			how = fmt.Sprintf(", %d in parallel", len(s.Plans))
		}
		fmt.Fprintf(b, "  %d. %s%s\n", i+1, report.OneLine(stepName(&s)), how)
		for _, p := range s.Plans {
			o.line(b, p)
		}
	}
	if len(o.unplaced) > 0 {
		b.WriteString("  in no order\n")
		for _, p := range o.unplaced {
			o.line(b, p)
		}
	}
}

func stepName(s *planfile.Step) string {
	if s.Phase == "" {
		return fmt.Sprintf("wave %d", s.Wave)
	}
	return fmt.Sprintf("phase %s, wave %d", s.Phase, s.Wave)
}

// line prints a plan: its id, whether it is done, what it is called, and its pauses.
func (o *planOrder) line(b *strings.Builder, p *planfile.Plan) {
	mark := "[ ]"
	if o.folder.Done(p) {
		mark = "[x]"
	}
	parts := []string{mark, p.ID().String(), o.folder.shown(p)}
	if after := dependsOf(p); len(after) > 0 {
		parts = append(parts, "after "+strings.Join(after, ", "))
	}
	if pauses := pausesOf(p); pauses != "" {
		parts = append(parts, pauses)
	}
	fmt.Fprintln(b, "     "+report.OneLine(strings.Join(parts, "  ")))
}

// dependsOf are the plans that p says it depends on, as written.
func dependsOf(p *planfile.Plan) []string {
	var all []string
	for _, r := range p.Front.Depends {
		all = append(all, r.Text)
	}
	return all
}

// pausesOf says where p waits for a person.
func pausesOf(p *planfile.Plan) string {
	var parts []string
	for _, g := range p.Gates() {
		parts = append(parts, pauseOf(&g))
	}
	if a := p.Front.Autonomous; len(parts) == 0 && p.Alone() {
		return "runs alone: autonomous is " + report.OneLine(p.File.Slice(a.Span))
	}
	return strings.Join(parts, ", ")
}

func pauseOf(g *planfile.Gate) string {
	if g.After == 0 {
		return "pauses before task 1: " + kindOfGate(g.Type)
	}
	return fmt.Sprintf("pauses after task %d: %s", g.After, kindOfGate(g.Type))
}

// ordersJSON is the object that mdck plan order --json prints. Its names are part of the
// interface; lists are never null.
type ordersJSON struct {
	Version int         `json:"version"`
	Folders []orderJSON `json:"folders"`
}

type orderJSON struct {
	Folder   string             `json:"folder"`
	Steps    []orderStepJSON    `json:"steps"`
	Unplaced []orderedJSON      `json:"unplaced"`
	Problems []orderProblemJSON `json:"problems"`
}

type orderStepJSON struct {
	Phase    string        `json:"phase"`
	Wave     int           `json:"wave"`
	Parallel bool          `json:"parallel"` // its plans may run at the same time
	Gated    bool          `json:"gated"`    // its only plan needs a person
	Plans    []orderedJSON `json:"plans"`
}

type orderedJSON struct {
	Plan      string      `json:"plan"`
	Path      string      `json:"path"`
	Done      bool        `json:"done"`
	DependsOn []string    `json:"dependsOn"`
	Pauses    []pauseJSON `json:"pauses"`
}

type pauseJSON struct {
	After int    `json:"after"` // number of the last task before it
	Task  int    `json:"task"`  // 0 is the front matter's
	Type  string `json:"type"`
}

type orderProblemJSON struct {
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Severity string `json:"severity"` // error or warning
	Message  string `json:"message"`
}

func (o *planOrder) problem(p *planfile.OrderProblem) orderProblemJSON {
	at, severity := p.Plan.File.Position(p.Span.Start), "warning"
	if p.Error {
		severity = "error"
	}
	return orderProblemJSON{o.folder.shown(p.Plan), at.Line, at.Column, severity, p.Message}
}

func (o *planOrder) json() orderJSON {
	out := orderJSON{Folder: o.folder.shownDir(), Steps: []orderStepJSON{}, Unplaced: o.ordered(o.unplaced), Problems: []orderProblemJSON{}}
	for _, s := range o.steps {
		out.Steps = append(out.Steps, orderStepJSON{s.Phase, s.Wave, len(s.Plans) > 1, s.Gated, o.ordered(s.Plans)})
	}
	for i := range o.problems {
		out.Problems = append(out.Problems, o.problem(&o.problems[i]))
	}
	return out
}

func (o *planOrder) ordered(plans []*planfile.Plan) []orderedJSON {
	all := []orderedJSON{}
	for _, p := range plans {
		one := orderedJSON{p.ID().String(), o.folder.shown(p), o.folder.Done(p), append([]string{}, dependsOf(p)...), []pauseJSON{}}
		for _, g := range p.Gates() {
			one.Pauses = append(one.Pauses, pauseJSON{g.After, g.Number, g.Type})
		}
		all = append(all, one)
	}
	return all
}
