package plan

import (
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/mdcheckpoint/plan/planfile"
)

const renderHelp = `Prints a checkpoint as the person should see it: something to look at, something to decide, or something to do by hand, and how to answer.

It is the first that is open in the order of execution: of the plan that is named, or else of the repository. PLAN:TASK names one, open or not: an answered one is printed with its answer, who gave it and when; PLAN:0 is the checkpoint of a front matter that has no task. PLAN is a path or an id.

The status is 2 where no checkpoint is open.

Examples:

    mdck plan render
    mdck plan render 03-06:4 --plain
    mdck plan render .planning/phases/03-dashboard/03-06-PLAN.md --all`

type renderCommand struct {
	Gate  string `arg:"" optional:"" name:"gate" help:"The checkpoint, as PLAN:TASK, or a plan, a directory or an id (default: the repository)."`
	All   bool   `help:"Print all that are open, not the first alone."`
	Plain bool   `help:"Print no emoji."`
	pick.ConfigFlags
}

// Run prints the gate.
func (c *renderCommand) Run(std app.Streams) error {
	ref, err := parseRef(c.Gate)
	if err != nil {
		return err
	}
	gates, err := findGates(&c.ConfigFlags, ref, std.Err)
	if ref.task < 0 {
		all := len(gates)
		if gates = openOf(gates); len(gates) == 0 && err == nil {
			return noneOpen(ref, all)
		}
	}
	var texts []string
	for i, g := range gates {
		if look := g.look(); i == 0 || c.All {
			look.Plain = c.Plain
			texts = append(texts, planfile.Render(&g.Gate, look))
		}
	}
	return printed(std.Out, err, false, nil, strings.Join(texts, "\n"), false)
}
