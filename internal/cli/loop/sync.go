package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const syncHelp = `Takes from plan.md what the metadata repeats of it: tasks_completed, tasks_total, last_task and, where the plan or commits name it, last_commit. A task that commits name counts as done, and a count that falls is told. What the plan does not tell stays as it is: the last task of a plan without a ticked box, above all.

Examples:

    mdck loop sync
    mdck loop sync --diff`

type syncCommand struct{ trackFlags }

// Run takes the counts from the plan.
func (c *syncCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "sync"})
}
