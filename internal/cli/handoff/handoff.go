package handoff

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/handoff"
)

const about = `Keeps HANDOFF.md, the note that one session leaves for the next: the goal, exactly one next action, pending and completed work, decisions, blockers, what was verified, and facts about the repository.

It works on the note of the nearest directory that has one, else on that of the root of the repository, or on the one that "handoff" in .mdck.yaml names. With each change mdck writes the facts: branch, HEAD, worktree, dirty files and time; mdck verify says how they differ from the repository. What is completed is never the next action again.`

// Command is mdck handoff.
var Command = app.Command{
	Name: handoff.Name, Summary: "keep the note that one session leaves for the next", Help: about,
	Besides:  "init handoff, append, prune, stamp, restore, lint, fmt, verify, show, tokens, status, history and bootstrap work on a hand-off, too.",
	Examples: []string{`mdck handoff next "write the test of the parser"`, "mdck handoff done --evidence 4d8fc76", "mdck handoff show"},
	Below:    commands,
}

// commands are the commands below handoff.
func commands() []app.Command {
	return []app.Command{
		{Name: "handoff next", Summary: "set the next action", Help: nextHelp, Grammar: app.New[nextCommand]},
		{Name: "handoff pending", Summary: "add tasks to the pending ones", Help: pendingHelp, Grammar: app.New[pendingCommand]},
		{Name: "handoff done", Summary: "move a task to the completed ones, with its evidence", Help: doneHelp, Grammar: app.New[doneCommand]},
		{Name: "handoff decide", Summary: "record a decision and its reason", Help: decideHelp, Grammar: app.New[decideCommand]},
		{Name: "handoff block", Summary: "record a blocker and what ends it", Help: blockHelp, Grammar: app.New[blockCommand]},
		{Name: "handoff unblock", Summary: "take a blocker out", Help: unblockHelp, Grammar: app.New[unblockCommand]},
		{Name: "handoff ran", Summary: "record the result of a command, and at which commit", Help: ranHelp, Grammar: app.New[ranCommand]},
		{Name: "handoff goal", Summary: "set the goal", Help: goalHelp, Grammar: app.New[goalCommand]},
		{Name: "handoff show", Summary: "print the note, and how it differs from the repository", Help: showHelp, Grammar: app.New[showCommand]},
	}
}
