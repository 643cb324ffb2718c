package loop

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/loop"
)

const resumeHelp = `Says how the track goes on, by the table of the protocol: step, action, agent, the value of --resume-from, the next open task of plan.md, blockers and fix cycles, with the reasons and with what is odd about the state. What is overdue is the next action, with the command that provides it. Of a track without loop_state the next action is the first open task of plan.md. It writes nothing.

Status 0 if the loop can go on, or is done; 1 if a person has to decide; 2 if the track cannot be read.

Examples:

    mdck loop resume
    mdck loop resume --track header_20260213 --json`

type resumeCommand struct {
	JSON bool `help:"Print one JSON object."`
	trackFlag
}

// Run says how the track goes on.
func (c *resumeCommand) Run(std app.Streams) error {
	t, err := c.track("loop resume")
	if err != nil && (t.Main == "" || !errors.Is(err, fs.ErrNotExist)) {
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

// A resumeView is what mdck loop resume prints.
type resumeView struct {
	target *workspace.Target
	track  *loop.Track
	resume *loop.Resume
}

// fault says that there is a plan which cannot be read.
func (v *resumeView) fault() error {
	if err := v.track.Faults[v.track.Beside(loop.PlanFile)]; err != nil {
		return app.WithDisplayPath(v.target, err)
	}
	return nil
}

// text prints the view for people and agents.
func (v *resumeView) text(w io.Writer) error {
	r := v.resume
	var b strings.Builder
	app.WriteFact(&b, "Track", v.target.ID()+", "+v.target.Shown(v.target.Main))
	optional(&b, "Step", strings.Trim(r.Step+", "+r.Status, ", "))
	app.WriteFact(&b, "Action", actionOf(r))
	optional(&b, "Command", commandOf(r))
	if r.From != "" {
		app.WriteFact(&b, "Resume", "--resume-from "+r.From)
	}
	if r.Next != nil {
		app.WriteFact(&b, "Next", v.task(r.Next))
	}
	for _, t := range r.Earlier {
		app.WriteFact(&b, "Open", v.task(t))
	}
	for i := range r.Blockers {
		app.WriteFact(&b, "Blocker", r.Blockers[i].Name())
	}
	if m := v.track.Metadata; m != nil && m.HasLoop() {
		app.WriteFact(&b, "Fixes", m.FixText()+" cycles")
	}
	for _, d := range pick.DueItems(v.target, r.Due) {
		app.WriteFact(&b, "Due", d.Problem+": "+d.Command)
	}
	for _, list := range [...]struct {
		name  string
		lines []string
	}{{"To fix", r.Fixes}, {"Notes", r.Notes}, {"Because", r.Reasons}, {"Warning", r.Warnings}} {
		for _, line := range list.lines {
			optional(&b, list.name, line)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func optional(b *strings.Builder, name, value string) {
	if value != "" {
		app.WriteFact(b, name, value)
	}
}

// task is a task of the plan and where it stands.
func (v *resumeView) task(t *loop.Task) string {
	text := strings.TrimSpace(t.ID + " " + t.Text)
	return fmt.Sprintf("%s, %s:%d", text, v.target.Shown(v.track.Beside(loop.PlanFile)), t.Line)
}

// actionOf is what is to be done, for people.
func actionOf(r *loop.Resume) string {
	switch r.Action {
	case loop.Move:
		return "move to " + r.To
	case loop.Board:
		return "let the board decide on " + r.Step
	case loop.Partial:
		return "handle what failed, go on with what does not depend on it"
	case loop.Escalate:
		return "escalate: a person decides"
	case loop.Conclude:
		if r.LoopMissing {
			return "complete the track"
		}
		return "write the retrospective, complete the track"
	case loop.Nothing:
		return "nothing: " + strings.Join(r.Reasons, "; ")
	}
	if r.Step == "" {
		return string(r.Action) + " with " + loop.PlanFile
	}
	if r.Agent == "" {
		return string(r.Action) + " " + r.Step
	}
	return fmt.Sprintf("%s %s with %s", r.Action, r.Step, r.Agent)
}

// commandOf is the command that records that it is done; "" if there is none.
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

// nextOf is what comes next, in one line.
func nextOf(r *loop.Resume) string {
	if command := commandOf(r); command != "" {
		return actionOf(r) + " (" + command + ")"
	}
	return actionOf(r)
}
