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
		{Name: "ohrfc prompt", Summary: "print the questions of a section", Help: promptHelp, Grammar: app.New[*promptCommand]},
		{Name: "ohrfc advance", Summary: "move an RFC to its next phase", Help: advanceHelp, Grammar: app.New[*advanceCommand]},
		{Name: "ohrfc diff", Summary: "compare the meaning of two versions", Help: diffHelp, Grammar: app.New[*diffCommand]},
	}
}
