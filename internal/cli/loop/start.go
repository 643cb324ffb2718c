package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const startHelp = `Starts a step and makes it the current step. It sets both copies of the status, the times, the agent, and the number of tasks in plan.md or, for FIX, of issues in the evaluation. Starting FIX also raises fix_cycle_count by one, resets the counts of the step, and sets fixes_remaining to the number of issues that the evaluation found; if that number cannot be read, nothing is written and the status is 1. A track that was complete or stopped becomes in_progress again.

mdck refuses these with status 1, and prints the command that helps: a step if the previous step has a checkpoint and did not pass; FIX unless EVALUATE_EXECUTION failed, or if max_fix_cycles is reached; COMPLETE until EXECUTE passed, and also EVALUATE_EXECUTION if it has a checkpoint, and BUSINESS_SYNC if it is required; a step with an active blocker; and any step while the current step is BLOCKED. --force starts the step anyway; the ledger and the history of the step record it.

Examples:

    mdck loop start PLAN
    mdck loop start EXECUTE --agent superpowers:executing-plans --total 12
    mdck loop start FIX --track header_20260213`

type startCommand struct {
	Step  string `arg:"" help:"The step, such as PLAN or EXECUTE."`
	Agent string `help:"The agent of the step (default: its previous agent, or else the agent of the protocol)." placeholder:"NAME"`
	Total int    `help:"The number of tasks (default: from plan.md); for FIX, the number of issues (default: from the evaluation)." placeholder:"N"`
	forceFlag
	trackFlags
}

func (c *startCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "start", Step: c.Step, Agent: c.Agent, Total: c.Total, Force: c.Force})
}
