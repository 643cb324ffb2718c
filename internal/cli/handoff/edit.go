package handoff

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/handoff"
)

const (
	fileHelp = `If the note does not exist, mdck creates it. If a HANDOFF.md exists that mdck did not create, run mdck init handoff first.`

	nextHelp = `Sets the next action. A note has exactly one next action, so the previous next action becomes the first pending item. The new action can be a pending item, but not a completed task.

` + fileHelp + `

Examples:

    mdck handoff next "write the test of the parser"
    mdck handoff next "make TestHeader green" --diff`

	pendingHelp = `Adds tasks to the end of the pending items. A task that is already pending, or is the next action, is not added. A completed task is refused. If there is no next action, the first pending item becomes the next action.

` + fileHelp + `

Examples:

    mdck handoff pending "print the report"
    mdck handoff pending "write the guide" "tell ops"`

	doneHelp = `Moves the next action, or the task that you name, to the completed items. When the next action is completed, the first pending item becomes the next action. The note keeps the newest 15 completed items; older items go to the archive.

Give a commit, a file or a command as evidence. Any other text is recorded as a command.

` + fileHelp + `

Examples:

    mdck handoff done
    mdck handoff done "parse the header" --evidence 4d8fc76
    mdck handoff done --evidence parse_test.go --evidence "go test ./parse"`

	decideHelp = `Records a decision and its reason. If the decision already exists, the new reason replaces the old one.

` + fileHelp + `

Examples:

    mdck handoff decide "spans, no printer" "bytes stay as they are"
    mdck handoff decide "one store" --because "two would have to agree" --diff`

	blockHelp = `Records a blocker and the condition that resolves it. If the blocker already exists, the new condition replaces the old one.

` + fileHelp + `

Examples:

    mdck handoff block "no test account" "ops answers"
    mdck handoff block "the schema is not frozen" --until "pull request 77 is merged"`

	unblockHelp = `Removes a blocker. Give its text, or a part of the text that no other blocker contains.

Examples:

    mdck handoff unblock "no test account"
    mdck handoff unblock account --diff`

	ranHelp = `Records the result of a command, and the commit at which the command ran. A new result replaces the old result of the same command. If a later commit changes a file that is not Markdown, mdck lint and mdck verify report that the result is old.

` + fileHelp + `

Examples:

    mdck handoff ran "go test ./..." passed
    mdck handoff ran "npm test" --result "2 of 31 fail" --at 4d8fc76`

	goalHelp = `Sets the goal of the work.

` + fileHelp + `

Examples:

    mdck handoff goal "sync works without a network"
    mdck handoff goal "the parser reads version 2" --diff`
)

type nextCommand struct {
	Action string `arg:"" help:"What to do next."`
	noteFlags
}

func (c *nextCommand) Run(std app.Streams) error {
	return c.request(std, handoff.Request{Verb: "next", Text: c.Action})
}

type pendingCommand struct {
	Tasks []string `arg:"" name:"task" help:"Tasks to do later."`
	noteFlags
}

func (c *pendingCommand) Run(std app.Streams) error {
	var all []handoff.Request
	for _, task := range c.Tasks {
		all = append(all, handoff.Request{Verb: "pending", Text: task})
	}
	return c.request(std, all...)
}

type doneCommand struct {
	Task     string   `arg:"" optional:"" help:"The completed task (default: the next action)."`
	Evidence []string `sep:"none" help:"Evidence: a commit, a file or a command; repeatable." placeholder:"TEXT"`
	noteFlags
}

func (c *doneCommand) Run(std app.Streams) error {
	return c.request(std, handoff.Request{Verb: "done", Text: c.Task, Note: handoff.Evidence(c.Evidence...)})
}

type decideCommand struct {
	Decision string `arg:"" help:"What was decided."`
	Reason   string `arg:"" optional:"" help:"The reason."`
	Because  string `help:"The reason." placeholder:"REASON"`
	noteFlags
}

func (c *decideCommand) Run(std app.Streams) error {
	return c.withDetail(std, handoff.Request{Verb: "decide", Text: c.Decision}, "reason", "because", c.Reason, c.Because)
}

type blockCommand struct {
	Blocker   string `arg:"" help:"The blocker."`
	Condition string `arg:"" optional:"" help:"What resolves the blocker."`
	Until     string `help:"What resolves the blocker." placeholder:"CONDITION"`
	noteFlags
}

func (c *blockCommand) Run(std app.Streams) error {
	return c.withDetail(std, handoff.Request{Verb: "block", Text: c.Blocker}, "condition", "until", c.Condition, c.Until)
}

type unblockCommand struct {
	Blocker string `arg:"" help:"The blocker, or a part of its text."`
	noteFlags
}

func (c *unblockCommand) Run(std app.Streams) error {
	return c.request(std, handoff.Request{Verb: "unblock", Text: c.Blocker})
}

type ranCommand struct {
	Ran    string `arg:"" name:"command" help:"The command that was run."`
	Came   string `arg:"" optional:"" name:"result" help:"The result of the command."`
	Result string `help:"The result of the command." placeholder:"TEXT"`
	At     string `help:"The commit at which the command was run (default: HEAD)." placeholder:"COMMIT"`
	noteFlags
}

func (c *ranCommand) Run(std app.Streams) error {
	return c.withDetail(std, handoff.Request{Verb: "ran", Text: c.Ran, At: c.At}, "result", "result", c.Came, c.Result)
}

type goalCommand struct {
	Goal string `arg:"" help:"The goal."`
	noteFlags
}

func (c *goalCommand) Run(std app.Streams) error {
	return c.request(std, handoff.Request{Verb: "goal", Text: c.Goal})
}
