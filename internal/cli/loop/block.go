package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const blockHelp = `Adds an active blocker to a step and sets the step to BLOCKED. An active blocker with the same text is not added again. mdck refuses a finished step, unless it is the current step.

Examples:

    mdck loop block "no test account"
    mdck loop block "the schema is not frozen" --step EXECUTE --id schema`

type blockCommand struct {
	Blocker string `arg:"" help:"What blocks the step."`
	Step    string `help:"The step (default: the current step)." placeholder:"STEP"`
	ID      string `help:"The id of the blocker (default: the next number)." placeholder:"ID"`
	trackFlags
}

func (c *blockCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "block", Step: c.Step, Blocker: c.Blocker, ID: c.ID})
}
