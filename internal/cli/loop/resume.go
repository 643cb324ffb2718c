package loop

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/loop/tasks"
)

const resumeHelp = `Prints how to continue the track: the step, the next action, the next open task of plan.md, the blockers and the fix cycles. It also prints the reasons, and contradictions in the state. A track without loop_state continues with the first open task of plan.md. mdck loop resume writes nothing.

The exit status is 0 if the loop can continue or is complete, 1 if a person must decide, 2 if the track cannot be read.

Examples:

    mdck loop resume
    mdck loop resume --track header_20260213 --json`

type resumeCommand struct {
	JSON bool `help:"Print one JSON object."`
	trackFlag
}

func (c *resumeCommand) Run(std app.Streams) error {
	t, err := c.find("loop resume")
	if err != nil {
		return err
	}
	if err := pick.RecoverWrite(&t, std.Err); err != nil {
		return err
	}
	track := loop.Read(tree.Dir(t.Root), t.Main)
	r, err := track.Resume()
	if err != nil {
		return (&write.Writer{Name: "loop resume", Target: t}).Explain(err)
	}
	v := &resumeView{&t, track, r}
	if c.JSON {
		err = report.Indented(std.Out, v.json())
	} else {
		err = v.text(std.Out)
	}
	if err == nil && r.Action == loop.Escalate {
		err = app.ErrFindings
	}
	return errors.Join(err, v.fault())
}

type resumeView struct {
	target *workspace.Target
	track  *loop.Track
	resume *loop.Resume
}

func (v *resumeView) fault() error {
	if err := v.track.Faults[v.track.PathOf(loop.PlanFile)]; err != nil {
		return app.WithDisplayPath(v.target, err)
	}
	return nil
}

func (v *resumeView) text(w io.Writer) error {
	r := v.resume
	var from, fixes, blockers, due []string
	if r.From != "" {
		from = append(from, "--resume-from "+r.From)
	}
	if m := v.track.Metadata; m != nil && m.HasLoop() {
		fixes = append(fixes, m.FixText())
	}
	for i := range r.Blockers {
		blockers = append(blockers, r.Blockers[i].Name())
	}
	for _, d := range pick.DueItems(v.target, r.Due) {
		due = append(due, d.Problem+"; run: "+d.Command)
	}
	var b strings.Builder
	for _, fact := range [...]struct {
		name  string
		lines []string
	}{
		{"Track", []string{v.target.ID() + ", " + v.target.DisplayPath(v.target.Main)}},
		{"Step", []string{strings.Trim(r.Step+", "+r.Status, ", ")}},
		{"Action", []string{nextAction(r)}},
		{"Command", []string{commandOf(r)}},
		{"Agent flag", from},
		{"Next task", v.tasks(r.Next)},
		{"Also open", v.tasks(r.Earlier...)},
		{"Blocker", blockers},
		{"Fix cycles", fixes},
		{"Overdue", due},
		{"To fix", r.Fixes},
		{"Notes", r.Notes},
		{"Reason", r.Reasons},
		{"Warning", r.Warnings},
	} {
		for _, line := range fact.lines {
			if line != "" {
				app.WriteFact(&b, fact.name, line)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (v *resumeView) tasks(all ...*tasks.Task) (lines []string) {
	for _, t := range all {
		if t != nil {
			lines = append(lines, fmt.Sprintf("%s, %s:%d", t.Title(), v.planPath(), t.Line))
		}
	}
	return lines
}

func commandOf(r *loop.Resume) string {
	if r.LoopMissing {
		return ""
	}
	switch r.Action {
	case loop.Move:
		return "mdck loop start " + app.Quote(r.To)
	case loop.Dispatch:
		return "mdck loop start " + app.Quote(r.Step)
	case loop.Conclude:
		if r.Status == loop.NotStarted {
			return "mdck loop start " + loop.Complete
		}
		return "mdck loop pass " + loop.Complete
	}
	return ""
}
