package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const syncHelp = `Copies values from plan.md to the metadata: tasks_completed, tasks_total, last_task and, if the plan or the commits name it, last_commit. A task that a commit names counts as done. If a count becomes lower, a note reports it. Values that the plan does not contain stay as they are, such as last_task if no box is ticked.

Examples:

    mdck loop sync
    mdck loop sync --diff`

type syncCommand struct{ trackFlags }

func (c *syncCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "sync"})
}
