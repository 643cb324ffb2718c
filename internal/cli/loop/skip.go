package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const skipHelp = `Marks a step as skipped; the loop continues as if it had passed. mdck refuses to skip these steps:

    a step that failed, is BLOCKED or has an active blocker
    EXECUTE, if a task of plan.md is not done
    BUSINESS_SYNC, if it is required

--force skips the step anyway.

Examples:

    mdck loop skip BUSINESS_SYNC
    mdck loop skip BRAINSTORM --notes "the idea is clear"`

type skipCommand struct {
	finishFlags
	forceFlag
}

func (c *skipCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "skip", Step: c.Step, Notes: c.Notes, Force: c.Force})
}
