package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const about = `Keeps conductor/tracks/*/metadata.json, the state of the evaluate loop for a track.

It works on the track that --track names, else on the one that the current directory lies in, else on the only one of the repository. A write holds the lock of the protocol, the directory .metadata.lock beside the file, so that scripts which take it with mkdir and mdck exclude each other. It waits for it for 10 seconds, or as long as --wait says; one whose process is gone from this host, or which is older than 10 minutes, is broken.`

// Command is mdck loop.
var Command = app.Command{
	Name: loop.Name, Summary: "keep the state of the evaluate loop", Help: about,
	Examples: []string{"mdck loop start PLAN", "mdck loop progress --task-done 2.3 --commit 4d8fc76", "mdck loop resume"},
	Below:    commands,
}

// commands are the commands below loop, one row a line.
func commands() []app.Command {
	return []app.Command{
		{Name: "loop start", Summary: "begin a step, and make it the current one", Help: startHelp, Grammar: app.New[startCommand]},
		{Name: "loop progress", Summary: "record how far a step has come", Help: progressHelp, Grammar: app.New[progressCommand]},
		{Name: "loop pass", Summary: "end a step that passed, and say what comes next", Help: passHelp, Grammar: app.New[passCommand]},
		{Name: "loop fail", Summary: "end a step that failed, with the reason", Help: failHelp, Grammar: app.New[failCommand]},
		{Name: "loop block", Summary: "record what stands in the way of a step", Help: blockHelp, Grammar: app.New[blockCommand]},
		{Name: "loop unblock", Summary: "resolve a blocker", Help: unblockHelp, Grammar: app.New[unblockCommand]},
		{Name: "loop decide", Summary: "record what a person decides when the fix cycles are used up", Help: decideHelp, Grammar: app.New[decideCommand]},
		{Name: "loop skip", Summary: "mark a step as skipped", Help: skipHelp, Grammar: app.New[skipCommand]},
		{Name: "loop resume", Summary: "say how the track goes on", Help: resumeHelp, Grammar: app.New[resumeCommand]},
		{Name: "loop sync", Summary: "take the counts of tasks from plan.md", Help: syncHelp, Grammar: app.New[syncCommand]},
		{Name: "loop migrate", Summary: "bring a track of version 1 or 2 to version 3", Help: migrateHelp, Grammar: app.New[migrateCommand]},
	}
}
