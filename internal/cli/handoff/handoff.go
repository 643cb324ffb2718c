package handoff

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/handoff"
)

const about = `Updates HANDOFF.md, the note that one session leaves for the next. The note has a goal, exactly one next action, pending and completed work, decisions, blockers, results of commands, and facts about the repository.

mdck uses the nearest note, from the current directory upwards. A new note is created at the root of the repository. The key "handoff" in .mdck.yaml can name another file. Each change also records the branch, HEAD, the worktree, the dirty files and the time. mdck verify compares these facts with the repository.`

// Command is mdck handoff.
var Command = app.Command{
	Name: handoff.Name, Summary: "update the note for the next session", Help: about,
	Besides:  "These commands also work on a hand-off: init handoff, append, prune, stamp, restore, lint, fmt, verify, show, tokens, status, history, bootstrap.",
	Examples: []string{`mdck handoff next "write the test of the parser"`, "mdck handoff done --evidence 4d8fc76", "mdck handoff show"},
	Below:    commands,
}

func commands() []app.Command {
	return []app.Command{
		app.Row("handoff next", "set the next action", nextHelp, &nextCommand{}),
		app.Row("handoff pending", "add pending tasks", pendingHelp, &pendingCommand{}),
		app.Row("handoff done", "complete a task, with evidence", doneHelp, &doneCommand{}),
		app.Row("handoff decide", "record a decision and its reason", decideHelp, &decideCommand{}),
		app.Row("handoff block", "record a blocker and what resolves it", blockHelp, &blockCommand{}),
		app.Row("handoff unblock", "remove a blocker", unblockHelp, &unblockCommand{}),
		app.Row("handoff ran", "record the result of a command", ranHelp, &ranCommand{}),
		app.Row("handoff goal", "set the goal", goalHelp, &goalCommand{}),
		app.Row("handoff show", "print the note, and compare it with the repository", showHelp, &showCommand{}),
	}
}
