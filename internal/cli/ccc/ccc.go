package ccc

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/ccc"
)

const about = `Updates the files of a command centre session: .ccc-progress.md and .ccc-state.json.

mdck uses the nearest directory that has one of the two files, from the current directory upwards. New files are created at the root of the repository. The variable CCC_PROJECT_ROOT can name another directory, and SDD_PROGRESS_FILE and SDD_STATE_FILE can name other files in the directory.`

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
		{Name: "ccc scope", Summary: "choose the files that mdck ccc save commits", Help: scopeHelp, Grammar: app.New[*scopeCommand]},
		{Name: "ccc save", Summary: "save the session, commit its files, comment on its issue", Help: saveHelp, Grammar: app.New[*saveCommand]},
	}
}
