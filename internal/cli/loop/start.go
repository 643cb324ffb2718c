package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const startHelp = `Starts a step and makes it the current step. mdck records the agent, the time and the number of tasks in plan.md. Starting FIX raises fix_cycle_count by one. A track that was complete or stopped becomes in_progress again.

mdck refuses to start these steps:

    a step, if the previous step has a checkpoint and did not pass
    a step with an active blocker
    any step, if the current step is BLOCKED
    FIX, if EVALUATE_EXECUTION did not fail, or if max_fix_cycles is reached
    COMPLETE, if EXECUTE or a required BUSINESS_SYNC did not pass
    COMPLETE, if EVALUATE_EXECUTION has a checkpoint and did not pass

--force starts the step anyway; its use is recorded.

Examples:

    mdck loop start PLAN
    mdck loop start EXECUTE --agent superpowers:executing-plans --total 12
    mdck loop start FIX --track header_20260213`

type startCommand struct {
	Step  string `arg:"" help:"The step, such as PLAN or EXECUTE."`
	Agent string `help:"The agent that does the step (default: from metadata.json or the protocol)." placeholder:"NAME"`
	Total int    `help:"The number of tasks (default: from plan.md). For FIX: the number of issues (default: from the evaluation)." placeholder:"N"`
	forceFlag
	trackFlags
}

func (c *startCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "start", Step: c.Step, Agent: c.Agent, Total: c.Total, Force: c.Force})
}
