package ohrfc

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/ohrfc"
)

const about = `Moves an RFC (.ohrfc/<id>) to its next phase, prints the questions of its sections, and compares its versions.

The RFC is the one that the argument names, or the RFC of the current directory, or the only RFC of the repository.`

// Command is mdck ohrfc.
var Command = app.Command{
	Name: ohrfc.Name, Summary: "move an RFC through its phases", Help: about,
	Besides:  "These commands also work on an RFC: init ohrfc, append, prune, stamp, lint, fmt, verify, show, bootstrap, restore, history.",
	Examples: []string{"mdck ohrfc prompt gate-b", "mdck ohrfc advance discover-done", "mdck ohrfc diff HEAD"},
	Below:    commands,
}

func commands() []app.Command {
	return []app.Command{
		app.Row("ohrfc prompt", "print the questions of a section", promptHelp, &promptCommand{}),
		app.Row("ohrfc advance", "move an RFC to its next phase", advanceHelp, &advanceCommand{}),
		app.Row("ohrfc diff", "compare the meaning of two versions", diffHelp, &diffCommand{}),
	}
}
