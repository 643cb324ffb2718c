package loop

import (
	"errors"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const migrateHelp = `Migrates a track from version 1 or 2 to version 3. It adds missing keys and removes none. It infers a missing loop_state from plan.md, and a missing current_step from the existing checkpoints. It creates metadata.json for a track that has only plan.md. It prints the change as a unified diff; --write makes the change.

Examples:

    mdck loop migrate
    mdck loop migrate --write`

type migrateCommand struct {
	Write bool `help:"Write the change instead of printing it."`
	trackFlags
}

func (c *migrateCommand) Run(std app.Streams) error {
	if c.Write && c.Diff {
		return errors.New("loop migrate: --diff cannot be used with --write")
	}
	c.Diff = !c.Write
	return c.change(std, loop.Request{Verb: "migrate"})
}
