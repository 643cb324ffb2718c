package ccc

import (
	"errors"
	"fmt"

	"mdck/internal/cli/app"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/ccc"
)

const cccWriteHelp = `Makes several changes to the progress file in one write. If one change is refused, nothing is written. Give the changes as one JSON object, in a file with --input or on standard input:

    {"done": "parse the header",
     "next": ["print the report", "write the guide"],
     "current": {"task": "print the report", "status": "tests are red"},
     "decide": {"decision": "spans, no printer", "reason": "bytes stay as they are"},
     "block": {"blocker": "no test account", "by": "an answer from ops"},
     "continue": "Resume CIA-123. Current task: task 3 of 5. Key files: report.go. Next action: make the tests green."}

All keys are optional. The changes are made in the order ` + writeKeys + `. The keys "issue" and "mode" change the header; every other key works like its command: "done" like mdck ccc done. A value can also be a list. An entry that already exists is not added again.

` + sessionFileHelp + `

Examples:

    mdck ccc write < changes.json
    mdck ccc write --input changes.json --diff`

// writeKeys lists the JSON keys in the order of their changes.
const writeKeys = "issue, mode, done, next, current, unblock, block, decide, learn, continue"

type writeCommand struct {
	Input string `help:"Read the changes from this file; - is standard input." placeholder:"FILE" default:"-"`
	sessionFlags
}

func (c *writeCommand) Run(std app.Streams) error {
	in, err := c.read(std)
	if err != nil {
		return err
	}
	return c.requests(std, "ccc write", in)
}

func (c *writeCommand) read(std app.Streams) (ccc.Input, error) {
	name, text, err := app.ReadText(std, c.Input)
	if err != nil {
		return nil, err
	}
	if spelling.IsBlank(text) {
		return nil, writeHinted(errors.New("ccc write: no changes given"))
	}
	in, err := ccc.ParseInput(name, text)
	if err == nil && len(in) == 0 {
		err = fmt.Errorf("%s: the object contains no change", name)
	}
	if err != nil {
		return nil, writeHinted(err)
	}
	return in, nil
}

func writeHinted(err error) error {
	return app.WithHints(err, "the keys are "+writeKeys, "to print an example: mdck ccc write --help")
}
