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
		{Name: "handoff next", Summary: "set the next action", Help: nextHelp, Grammar: app.New[*nextCommand]},
		{Name: "handoff pending", Summary: "add pending tasks", Help: pendingHelp, Grammar: app.New[*pendingCommand]},
		{Name: "handoff done", Summary: "complete a task, with evidence", Help: doneHelp, Grammar: app.New[*doneCommand]},
		{Name: "handoff decide", Summary: "record a decision and its reason", Help: decideHelp, Grammar: app.New[*decideCommand]},
		{Name: "handoff block", Summary: "record a blocker and what resolves it", Help: blockHelp, Grammar: app.New[*blockCommand]},
		{Name: "handoff unblock", Summary: "remove a blocker", Help: unblockHelp, Grammar: app.New[*unblockCommand]},
		{Name: "handoff ran", Summary: "record the result of a command", Help: ranHelp, Grammar: app.New[*ranCommand]},
		{Name: "handoff goal", Summary: "set the goal", Help: goalHelp, Grammar: app.New[*goalCommand]},
		{Name: "handoff show", Summary: "print the note, and compare it with the repository", Help: showHelp, Grammar: app.New[*showCommand]},
	}
}
