package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const decideHelp = `Records what a person decided about a track whose fix cycles are used up, in the history of EVALUATE_EXECUTION: extend N allows N more cycles, stop ends the track, whose status becomes stopped, accept makes the evaluation PASSED_WITH_WARNINGS, so that the loop goes on. --because gives the reason. Refused while there are cycles left, unless --force.

Examples:

    mdck loop decide extend 2 --because "the rest is small"
    mdck loop decide accept --because "known, and tracked elsewhere"
    mdck loop decide stop --because "the approach does not work"`

type decideCommand struct {
	Decision string `arg:"" enum:"extend,stop,accept" help:"What the person decided: ${enum}."`
	Cycles   int    `arg:"" optional:"" help:"With extend: how many more fix cycles there may be."`
	Because  string `required:"" help:"Why." placeholder:"TEXT"`
	forceFlag
	trackFlags
}

// Run records the decision.
func (c *decideCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "decide", Decision: c.Decision, Cycles: c.Cycles, Notes: c.Because, Force: c.Force})
}
