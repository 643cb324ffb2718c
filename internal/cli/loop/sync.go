package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const syncHelp = `Copies tasks_completed, tasks_total, last_task and last_commit from plan.md to metadata.json. A task is done if its box is ticked, or if a recorded commit names it. If a count becomes lower, mdck prints a note. A value that plan.md does not contain is not changed.

Examples:

    mdck loop sync
    mdck loop sync --diff`

type syncCommand struct{ trackFlags }

func (c *syncCommand) Run(std app.Streams) error {
	return c.change(std, loop.Request{Verb: "sync"})
}
