package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const unblockHelp = `Resolves an active blocker. The argument is the id of the blocker or a part of its text. Without an argument, mdck resolves the only active blocker.

The blocked step becomes NOT_STARTED, unless it has another active blocker.

Examples:

    mdck loop unblock
    mdck loop unblock blocker-2
    mdck loop unblock account --diff`

type unblockCommand struct {
	Blocker string `arg:"" optional:"" help:"Id of the blocker, or a part of its text (default: the only active blocker)."`
	Step    string `help:"The step (default: the step of the blocker)." placeholder:"STEP"`
	trackFlags
}

func (c *unblockCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "unblock", Step: c.Step, Blocker: c.Blocker})
}
