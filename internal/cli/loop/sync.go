package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const syncHelp = `Copies values from plan.md to the metadata: tasks_completed, tasks_total, last_task, and last_commit if the plan or the commits name it. A task that a commit names counts as done. If a count becomes lower, a note reports it. A value that the plan does not contain stays as it is: for example, last_task if no box is ticked.

Examples:

    mdck loop sync
    mdck loop sync --diff`

type syncCommand struct{ trackFlags }

func (c *syncCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "sync"})
}
