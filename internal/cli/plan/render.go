package plan

import (
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/mdcheckpoint/plan/planfile"
)

const renderHelp = `Prints a checkpoint for a person: what to look at, decide or do by hand, and how to answer.

PLAN:TASK names a checkpoint. If you name only a plan, mdck prints the first open checkpoint of the plan. Without an argument, it prints the first open checkpoint of the repository. PLAN is a path or an id. PLAN:0 names a checkpoint that is set in the front matter and has no task.

The exit status is 2 if no checkpoint is open.

Examples:

    mdck plan render
    mdck plan render 03-06:4 --plain
    mdck plan render .planning/phases/03-dashboard/03-06-PLAN.md --all`

type renderCommand struct {
	Gate  string `arg:"" optional:"" name:"gate" help:"The checkpoint PLAN:TASK, a plan or a directory (default: the repository)."`
	All   bool   `help:"Print all open checkpoints, not only the first."`
	Plain bool   `help:"Print no emoji."`
	pick.ConfigFlags
}

func (c *renderCommand) Run(std app.Streams) error {
	ref, err := parseRef(c.Gate)
	if err != nil {
		return err
	}
	gates, err := findGates(&c.Pick, ref, std.Err)
	if ref.task < 0 {
		all := len(gates)
		if gates = openOf(gates); len(gates) == 0 && err == nil {
			return noneOpen(ref, all)
		}
	}
	var texts []string
	for i, g := range gates {
		if renderOptions := g.renderOptions(); i == 0 || c.All {
			renderOptions.Plain = c.Plain
			texts = append(texts, planfile.Render(&g.Gate, renderOptions))
		}
	}
	return printResult(std.Out, err, false, nil, strings.Join(texts, "\n"), false)
}
