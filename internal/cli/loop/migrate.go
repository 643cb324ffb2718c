package loop

import (
	"errors"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const migrateHelp = `Brings a track of version 1 or 2 to version 3. What is missing is added, nothing is dropped; a loop_state that is missing is inferred from plan.md, a current_step that is missing from the checkpoints before that. It prints the change as a unified diff; --write makes it.

Examples:

    mdck loop migrate
    mdck loop migrate --write`

type migrateCommand struct {
	Write bool `help:"Write the change, in the place of printing it."`
	trackFlags
}

// Run migrates the track, or shows what that would be.
func (c *migrateCommand) Run(std app.Streams) error {
	if c.Write && c.Diff {
		return errors.New("loop migrate: --diff prints the change, --write makes it: not both")
	}
	c.Diff = !c.Write
	return c.change(std, loop.Request{Verb: "migrate"})
}
