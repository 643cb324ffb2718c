package handoff

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/handoff"
)

const (
	fileHelp = `If the note does not exist, it is created. mdck does not change a HANDOFF.md that it did not create; mdck init handoff converts such a file.`

	nextHelp = `Sets the next action. A note has exactly one next action, so the previous next action becomes the first pending item. If the new action is a pending item, that item is moved. A completed task is refused: describe the remaining work in other words.

` + fileHelp + `

Examples:

    mdck handoff next "write the test of the parser"
    mdck handoff next "make TestHeader green" --diff`

	pendingHelp = `Adds tasks to the end of the pending items, and skips tasks that are already pending or are the next action. If there is no next action, the first pending item becomes the next action. A completed task is refused.

` + fileHelp + `

Examples:

    mdck handoff pending "print the report"
    mdck handoff pending "write the guide" "tell ops"`

	doneHelp = `Moves a task to the completed items: the named task, or the next action. If the task was the next action, the first pending item becomes the next action. The note keeps the newest 15 completed items; older items go to the archive.

Evidence is a commit, a file, or a command; a text that is neither a commit nor a file is recorded as a command.

` + fileHelp + `

Examples:

    mdck handoff done
    mdck handoff done "parse the header" --evidence 4d8fc76
    mdck handoff done --evidence parse_test.go --evidence "go test ./parse"`

	decideHelp = `Records a decision and its reason. An existing decision gets the new reason.

` + fileHelp + `

Examples:

    mdck handoff decide "spans, no printer" "bytes stay as they are"
    mdck handoff decide "one store" --because "two would have to agree" --diff`

	blockHelp = `Records a blocker and the condition that resolves it. An existing blocker gets the new condition.

` + fileHelp + `

Examples:

    mdck handoff block "no test account" "ops answers"
    mdck handoff block "the schema is not frozen" --until "pull request 77 is merged"`

	unblockHelp = `Removes the blocker with the given text, or the only blocker whose text contains it. If there is no such blocker, a note says so and nothing is written.

Examples:

    mdck handoff unblock "no test account"
    mdck handoff unblock account --diff`

	ranHelp = `Records the result of a command and the commit at which it ran: HEAD or --at. The result replaces an earlier result of the same command. When a later commit changes anything but Markdown, mdck lint and mdck verify report the result as old: run the command again.

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
	Evidence []string `sep:"none" help:"A commit, a file or a command as evidence; repeatable." placeholder:"TEXT"`
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
