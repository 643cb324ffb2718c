package cli

import (
	"errors"
	"fmt"
	"strings"

	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/source"
)

const cccWriteHelp = `Makes several changes of the progress file in one write, all of them or none, in the order issue, mode, done, next, current, unblock, block, decide, learn, continue. They come as one JSON object from --input or standard input:

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

// read reads the changes. That there are none is an error that says what is wanted.
func (c *cccWriteCommand) read(std Streams) (*ccc.Input, error) {
	name, text, err := readText(std, c.Input)
	if err != nil {
		return nil, err
	}
	if isBlank(text) {
		return nil, hinted(errors.New("ccc write: no changes were given"), inputGrammar()...)
	}
	in, err := ccc.ParseInput(name, text)
	if _, ok := errors.AsType[*source.Error](err); ok {
		return nil, hinted(err, "keys: "+strings.Join(inputKeys(), ", "), "mdck ccc write --help shows an example")
	}
	if err == nil && in.IsZero() {
		err = hinted(fmt.Errorf("%s: the object asks for no change", name), inputGrammar()...)
	}
	return in, err
}

// inputGrammar says what the JSON of changes may hold.
func inputGrammar() []string {
	lines := []string{"want one JSON object with any of these keys:"}
	for i := range ccc.InputFields.Fields {
		f := &ccc.InputFields.Fields[i]
		lines = append(lines, fmt.Sprintf("%-8s  %s: %s", f.Name, inputForms(f.Name), f.Doc))
	}
	return lines
}

func inputKeys() []string {
	var keys []string
	for i := range ccc.InputFields.Fields {
		keys = append(keys, ccc.InputFields.Fields[i].Name)
	}
	return keys
}

// inputForms is how the value of a key may be written.
func inputForms(key string) string {
	switch key {
	case "issue", "mode", "continue":
		return `"TEXT"`
	case "current":
		return `"TASK" or {"task": "TASK", "status": "TEXT"}`
	case "block":
		return `{"blocker": "TEXT", "by": "CONDITION"}, or a list of these`
	case "decide":
		return `{"decision": "TEXT", "reason": "TEXT"}, or a list of these`
	}
	return `"TEXT", or a list of these`
}
