package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const blockHelp = `Records what stands in the way of a step: a blocker with status ACTIVE, and the status BLOCKED. A blocker with that text that is active is not added again. A step that is over and not the current one is refused.

Examples:

    mdck loop block "no test account"
    mdck loop block "the schema is not frozen" --step EXECUTE --id schema`

type blockCommand struct {
	Blocker string `arg:"" help:"What stands in the way."`
	Step    string `help:"The step (default: the current one)." placeholder:"STEP"`
	ID      string `help:"The id of the blocker (default: the next number)." placeholder:"ID"`
	trackFlags
}

// Run records the blocker.
func (c *blockCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "block", Step: c.Step, Blocker: c.Blocker, ID: c.ID})
}
