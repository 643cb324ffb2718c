package ccc

import (
	"errors"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/ccc"
)

const (
	sessionFileHelp = `A .ccc-progress.md that is not there is made, with the issue and the mode of .ccc-state.json, or the issue that the branch is named after; one that is lost, with a backup about the issue of the state, is not. A continuation prompt that mdck composed is kept up to date, any other stays as it is.`

	doneHelp = `Moves a task to Completed Tasks, with the mark that the file uses: the one that is named, from wherever it stands, or the current one. A task that is completed already is not added again: that is said, and nothing is written. So is a task that was in none of the lists while others are open, with the one that may have been meant; it is completed all the same.

` + sessionFileHelp + `

Examples:

    mdck ccc done
    mdck ccc done "parse the header"
    mdck ccc done "parse the header -- 4d8fc76 (12 min)"`

	currentHelp = `Makes a task the current one; it leaves Remaining Tasks. Another task that was current goes back there, into its place or else to the top. Without a task, --status is that of the current one, and "(none)" takes it away; the status of a task that is no longer current is not kept, which is said. A status that would be read as a part of the task is refused.

` + sessionFileHelp + `

Examples:

    mdck ccc current "print the report"
    mdck ccc current "print the report" --status "tests are red"
    mdck ccc current --status "tests are green"`

	nextHelp = `Adds tasks to the end of Remaining Tasks, but for those that are there, current or completed.

` + sessionFileHelp + `

Examples:

    mdck ccc next "print the report"
    mdck ccc next "write the guide" "tell ops"`

	decideHelp = `Records a decision and its reason in Decisions Made; in a file of shape E, which has no such section, among its learnings.

` + sessionFileHelp + `

Examples:

    mdck ccc decide "spans, no printer" --because "bytes stay as they are"
    mdck ccc decide "one store" --because "two would have to agree" --diff`

	blockHelp = `Records what stands in the way, and what would end that. A blocker that is there gets the new condition.

` + sessionFileHelp + `

Examples:

    mdck ccc block "no test account" --until "an answer from ops"
    mdck ccc block "the schema is not frozen" --until "CIA-77 is merged"`

	unblockHelp = `Takes a blocker out: the one with that text, or the only one that the text is a part of. A blocker that is not there is said, and nothing is written.

Examples:

    mdck ccc unblock "no test account"
    mdck ccc unblock account --diff`

	learnHelp = `Records a learning with the time, in Learnings.

` + sessionFileHelp + `

Examples:

    mdck ccc learn "the parser keeps comments"
    mdck ccc learn "the cache is not shared" --shape E`
)

type doneCommand struct {
	Task string `arg:"" optional:"" help:"The task that is done (default: the current one)."`
	sessionFlags
}

// Run completes the task.
func (c *doneCommand) Run(std app.Streams) error { return c.request(std, "done", c.Task, "") }

type currentCommand struct {
	Task   string `arg:"" optional:"" help:"The task at hand (default: the current one, for --status)."`
	Status string `help:"Where it stands, or what was done last." placeholder:"TEXT"`
	sessionFlags
}

// Run makes the task the current one.
func (c *currentCommand) Run(std app.Streams) error {
	if c.Task == "" && c.Status == "" {
		return app.Hinted(errors.New("ccc current: neither a task nor --status is given"), "mdck show ccc --bullets prints the tasks")
	}
	return c.request(std, "current", c.Task, c.Status)
}

type nextCommand struct {
	Tasks []string `arg:"" name:"task" help:"Tasks that remain."`
	sessionFlags
}

// Run adds the tasks.
func (c *nextCommand) Run(std app.Streams) error {
	var in ccc.Input
	for _, task := range c.Tasks {
		in = append(in, ccc.Request{Verb: "next", Text: task})
	}
	return c.requests(std, "ccc next", in)
}

type decideCommand struct {
	Decision string `arg:"" help:"What was decided."`
	Reason   string `arg:"" optional:"" help:"The reason."`
	Because  string `help:"The reason." placeholder:"REASON"`
	sessionFlags
}

// Run records the decision.
func (c *decideCommand) Run(std app.Streams) error {
	reason, err := app.Detail("ccc decide", "reason", "because", c.Reason, c.Because)
	if err != nil {
		return err
	}
	return c.request(std, "decide", c.Decision, reason)
}

type blockCommand struct {
	Blocker   string `arg:"" help:"What stands in the way."`
	Condition string `arg:"" optional:"" help:"What would unblock it."`
	Until     string `help:"What would unblock it." placeholder:"CONDITION"`
	sessionFlags
}

// Run records the blocker.
func (c *blockCommand) Run(std app.Streams) error {
	condition, err := app.Detail("ccc block", "condition", "until", c.Condition, c.Until)
	if err != nil {
		return err
	}
	return c.request(std, "block", c.Blocker, condition)
}

type unblockCommand struct {
	Blocker string `arg:"" help:"The blocker that no longer stands, or a part of its text."`
	sessionFlags
}

// Run takes the blocker out.
func (c *unblockCommand) Run(std app.Streams) error { return c.request(std, "unblock", c.Blocker, "") }

type learnCommand struct {
	Text string `arg:"" help:"What was learned."`
	sessionFlags
}

// Run records the learning.
func (c *learnCommand) Run(std app.Streams) error { return c.request(std, "learn", c.Text, "") }
