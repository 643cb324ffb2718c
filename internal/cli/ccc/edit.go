package ccc

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/ccc"
)

const (
	sessionFileHelp = `If .ccc-progress.md does not exist, mdck creates it. But the command fails if there is a backup of the file for the issue in .ccc-state.json. Then restore the backup, or create a new file with mdck init ccc. If mdck composed the continuation prompt, the command also updates the prompt.`

	doneHelp = `Moves the current task, or the task that you name, to Completed Tasks. A task that is in no list is added to Completed Tasks. A task that is already completed is not added again.

` + sessionFileHelp + `

Examples:

    mdck ccc done
    mdck ccc done "parse the header"
    mdck ccc done "parse the header -- 4d8fc76 (12 min)"`

	currentHelp = `Moves a task from Remaining Tasks to Current Task. The previous current task returns to Remaining Tasks, without its status.

--status sets the status of the task that you name or, without a task, of the current task. --status "(none)" removes the status.

` + sessionFileHelp + `

Examples:

    mdck ccc current "print the report"
    mdck ccc current "print the report" --status "tests are red"
    mdck ccc current --status "tests are green"`

	nextHelp = `Adds tasks to the end of Remaining Tasks. A task that is already remaining, current or completed is not added.

` + sessionFileHelp + `

Examples:

    mdck ccc next "print the report"
    mdck ccc next "write the guide" "tell ops"`

	decideHelp = `Records a decision and its reason in Decisions Made. A file with --shape E has no section Decisions Made, so the decision is added to Learnings.

` + sessionFileHelp + `

Examples:

    mdck ccc decide "spans, no printer" --because "bytes stay as they are"
    mdck ccc decide "one store" --because "two would have to agree" --diff`

	blockHelp = `Records a blocker and the condition that resolves it. If the blocker already exists, the new condition replaces the old one.

` + sessionFileHelp + `

Examples:

    mdck ccc block "no test account" --until "an answer from ops"
    mdck ccc block "the schema is not frozen" --until "CIA-77 is merged"`

	unblockHelp = `Removes a blocker. Give its text, or a part of the text that no other blocker contains.

Examples:

    mdck ccc unblock "no test account"
    mdck ccc unblock account --diff`

	learnHelp = `Adds a learning and the current time to Learnings.

` + sessionFileHelp + `

Examples:

    mdck ccc learn "the parser keeps comments"
    mdck ccc learn "the cache is not shared" --shape E`
)

type doneCommand struct {
	Task string `arg:"" optional:"" help:"The completed task (default: the current task)."`
	sessionFlags
}

func (c *doneCommand) Run(std app.Streams) error { return c.request(std, "done", c.Task, "") }

type currentCommand struct {
	Task   string `arg:"" optional:"" help:"The new current task. Without it, only the status changes."`
	Status string `help:"Status of the task, such as: tests are red." placeholder:"TEXT"`
	sessionFlags
}

func (c *currentCommand) Run(std app.Streams) error {
	if c.Task == "" && c.Status == "" {
		return app.Errorf("to print the tasks: mdck show ccc --bullets", "ccc current: expected a task or --status")
	}
	return c.request(std, "current", c.Task, c.Status)
}

type nextCommand struct {
	Tasks []string `arg:"" name:"task" help:"Tasks to do later."`
	sessionFlags
}

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

func (c *decideCommand) Run(std app.Streams) error {
	reason, err := app.Detail("ccc decide", "reason", "because", c.Reason, c.Because)
	if err != nil {
		return err
	}
	return c.request(std, "decide", c.Decision, reason)
}

type blockCommand struct {
	Blocker   string `arg:"" help:"The blocker."`
	Condition string `arg:"" optional:"" help:"What resolves the blocker."`
	Until     string `help:"What resolves the blocker." placeholder:"CONDITION"`
	sessionFlags
}

func (c *blockCommand) Run(std app.Streams) error {
	condition, err := app.Detail("ccc block", "condition", "until", c.Condition, c.Until)
	if err != nil {
		return err
	}
	return c.request(std, "block", c.Blocker, condition)
}

type unblockCommand struct {
	Blocker string `arg:"" help:"The resolved blocker, or a part of its text."`
	sessionFlags
}

func (c *unblockCommand) Run(std app.Streams) error { return c.request(std, "unblock", c.Blocker, "") }

type learnCommand struct {
	Text string `arg:"" help:"What was learned."`
	sessionFlags
}

func (c *learnCommand) Run(std app.Streams) error { return c.request(std, "learn", c.Text, "") }
