package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const passHelp = `Ends a step as passed, and prints what comes next by the table of the protocol. current_step stays: mdck loop start moves it. Notes of an earlier failure of the step, which begin with ERROR:, move to its history. COMPLETE completes the track.

Refused, with status 1 and the command that provides what is missing: a step that was never started, failed, is BLOCKED or has an active blocker; EXECUTE while a task of plan.md is not done (without a plan: while tasks_completed is below tasks_total); FIX while issues_fixed is below issues_total; COMPLETE if it could not be started. --force does it anyway, which the ledger and the history of the step record.

Examples:

    mdck loop pass --output conductor/tracks/header_20260213/plan.md --notes "35 tasks"
    mdck loop pass EVALUATE_PLAN`

type passCommand struct {
	finishFlags
	forceFlag
	outputFlag
}

// Run ends the step as passed.
func (c *passCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "pass", Step: c.Step, Outputs: c.Output, Notes: c.Notes, Force: c.Force})
}
