package cli

import (
	"errors"
	"strings"
	"time"

	"mdck/mdcheckpoint/loop"
)

const (
	loopBlockHelp = `Records what stands in the way of a step: a blocker with status ACTIVE, and the status BLOCKED. A blocker with that text that stands is not added again.

Examples:

    mdck loop block "no test account"
    mdck loop block "the schema is not frozen" --step EXECUTE --id schema`

	loopUnblockHelp = `Resolves a blocker: the one with that id, the only one that the text is a part of, or without a text the only one that stands. Its step becomes NOT_STARTED, unless another blocker stands in its way. Where nothing is blocked, nothing is written and the status is 1.

Examples:

    mdck loop unblock
    mdck loop unblock blocker-2
    mdck loop unblock account --diff`

	loopSyncHelp = `Takes from plan.md what the metadata repeats of it: tasks_completed, tasks_total, last_task and, where the plan or commits name it, last_commit. A task that commits name counts as done, and a count that falls is told. What the plan does not tell stays as it is: the last task of a plan without a ticked box, above all.

Examples:

    mdck loop sync
    mdck loop sync --diff`

	loopMigrateHelp = `Brings a track of version 1 or 2 to version 3. What is missing is added, nothing is dropped; a loop_state that is missing is inferred from plan.md, a current_step that is missing from the checkpoints before that. It prints the change as a unified diff; --write makes it.

Examples:

    mdck loop migrate
    mdck loop migrate --write`
)

type loopBlockCommand struct {
	Blocker string `arg:"" help:"What stands in the way."`
	Step    string `help:"The step (default: the current one)." placeholder:"STEP"`
	ID      string `help:"The id of the blocker (default: the next number)." placeholder:"ID"`
	Notes   string `help:"What is to be known of the step." placeholder:"TEXT"`
	Agent   string `help:"Who does the step (default: who had it, else the agent of the protocol)." placeholder:"NAME"`
	trackFlags
}

// Run records the blocker.
func (c *loopBlockCommand) Run(std Streams) error {
	if strings.TrimSpace(c.Blocker) == "" {
		return hinted(errors.New("loop block: the blocker is blank, want what stands in the way"), `mdck loop block "no test account"`)
	}
	b := loop.Block{Step: c.Step, Description: c.Blocker, ID: c.ID, Notes: c.Notes, Agent: c.Agent}
	return c.change(std, "loop block", true, func(t *loop.Track, now time.Time) (*loop.Change, error) { return t.Block(b, now) })
}

type loopUnblockCommand struct {
	Blocker string `arg:"" optional:"" help:"Its id, or a part of its text (default: the only one that stands)."`
	Step    string `help:"The step (default: that of the blocker)." placeholder:"STEP"`
	trackFlags
}

// Run resolves the blocker.
func (c *loopUnblockCommand) Run(std Streams) error {
	u := loop.Unblock{Which: c.Blocker, Step: c.Step}
	return c.change(std, "loop unblock", true, func(t *loop.Track, now time.Time) (*loop.Change, error) { return t.Unblock(u, now) })
}

type loopSyncCommand struct{ trackFlags }

// Run takes the counts from the plan.
func (c *loopSyncCommand) Run(std Streams) error {
	return c.change(std, "loop sync", false, (*loop.Track).Sync)
}

type loopMigrateCommand struct {
	Write bool `help:"Write the change, in the place of printing it."`
	trackFlags
}

// Run migrates the track, or shows what that would be.
func (c *loopMigrateCommand) Run(std Streams) error {
	if c.Write && c.Diff {
		return errors.New("loop migrate: --diff prints the change, --write makes it: not both")
	}
	c.Diff = !c.Write
	return c.change(std, "loop migrate", false, (*loop.Track).Migrate)
}
