package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const unblockHelp = `Resolves the blocker with the given id, or the only blocker whose text contains the argument, or, without an argument, the only active blocker. Its step becomes NOT_STARTED, unless another blocker is active. If there is no active blocker, nothing is written and the status is 1.

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
