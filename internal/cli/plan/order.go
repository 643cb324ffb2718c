package plan

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/mdcheckpoint/plan/planfile"
)

const orderHelp = `Lists plans in the order of execution: by phase, by wave and by dependencies. In a wave, plans without checkpoints run first, in parallel. Plans with a checkpoint, or with autonomous: false, follow one by one. A plan that has a summary is marked [x].

The exit status is 1 if plans depend on each other, if a plan depends on a missing plan, or if front matter is invalid. A dependency on a missing phase is only a warning. The exit status is 2 if a file cannot be read.

PATH is a plan, a directory, or the id of a plan or a phase (default: the repository, without archived milestones and the backlog).

Examples:

    mdck plan order
    mdck plan order 03
    mdck plan order .planning --json`

type orderCommand struct {
	Path []string `arg:"" optional:"" name:"path" help:"A plan, a directory, or the id of a plan or phase (default: the repository)."`
	JSON bool     `help:"Print one JSON object."`
	pick.ConfigFlags
}

func (c *orderCommand) Run(std app.Streams) error {
	folders, err := planFolders(&c.Pick, c.Path, std.Err)
	if len(folders) == 0 {
		return err
	}
	out := &planOrdersJSON{Version: 1, Folders: []*folderOrder{}}
	failed := false
	for _, f := range folders {
		o := newFolderOrder(f)
		out.Folders = append(out.Folders, o)
		failed = failed || slices.ContainsFunc(o.Problems, func(p orderProblem) bool { return p.Severity == "error" })
	}
	return printResult(std.Out, err, c.JSON, out, out.text(), failed)
}

// planOrdersJSON is the output of mdck plan order --json. Its names are part of the interface.
type planOrdersJSON struct {
	Version int            `json:"version"`
	Folders []*folderOrder `json:"folders"`
}

type folderOrder struct {
	Folder   string         `json:"folder"`
	Steps    []orderStep    `json:"steps"`
	Unplaced []orderedPlan  `json:"unplaced"`
	Problems []orderProblem `json:"problems"`
}

type orderStep struct {
	Phase    string        `json:"phase"`
	Wave     int           `json:"wave"`
	Parallel bool          `json:"parallel"` // the plans can run at the same time
	Alone    bool          `json:"gated"`    // see [planfile.Plan.Alone]
	Plans    []orderedPlan `json:"plans"`
}

type orderedPlan struct {
	Plan      string      `json:"plan"`
	Path      string      `json:"path"`
	Done      bool        `json:"done"`
	DependsOn []string    `json:"dependsOn"` // as written in the plan
	Pauses    []planPause `json:"pauses"`
	alone     string      // why a plan without a checkpoint runs alone, or ""
}

type planPause struct {
	After int    `json:"after"` // last task before the pause
	Task  int    `json:"task"`  // 0 if only the front matter has the checkpoint
	Type  string `json:"type"`
	kind  string // see [planfile.Gate.Kind]
}

type orderProblem struct {
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Severity string `json:"severity"` // error or warning
	Message  string `json:"message"`
}

func newFolderOrder(f *planFolder) *folderOrder {
	all := f.order()
	o := &folderOrder{Folder: f.displayDir(), Steps: []orderStep{}, Unplaced: f.orderedPlans(all.Unplaced), Problems: []orderProblem{}}
	for _, s := range all.Steps {
		if plans := f.orderedPlans(s.Plans); len(plans) > 0 {
			o.Steps = append(o.Steps, orderStep{s.Phase, s.Wave, len(plans) > 1, s.Alone, plans})
		}
	}
	problems := slices.DeleteFunc(slices.Clone(all.Problems), func(p planfile.OrderProblem) bool {
		return !f.isSelected(p.Plan) && (!p.Error || len(o.Unplaced) == 0)
	})
	for _, p := range f.plans() {
		for _, m := range p.FrontProblems() {
			problems = append(problems, planfile.OrderProblem{Plan: p, Problem: m})
		}
	}
	sort.SliceStable(problems, func(i, j int) bool {
		return cmp.Or(strings.Compare(problems[i].Plan.File.Name, problems[j].Plan.File.Name), cmp.Compare(problems[i].Span.Start, problems[j].Span.Start)) < 0
	})
	for _, p := range problems {
		at, severity := p.Plan.File.Position(p.Span.Start), "warning"
		if p.Error {
			severity = "error"
		}
		o.Problems = append(o.Problems, orderProblem{f.displayPath(p.Plan), at.Line, at.Column, severity, p.Message})
	}
	return o
}

func (f *planFolder) orderedPlans(plans []*planfile.Plan) []orderedPlan {
	all := []orderedPlan{}
	for _, p := range plans {
		if !f.isSelected(p) {
			continue
		}
		one := orderedPlan{Plan: p.ID().String(), Path: f.displayPath(p), Done: f.Done(p), DependsOn: []string{}, Pauses: []planPause{}}
		for _, ref := range p.Front.Depends {
			one.DependsOn = append(one.DependsOn, ref.Text)
		}
		for _, g := range p.Gates() {
			one.Pauses = append(one.Pauses, planPause{g.After, g.Number, g.Type, g.Kind()})
		}
		if len(one.Pauses) == 0 && p.Alone() {
			one.alone = "runs alone: autonomous is " + report.OneLine(p.File.Slice(p.Front.Autonomous.Span))
		}
		all = append(all, one)
	}
	return all
}

func (out *planOrdersJSON) text() string {
	var b strings.Builder
	for _, o := range out.Folders {
		for _, p := range o.Problems {
			fmt.Fprintf(&b, "%s:%d:%d: %s: %s\n", report.Name(p.Path), p.Line, p.Column, p.Severity, report.OneLine(p.Message))
		}
	}
	for _, o := range out.Folders {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "%s\n", report.Name(o.Folder))
		o.print(&b)
	}
	return b.String()
}

func (o *folderOrder) print(b *strings.Builder) {
	for i, s := range o.Steps {
		name := fmt.Sprintf("wave %d", s.Wave)
		if s.Phase != "" {
			name = "phase " + s.Phase + ", " + name
		}
		if s.Parallel {
			name += fmt.Sprintf(", %d plans in parallel", len(s.Plans))
		}
		fmt.Fprintf(b, "  %d. %s\n", i+1, report.OneLine(name))
		printPlans(b, s.Plans)
	}
	if len(o.Unplaced) > 0 {
		b.WriteString("  These plans cannot be sorted:\n")
		printPlans(b, o.Unplaced)
	}
}

func printPlans(b *strings.Builder, plans []orderedPlan) {
	for _, p := range plans {
		mark := "[ ]"
		if p.Done {
			mark = "[x]"
		}
		parts := []string{mark, p.Plan, p.Path}
		if len(p.DependsOn) > 0 {
			parts = append(parts, "depends on "+strings.Join(p.DependsOn, ", "))
		}
		var pauses []string
		for _, pause := range p.Pauses {
			at := fmt.Sprintf("after task %d", pause.After)
			if pause.After == 0 {
				at = "before task 1"
			}
			pauses = append(pauses, "pauses "+at+": "+pause.kind)
		}
		if text := p.alone + strings.Join(pauses, ", "); text != "" {
			parts = append(parts, text)
		}
		fmt.Fprintln(b, "     "+report.OneLine(strings.Join(parts, "  ")))
	}
}
