package handoff

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/handoff"
)

const (
	fileHelp = `A note that does not exist is made. A HANDOFF.md that is not a note of mdck stays as it is: mdck init handoff takes it over.`

	nextHelp = `Sets the next action, of which there is exactly one. Another one goes to the front of the pending items; a pending item that is named leaves them. A task that is completed is refused: what is left of it needs other words.

` + fileHelp + `

Examples:

    mdck handoff next "write the test of the parser"
    mdck handoff next "make TestHeader green" --diff`

	pendingHelp = `Adds tasks to the end of the pending items, except for those that are there or the next action. A task that is completed is refused.

` + fileHelp + `

Examples:

    mdck handoff pending "print the report"
    mdck handoff pending "write the guide" "tell ops"`

	doneHelp = `Moves a task to the completed ones: the one that is named, or the next action. If it was the next action, the first pending item becomes that. The newest 15 completed items stay in the note; the others go to the archive.

Evidence is a commit, a file, or a command; what is neither a commit nor a file is written as a command.

` + fileHelp + `

Examples:

    mdck handoff done
    mdck handoff done "parse the header" --evidence 4d8fc76
    mdck handoff done --evidence parse_test.go --evidence "go test ./parse"`

	decideHelp = `Records a decision and its reason. A decision that is there gets the new reason.

` + fileHelp + `

Examples:

    mdck handoff decide "spans, no printer" "bytes stay as they are"
    mdck handoff decide "one store" --because "two would have to agree" --diff`

	blockHelp = `Records what is in the way, and what ends that. A blocker that is there gets the new condition.

` + fileHelp + `

Examples:

    mdck handoff block "no test account" "ops answers"
    mdck handoff block "the schema is not frozen" --until "pull request 77 is merged"`

	unblockHelp = `Takes a blocker out: the one with that text, or the only one that the text is a part of. If there is none, that is printed and nothing is written.

Examples:

    mdck handoff unblock "no test account"
    mdck handoff unblock account --diff`

	ranHelp = `Records the result of a command and the commit at which it is: HEAD, unless --at names another. An earlier result of the same command is replaced. Once a later commit changes anything but Markdown, mdck lint and mdck verify report the result: run the command again after the commit.

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

// Run sets the next action.
func (c *nextCommand) Run(std app.Streams) error {
	return c.request(std, handoff.Request{Verb: "next", Text: c.Action})
}

type pendingCommand struct {
	Tasks []string `arg:"" name:"task" help:"What is to be done later."`
	noteFlags
}

// Run adds the tasks.
func (c *pendingCommand) Run(std app.Streams) error {
	var all []handoff.Request
	for _, task := range c.Tasks {
		all = append(all, handoff.Request{Verb: "pending", Text: task})
	}
	return c.request(std, all...)
}

type doneCommand struct {
	Task     string   `arg:"" optional:"" help:"The task that is completed (default: the next action)."`
	Evidence []string `sep:"none" help:"What shows it: a commit, a file or a command; may be given again." placeholder:"TEXT"`
	noteFlags
}

// Run completes the task.
func (c *doneCommand) Run(std app.Streams) error {
	return c.request(std, handoff.Request{Verb: "done", Text: c.Task, Note: handoff.Evidence(c.Evidence...)})
}

type decideCommand struct {
	Decision string `arg:"" help:"What was decided."`
	Reason   string `arg:"" optional:"" help:"The reason."`
	Because  string `help:"The reason." placeholder:"REASON"`
	noteFlags
}

// Run records the decision.
func (c *decideCommand) Run(std app.Streams) error {
	return c.withDetail(std, handoff.Request{Verb: "decide", Text: c.Decision}, "reason", "because", c.Reason, c.Because)
}

type blockCommand struct {
	Blocker   string `arg:"" help:"What is in the way."`
	Condition string `arg:"" optional:"" help:"What ends that."`
	Until     string `help:"What ends that." placeholder:"CONDITION"`
	noteFlags
}

// Run records the blocker.
func (c *blockCommand) Run(std app.Streams) error {
	return c.withDetail(std, handoff.Request{Verb: "block", Text: c.Blocker}, "condition", "until", c.Condition, c.Until)
}

type unblockCommand struct {
	Blocker string `arg:"" help:"The blocker, or a part of its text."`
	noteFlags
}

// Run takes the blocker out.
func (c *unblockCommand) Run(std app.Streams) error {
	return c.request(std, handoff.Request{Verb: "unblock", Text: c.Blocker})
}

type ranCommand struct {
	Ran    string `arg:"" name:"command" help:"The command that was run."`
	Came   string `arg:"" optional:"" name:"result" help:"What came of it."`
	Result string `help:"What came of it." placeholder:"TEXT"`
	At     string `help:"The commit at which it was run (default: HEAD)." placeholder:"COMMIT"`
	noteFlags
}

// Run records the result.
func (c *ranCommand) Run(std app.Streams) error {
	return c.withDetail(std, handoff.Request{Verb: "ran", Text: c.Ran, At: c.At}, "result", "result", c.Came, c.Result)
}

type goalCommand struct {
	Goal string `arg:"" help:"What the work is for."`
	noteFlags
}

// Run sets the goal.
func (c *goalCommand) Run(std app.Streams) error {
	return c.request(std, handoff.Request{Verb: "goal", Text: c.Goal})
}
