package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const passHelp = `Marks a step as passed, and prints the next step. To make the next step current, run mdck loop start. If the step failed before, its notes that begin with "ERROR:" are moved to the history of the step. When the step COMPLETE passes, the track is complete.

mdck refuses to pass these steps:

    a step that was not started
    a step that failed, is BLOCKED or has an active blocker
    EXECUTE, if a task of plan.md is not done
    EXECUTE, if there is no plan.md and tasks_completed is below tasks_total
    FIX, if issues_fixed is below issues_total
    COMPLETE, if mdck loop start refuses to start COMPLETE

--force passes the step anyway; its use is recorded.

Examples:

    mdck loop pass --output conductor/tracks/header_20260213/plan.md --notes "35 tasks"
    mdck loop pass EVALUATE_PLAN`

type passCommand struct {
	finishFlags
	forceFlag
	outputFlag
}

func (c *passCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "pass", Step: c.Step, Outputs: c.Output, Notes: c.Notes, Force: c.Force})
}
