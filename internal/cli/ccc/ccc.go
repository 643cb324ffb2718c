package ccc

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/ccc"
)

const about = `Updates the files of a command centre session: .ccc-progress.md and .ccc-state.json.

The project is the directory that CCC_PROJECT_ROOT names, or else the nearest directory with one of the files, or else the root of the repository. To use other files in the project, set SDD_PROGRESS_FILE and SDD_STATE_FILE.`

// Command is mdck ccc.
var Command = app.Command{
	Name: ccc.Name, Summary: "update a session's progress, and save the session", Help: about,
	Besides:  "These commands also work on a session: lint, fmt, verify, show, tokens, bootstrap, restore, init ccc, prune --archives.",
	Examples: []string{`mdck ccc done "parse the header"`, "mdck ccc save"},
	Below:    commands,
}

func commands() []app.Command {
	return []app.Command{
		{Name: "ccc done", Summary: "complete a task", Help: doneHelp, Grammar: app.New[*doneCommand]},
		{Name: "ccc current", Summary: "set the current task and its status", Help: currentHelp, Grammar: app.New[*currentCommand]},
		{Name: "ccc next", Summary: "add remaining tasks", Help: nextHelp, Grammar: app.New[*nextCommand]},
		{Name: "ccc decide", Summary: "record a decision and its reason", Help: decideHelp, Grammar: app.New[*decideCommand]},
		{Name: "ccc block", Summary: "record a blocker and what resolves it", Help: blockHelp, Grammar: app.New[*blockCommand]},
		{Name: "ccc unblock", Summary: "remove a blocker", Help: unblockHelp, Grammar: app.New[*unblockCommand]},
		{Name: "ccc learn", Summary: "record a learning", Help: learnHelp, Grammar: app.New[*learnCommand]},
		{Name: "ccc continue", Summary: "write the continuation prompt", Help: continueHelp, Grammar: app.New[*continueCommand]},
		{Name: "ccc write", Summary: "make several changes in one write, from JSON", Help: cccWriteHelp, Grammar: app.New[*writeCommand]},
		{Name: "ccc scope", Summary: "set the files of the task, which save commits", Help: scopeHelp, Grammar: app.New[*scopeCommand]},
		{Name: "ccc save", Summary: "save the session: progress, commit, comment, prompt", Help: saveHelp, Grammar: app.New[*saveCommand]},
	}
}
