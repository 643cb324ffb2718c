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

const gatesHelp = `Lists the checkpoints of plans at which a person must look, choose or act, in the order of execution over phases, waves and plans: what was built, how to check it, what there is to choose, how to answer, and which tasks and plans wait for it. PLAN:TASK before each names it to mdck plan answer and render.

A checkpoint is open until an answer passes it, also after one that tells of a problem, and again when its task is changed. --all lists those too that were answered and those of plans that are finished: they have a summary, or the work is past them.

PATH is a plan, a directory, or the id of a plan or a phase; without one it is the repository, without the milestones that were put away and the backlog: name their directory.

The status is 0 with open checkpoints too: a plan that asks a person is as it should be. --check makes it a question, does nothing wait for an answer?, and no is 1. It is 2 when a plan or the answers cannot be read: no checkpoint counts as answered then, and --json has null for how many are open.

Examples:

    mdck plan gates
    mdck plan gates 03-06 --check
    mdck plan gates .planning/phases/03-dashboard --all --json
    mdck plan gates --summary`

type gatesCommand struct {
	Path    []string `arg:"" optional:"" name:"path" help:"A plan, a directory, or the id of a plan or phase (default: the repository)."`
	All     bool     `help:"List those that were answered, and those of plans that are done, too."`
	Summary bool     `help:"Print how many there are of each type, beside what is usual; open or not."`
	Check   bool     `help:"End with status 1 while one is open."`
	JSON    bool     `help:"Print one JSON object."`
	pick.ConfigFlags
}

// Run lists the gates.
func (c *gatesCommand) Run(std app.Streams) error {
	folders, err := planFolders(&c.ConfigFlags, c.Path, std.Err)
	if len(folders) == 0 {
		return err
	}
	gates, fault := gatesOf(folders, readPlanNames(&c.ConfigFlags, folders, len(c.Path) == 0), len(c.Path) == 0)
	warnOrder(std.Err, folders)
	v := &gatesView{gates: gates, all: c.All, whole: err == nil && fault == nil}
	switch {
	case c.Summary && c.JSON:
		fault = errors.Join(fault, report.Indented(std.Out, v.summaryJSON()))
	case c.Summary:
		fault = errors.Join(fault, v.summary(std.Out))
	case c.JSON:
		fault = errors.Join(fault, report.Indented(std.Out, v.json()))
	default:
		fault = errors.Join(fault, v.text(std.Out))
	}
	if err = errors.Join(err, fault); err == nil && c.Check && len(openOf(gates)) > 0 {
		return app.ErrFindings
	}
	return err
}

// warnOrder says that the order of what is listed is not certain.
func warnOrder(talk io.Writer, folders []*planFolder) {
	for _, f := range folders {
		if err := f.order().Err(); err != nil {
			fmt.Fprintf(talk, "mdck: note: %s: the plans cannot be put in order: mdck plan order says why\n", report.Name(f.shownDir()))
		}
	}
}

// A gatesView is what mdck plan gates prints.
type gatesView struct {
	gates []*planGate
	all   bool
	whole bool // all plans and answers could be read
}

// lists reports whether g is one of those that are asked for. One whose answers cannot
// be read may be open.
func (v *gatesView) lists(g *planGate) bool {
	return v.all || g.isOpen() || g.state() == gateUnknown
}

// text prints the gates for people.
func (v *gatesView) text(w io.Writer) error {
	var b strings.Builder
	count := map[string]int{}
	for _, g := range v.gates {
		count[g.state()]++
		if v.lists(g) {
			g.text(&b)
			b.WriteString("\n")
		}
	}
	b.WriteString(v.counted(count) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// counted says how many gates are in each state. That none is open is said only where
// all could be read.
func (v *gatesView) counted(count map[string]int) string {
	var parts []string
	if open := count[gateOpen] + count[gateProblem]; open > 0 {
		parts = append(parts, fmt.Sprintf("%d open", open))
	} else if v.whole {
		parts = append(parts, "no checkpoint is open")
	}
	if n := count[gateUnknown]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d of unknown state", n))
	}
	if n := count[gateProblem]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d of them with a problem", n))
	}
	if n := count[gateAnswered]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d answered", n))
	}
	if n := count[gateDone]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d of plans that are done", n))
	}
	if !v.whole {
		parts = append(parts, "not all could be read")
	}
	return strings.Join(parts, ", ")
}

// text prints one gate: a line that names it, its place, and what a person should know.
func (g *planGate) text(b *strings.Builder) {
	kind := g.kind()
	if state := g.state(); state != gateOpen {
		kind += " (" + state + ")"
	}
	fmt.Fprintln(b, strings.TrimRight(report.OneLine(g.ref+"  "+kind+"  "+g.Title), " "))
	fmt.Fprintf(b, "  %s:%d\n", report.Name(g.path()), g.line())
	for _, p := range g.Parts(g.look()) {
		if p.Text != g.Title {
			facts(b, p.Label, p.Text)
		}
	}
}

// look returns how the gate is shown.
func (g *planGate) look() planfile.Look {
	return planfile.Look{Name: g.named(), Command: "mdck plan answer " + app.Quote(g.ref), Answer: g.answer}
}

// facts prints a text of several lines behind its name.
func facts(b *strings.Builder, name, text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(text, "\n") {
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("  %-14s %s", name, report.OneLine(strings.ReplaceAll(line, "\t", "    "))), " "))
		name = ""
	}
}

// summary prints how many gates there are of each type.
func (v *gatesView) summary(w io.Writer) error {
	rows := [][]string{{"type", "count", "share", "usual"}}
	for _, s := range planfile.Shares(v.Plain()) {
		usual := fmt.Sprintf("%d%%", s.Usual)
		name := kindOfGate(s.Type)
		if s.Type == "" {
			name, usual = "other", "-"
		}
		rows = append(rows, []string{name, fmt.Sprint(s.Count), fmt.Sprintf("%.1f%%", s.Percent), usual})
	}
	return report.Table(w, rows, make([]int, 4), 0)
}

// Plain are the gates as the room has them.
func (v *gatesView) Plain() []planfile.Gate {
	var all []planfile.Gate
	for _, g := range v.gates {
		all = append(all, g.Gate)
	}
	return all
}
