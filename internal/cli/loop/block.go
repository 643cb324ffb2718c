package loop

import (
	"errors"
	"strings"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const (
	blockHelp = `Records what stands in the way of a step: a blocker with status ACTIVE, and the status BLOCKED. A blocker with that text that is active is not added again. A step that is over and not the current one is refused.

Examples:

    mdck loop block "no test account"
    mdck loop block "the schema is not frozen" --step EXECUTE --id schema`

	unblockHelp = `Resolves a blocker: the one with that id, the only one that the text is a part of, or without a text the only one that stands. Its step becomes NOT_STARTED, unless another blocker stands in its way. Where nothing is blocked, nothing is written and the status is 1.

Examples:

    mdck loop unblock
    mdck loop unblock blocker-2
    mdck loop unblock account --diff`

	decideHelp = `Records what a person decided about a track whose fix cycles are used up, in the history of EVALUATE_EXECUTION: extend N allows N more cycles, stop ends the track, whose status becomes stopped, accept makes the evaluation PASSED_WITH_WARNINGS, so that the loop goes on. --because gives the reason. Refused while there are cycles left, unless --force.

Examples:

    mdck loop decide extend 2 --because "the rest is small"
    mdck loop decide accept --because "known, and tracked elsewhere"
    mdck loop decide stop --because "the approach does not work"`

	syncHelp = `Takes from plan.md what the metadata repeats of it: tasks_completed, tasks_total, last_task and, where the plan or commits name it, last_commit. A task that commits name counts as done, and a count that falls is told. What the plan does not tell stays as it is: the last task of a plan without a ticked box, above all.

Examples:

    mdck loop sync
    mdck loop sync --diff`

	migrateHelp = `Brings a track of version 1 or 2 to version 3. What is missing is added, nothing is dropped; a loop_state that is missing is inferred from plan.md, a current_step that is missing from the checkpoints before that. It prints the change as a unified diff; --write makes it.

Examples:

    mdck loop migrate
    mdck loop migrate --write`
)

type blockCommand struct {
	Blocker string `arg:"" help:"What stands in the way."`
	Step    string `help:"The step (default: the current one)." placeholder:"STEP"`
	ID      string `help:"The id of the blocker (default: the next number)." placeholder:"ID"`
	trackFlags
}

// Run records the blocker.
func (c *blockCommand) Run(std app.Streams) error {
	if strings.TrimSpace(c.Blocker) == "" {
		return app.Hinted(errors.New("loop block: the blocker is blank, want what stands in the way"), `mdck loop block "no test account"`)
	}
	b := loop.Block{Step: c.Step, Description: c.Blocker, ID: c.ID}
	return c.change(std, "loop block", true, loop.Transition{Verb: "block", Step: c.Step}, loop.Do((*loop.Track).Block, b))
}

type unblockCommand struct {
	Blocker string `arg:"" optional:"" help:"Its id, or a part of its text (default: the only one that stands)."`
	Step    string `help:"The step (default: that of the blocker)." placeholder:"STEP"`
	trackFlags
}

// Run resolves the blocker.
func (c *unblockCommand) Run(std app.Streams) error {
	u := loop.Unblock{Which: c.Blocker, Step: c.Step}
	return c.change(std, "loop unblock", true, loop.Transition{}, loop.Do((*loop.Track).Unblock, u))
}

type decideCommand struct {
	Decision string `arg:"" enum:"extend,stop,accept" help:"What the person decided: ${enum}."`
	Cycles   int    `arg:"" optional:"" help:"With extend: how many more fix cycles there may be."`
	Because  string `required:"" help:"Why." placeholder:"TEXT"`
	trackForce
	trackFlags
}

// Run records the decision.
func (c *decideCommand) Run(std app.Streams) error {
	switch {
	case strings.TrimSpace(c.Because) == "":
		return errors.New("loop decide: --because is blank, expected the reason")
	case (c.Decision == "extend") != (c.Cycles > 0):
		return app.Hinted(errors.New("loop decide: extend takes a number of cycles, 1 or more; stop and accept take none"), `mdck loop decide extend 2 --because "the rest is small"`)
	}
	d := loop.Decide{What: c.Decision, Cycles: c.Cycles, Because: c.Because, Force: c.Force}
	return c.change(std, "loop decide", true, loop.Transition{Verb: "decide", Step: loop.EvaluateExecution, Force: c.Force}, loop.Do((*loop.Track).Decide, d))
}

type syncCommand struct{ trackFlags }

// Run takes the counts from the plan.
func (c *syncCommand) Run(std app.Streams) error {
	return c.change(std, "loop sync", false, loop.Transition{}, (*loop.Track).Sync)
}

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
	return c.change(std, "loop migrate", false, loop.Transition{}, (*loop.Track).Migrate)
}
