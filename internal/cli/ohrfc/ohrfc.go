package ohrfc

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/ohrfc"
)

const about = `Moves an RFC (.ohrfc/<id>) through its phases, asks the questions of its sections, and compares its versions.

It works on the RFC that is named, else on the one that the current directory is in, else on the only one of the repository.`

// Command is mdck ohrfc.
var Command = app.Command{
	Name: ohrfc.Name, Summary: "move an RFC through its phases", Help: about,
	Besides:  "init ohrfc, append, prune, stamp, lint, fmt, verify, show, bootstrap, restore and history work on it, too.",
	Examples: []string{"mdck ohrfc prompt gate-b", "mdck ohrfc advance discover-done", "mdck ohrfc diff HEAD"},
	Below:    commands,
}

// commands are the commands below ohrfc, one row a line.
func commands() []app.Command {
	return []app.Command{
		{Name: "ohrfc prompt", Summary: "ask the questions of a section", Help: promptHelp, Grammar: app.New[promptCommand]},
		{Name: "ohrfc advance", Summary: "move an RFC to its next phase", Help: advanceHelp, Grammar: app.New[advanceCommand]},
		{Name: "ohrfc diff", Summary: "say what changed in meaning between two versions", Help: diffHelp, Grammar: app.New[diffCommand]},
	}
}
