package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const unblockHelp = `Resolves a blocker: the one with that id, the only one that the text is a part of, or without a text the only one that stands. Its step becomes NOT_STARTED, unless another blocker stands in its way. Where nothing is blocked, nothing is written and the status is 1.

Examples:

    mdck loop unblock
    mdck loop unblock blocker-2
    mdck loop unblock account --diff`

type unblockCommand struct {
	Blocker string `arg:"" optional:"" help:"Its id, or a part of its text (default: the only one that stands)."`
	Step    string `help:"The step (default: that of the blocker)." placeholder:"STEP"`
	trackFlags
}

// Run resolves the blocker.
func (c *unblockCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "unblock", Step: c.Step, Blocker: c.Blocker})
}
