package cli

import (
	"errors"
	"fmt"

	"mdck/mdcheckpoint/ccc"
)

const cccWriteHelp = `Makes several changes of the progress file in one write, all of them or none, in the order ` + writeKeys + `. They come as one JSON object from --input or standard input:

    {"done": "parse the header",
     "next": ["print the report", "write the guide"],
     "current": {"task": "print the report", "status": "tests are red"},
     "decide": {"decision": "spans, no printer", "reason": "bytes stay as they are"},
     "block": {"blocker": "no test account", "by": "an answer from ops"},
     "continue": "Resume CIA-123. Current task: task 3 of 5. Key files: report.go. Next action: make the tests green."}

Every key may be left out. Where there are several, a list may stand; what is there already is not added again. Each change is what the command of that name does.

` + sessionFileHelp + `

Examples:

    mdck ccc write < changes.json
    mdck ccc write --input changes.json --diff`

// writeKeys are the keys of the object, in the order in which the changes are made.
const writeKeys = "issue, mode, done, next, current, unblock, block, decide, learn, continue"

type cccWriteCommand struct {
	Input string `help:"Read the changes from this file; - is standard input." placeholder:"FILE" default:"-"`
	sessionFlags
}

// Run makes the changes.
func (c *cccWriteCommand) Run(std Streams) error {
	in, err := c.read(std)
	if err != nil {
		return err
	}
	return c.request(std, "ccc write", in)
}

// read reads the changes, of which there has to be one.
func (c *cccWriteCommand) read(std Streams) (*ccc.Input, error) {
	name, text, err := readText(std, c.Input)
	if err != nil {
		return nil, err
	}
	if isBlank(text) {
		return nil, writeHinted(errors.New("ccc write: no changes were given"))
	}
	in, err := ccc.ParseInput(name, text)
	if err == nil && in.IsZero() {
		err = fmt.Errorf("%s: the object asks for no change", name)
	}
	if err != nil {
		return nil, writeHinted(err)
	}
	return in, nil
}

func writeHinted(err error) error {
	return hinted(err, "keys: "+writeKeys, "mdck ccc write --help shows an example")
}
