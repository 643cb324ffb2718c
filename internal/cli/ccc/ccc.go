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
		app.Row("ccc done", "complete a task", doneHelp, &doneCommand{}),
		app.Row("ccc current", "set the current task and its status", currentHelp, &currentCommand{}),
		app.Row("ccc next", "add remaining tasks", nextHelp, &nextCommand{}),
		app.Row("ccc decide", "record a decision and its reason", decideHelp, &decideCommand{}),
		app.Row("ccc block", "record a blocker and what resolves it", blockHelp, &blockCommand{}),
		app.Row("ccc unblock", "remove a blocker", unblockHelp, &unblockCommand{}),
		app.Row("ccc learn", "record a learning", learnHelp, &learnCommand{}),
		app.Row("ccc continue", "write the continuation prompt", continueHelp, &continueCommand{}),
		app.Row("ccc write", "make several changes in one write, from JSON", cccWriteHelp, &writeCommand{}),
		app.Row("ccc scope", "choose the files that mdck ccc save commits", scopeHelp, &scopeCommand{}),
		app.Row("ccc save", "save the session, commit its files, comment on its issue", saveHelp, &saveCommand{}),
	}
}
