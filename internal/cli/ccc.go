package cli

import (
	"errors"
	"fmt"
	"strings"
)

const cccHelp = `Keeps .ccc-progress.md and .ccc-state.json, the files of a session of the command centre.

It works on the project that CCC_PROJECT_ROOT names, else on the nearest directory that has one of the files, else on the root of the repository. SDD_PROGRESS_FILE and SDD_STATE_FILE name other files in the project.

Each command has its own --help.

Examples:

    mdck ccc done "parse the header"
    mdck ccc save`

// cccCommand is the grammar of mdck ccc for its help; what does the work are the
// commands below it.
type cccCommand struct {
	Command string `arg:"" optional:"" help:"One of the commands below."`
}

// Run says that a command is missing, or is none.
func (c *cccCommand) Run(Streams) error {
	var known []string
	for _, b := range cccCommands() {
		known = append(known, strings.TrimPrefix(b.name, "ccc "))
	}
	if c.Command == "" {
		return hinted(errors.New("ccc: a command is missing, want "+alternatives(known)), "mdck help all lists them")
	}
	err := fmt.Errorf("ccc: %q is no command, want %s", c.Command, alternatives(known))
	if near := nearestOf(strings.ToLower(c.Command), known); near != "" {
		return hinted(err, "did you mean: mdck ccc "+near)
	}
	return err
}

// cccCommands are the commands below ccc.
func cccCommands() []command {
	return []command{}
}
