package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const decideHelp = `Records what a person decided about a track that has used up its fix cycles:

    extend N    allows N more fix cycles
    stop        ends the track with the status "stopped"
    accept      sets EVALUATE_EXECUTION to PASSED_WITH_WARNINGS, so that the loop continues

If fix cycles are left, mdck accepts a decision only with --force.

Examples:

    mdck loop decide extend 2 --because "the rest is small"
    mdck loop decide accept --because "known, and tracked elsewhere"
    mdck loop decide stop --because "the approach does not work"`

type decideCommand struct {
	Decision string `arg:"" enum:"extend,stop,accept" help:"One of: extend, stop, accept."`
	Cycles   int    `arg:"" optional:"" help:"With extend: the number of additional fix cycles."`
	Because  string `required:"" help:"The reason." placeholder:"TEXT"`
	forceFlag
	trackFlags
}

func (c *decideCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "decide", Decision: c.Decision, Cycles: c.Cycles, Notes: c.Because, Force: c.Force})
}
