package plan

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/mdcheckpoint/plan/planfile"
)

const gatesHelp = `Lists the open checkpoints of plans, in the order of execution. At a checkpoint, a person must look, decide or act. mdck prints the name of each checkpoint as PLAN:TASK, how to check it, how to answer, and which tasks and plans wait for the answer.

A checkpoint is open until an answer passes it. An answer that reports a problem does not pass it. If the task changes later, the checkpoint is open again.

PATH is a plan, a directory, or the id of a plan or a phase (default: the repository). To list archived milestones or the backlog, give their directory.

With --check, the exit status is 1 if a checkpoint is open. The exit status is 2 if a plan or the answers cannot be read.

Examples:

    mdck plan gates
    mdck plan gates 03-06 --check
    mdck plan gates .planning/phases/03-dashboard --all --json`

type gatesCommand struct {
	Path  []string `arg:"" optional:"" name:"path" help:"A plan, a directory, or the id of a plan or phase (default: the repository)."`
	All   bool     `help:"Also list answered checkpoints and the checkpoints of finished plans."`
	Check bool     `help:"Exit 1 if a checkpoint is open."`
	JSON  bool     `help:"Print one JSON object."`
	pick.ConfigFlags
}

func (c *gatesCommand) Run(std app.Streams) error {
	folders, err := planFolders(&c.Pick, c.Path, std.Err)
	if len(folders) == 0 {
		return err
	}
	allSelected := len(c.Path) == 0
	gates, unreadErr := gatesOf(folders, readPlanNames(&c.Pick, folders, allSelected), allSelected)
	warnOrder(std.Err, folders)
	v := newGatesView(gates, c.All, err == nil && unreadErr == nil)
	return printResult(std.Out, errors.Join(err, unreadErr), c.JSON, v.json(), v.text(), c.Check && len(openOf(gates)) > 0)
}

func warnOrder(talk io.Writer, folders []*planFolder) {
	for _, f := range folders {
		if err := f.order().Err(); err != nil {
			fmt.Fprintf(talk, "mdck: note: %s: mdck cannot sort the plans; mdck plan order prints the reason\n", report.Name(f.displayDir()))
		}
	}
}

type gatesView struct {
	gates    []*planGate    // gates to list
	count    map[string]int // state -> number of gates
	complete bool
}

func newGatesView(gates []*planGate, all, complete bool) *gatesView {
	v := &gatesView{count: map[string]int{}, complete: complete}
	for _, g := range gates {
		v.count[g.state()]++
		if all || g.isOpen() || g.state() == gateUnknown {
			v.gates = append(v.gates, g)
		}
	}
	return v
}

func (v *gatesView) open() int { return v.count[gateOpen] + v.count[gateProblem] }

func (v *gatesView) text() string {
	var b strings.Builder
	for _, g := range v.gates {
		g.text(&b)
		b.WriteString("\n")
	}
	return b.String() + v.countText() + "\n"
}

// countText formats the counts. With an unreadable file, it does not say that no checkpoint is
// open.
func (v *gatesView) countText() string {
	var parts []string
	add := func(n int, format string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, n))
		}
	}
	add(v.open(), "%d open")
	if v.complete && v.open() == 0 {
		parts = append(parts, "no checkpoint is open")
	}
	add(v.count[gateProblem], "including %d with a problem")
	add(v.count[gateUnknown], "%d with an unknown state")
	add(v.count[gateAnswered], "%d answered")
	add(v.count[gateDone], "%d in finished plans")
	text := strings.Join(parts, ", ")
	if !v.complete {
		text = strings.TrimPrefix(text+"; not all files could be read", "; ")
	}
	return text
}

func (g *planGate) text(b *strings.Builder) {
	kind := g.Kind()
	if state := g.state(); state != gateOpen {
		kind += "; state: " + state
	}
	fmt.Fprintln(b, strings.TrimRight(report.OneLine(g.ref+" ("+kind+"): "+g.Title), ": "))
	fmt.Fprintf(b, "  %s:%d\n", report.Name(g.path()), g.line())
	for _, p := range g.Parts(g.renderOptions()) {
		if p.Text != g.Title {
			printFact(b, p.Label, p.Text)
		}
	}
}

func (g *planGate) renderOptions() planfile.RenderOptions {
	return planfile.RenderOptions{Name: g.planName(), Command: "mdck plan answer " + app.Quote(g.ref), Answer: g.answer}
}

// printFact prints text to the right of the label name.
func printFact(b *strings.Builder, name, text string) {
	for line := range strings.Lines(text) {
		line = report.OneLine(strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", "    "))
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("  %-14s %s", name, line), " "))
		name = ""
	}
}

func printResult(w io.Writer, err error, asJSON bool, v any, text string, negative bool) error {
	var writeErr error
	if asJSON {
		writeErr = report.Indented(w, v)
	} else {
		_, writeErr = io.WriteString(w, text)
	}
	if err = errors.Join(err, writeErr); err == nil && negative {
		return app.ErrFindings
	}
	return err
}
