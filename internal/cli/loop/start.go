package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const startHelp = `Begins a step and makes it the current one: both copies of the status, the times, the agent, and how many tasks (of plan.md) or, in FIX, issues (of the evaluation) there are. Entering FIX raises fix_cycle_count by one, begins its counts anew, and takes fixes_remaining from what the evaluation found; if the count cannot be read, nothing is written and the status is 1. A track that was complete or stopped is in_progress again.

Refused, with status 1 and the command that provides what is missing: a step if the one before it has a checkpoint and did not pass; FIX unless EVALUATE_EXECUTION failed, and one more cycle than max_fix_cycles allows; COMPLETE until EXECUTE passed and, if there is a checkpoint for it, EVALUATE_EXECUTION, and BUSINESS_SYNC if it is required; a step that has an active blocker, and any step while the current one is BLOCKED. --force starts it anyway, which the ledger and the history of the step record.

Examples:

    mdck loop start PLAN
    mdck loop start EXECUTE --agent superpowers:executing-plans --total 12
    mdck loop start FIX --track header_20260213`

type startCommand struct {
	Step  string `arg:"" help:"The step, such as PLAN or EXECUTE."`
	Agent string `help:"Who does it (default: who had it, else the agent of the protocol)." placeholder:"NAME"`
	Total int    `help:"How many tasks, or in FIX issues, there are (default: those of plan.md, or of the evaluation)." placeholder:"N"`
	forceFlag
	trackFlags
}

// Run begins the step.
func (c *startCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "start", Step: c.Step, Agent: c.Agent, Total: c.Total, Force: c.Force})
}
