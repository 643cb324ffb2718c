package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const failHelp = `Marks a step as failed. --notes gives the reason, which mdck adds to the history of the step. The step must be in progress, or be the current step.

Examples:

    mdck loop fail --notes "spec.md is missing"
    mdck loop fail EVALUATE_EXECUTION --notes "2 tests are red" --output evaluation-report.md`

type failCommand struct {
	finishFlags
	outputFlag
}

func (c *failCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "fail", Step: c.Step, Outputs: c.Output, Notes: c.Notes})
}
