package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"mdck/internal/report"
	"mdck/mdcheckpoint/plan/planfile"
)

const planRenderHelp = `Prints a checkpoint as the person should see it: something to look at, something to decide, or something to do by hand, and how to answer.

It is the first that is open in the order of execution: of the plan that is named, or else of the repository. PLAN:TASK names one, open or not: an answered one is printed with its answer, who gave it and when; PLAN:0 is the checkpoint of a front matter that has no task. PLAN is a path or an id.

Options stand in a table, or below each other where it would be wider than the terminal (100 columns where there is none, or --width). The status is 2 where no checkpoint is open.

Examples:

    mdck plan render
    mdck plan render 03-06:4 --plain
    mdck plan render .planning/phases/03-dashboard/03-06-PLAN.md --all`

type planRenderCommand struct {
	Gate  string `arg:"" optional:"" name:"gate" help:"The checkpoint, as PLAN:TASK, or a plan, a directory or an id (default: the repository)."`
	All   bool   `help:"Print all that are open, not the first alone."`
	Plain bool   `help:"Print no emoji."`
	Width *int   `help:"How many columns there are (default: those of the terminal, else 100)." placeholder:"N"`
	configFlags
}

// Run prints the gate.
func (c *planRenderCommand) Run(std Streams) error {
	look, err := c.look(std)
	if err != nil {
		return err
	}
	ref, err := parseRef(c.Gate)
	if err != nil {
		return err
	}
	gates, err := c.find(ref, std.Err)
	if ref.task < 0 {
		all := len(gates)
		if gates = openOf(gates); len(gates) == 0 && err == nil {
			return noneOpen(ref, all)
		}
	}
	if !c.All && len(gates) > 1 {
		gates = gates[:1]
	}
	var texts []string
	for _, g := range gates {
		texts = append(texts, planfile.Render(&g.Gate, g.look(look)))
	}
	_, fault := io.WriteString(std.Out, strings.Join(texts, "\n"))
	return errors.Join(err, fault)
}

// look names the plan as a command line does, and what records an answer.
func (g *planGate) look(look planfile.Look) planfile.Look {
	look.Name, look.Command, look.Answer = g.named(), "mdck plan answer "+quote(g.ref), g.answer
	return look
}

// look is how gates are shown.
func (c *planRenderCommand) look(std Streams) (planfile.Look, error) {
	look := planfile.Look{Plain: c.Plain, Columns: report.Width, Width: report.DefaultWidth}
	if n := terminalWidth(std.Out); n > 0 {
		look.Width = n
	}
	if c.Width != nil {
		if look.Width = *c.Width; look.Width < 1 {
			return look, fmt.Errorf("plan render: --width is %d, want 1 or more", look.Width)
		}
	}
	return look, nil
}
