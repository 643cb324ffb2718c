package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const passHelp = `Marks a step as passed, and prints the next step of the protocol. It does not change current_step: mdck loop start does. Notes of an earlier failure of the step, which begin with ERROR:, move to its history. Passing COMPLETE completes the track.

mdck refuses these with status 1, and prints the command that helps: a step that was never started, that failed, is BLOCKED or has an active blocker; EXECUTE while a task of plan.md is not done (without a plan: while tasks_completed is below tasks_total); FIX while issues_fixed is below issues_total; COMPLETE if it could not be started. --force passes the step anyway; the ledger and the history of the step record it.

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
