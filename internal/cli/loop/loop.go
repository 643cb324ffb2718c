package loop

import (
	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/loop"
)

const about = `Updates the state of a track in the evaluate loop: conductor/tracks/ID/metadata.json.

--track names the track. Without --track, mdck uses the track of the current directory, or the only track of the repository.

While mdck writes, it locks the track with the directory .metadata.lock. A script can take the same lock with mkdir. mdck waits 10 seconds for the lock; --wait sets another time. mdck breaks a lock that is older than 10 minutes, or whose process no longer runs on this host.`

// Command is mdck loop.
var Command = app.Command{
	Name: loop.Name, Summary: "update the state of the evaluate loop", Help: about,
	Examples: []string{"mdck loop start PLAN", "mdck loop progress --task-done 2.3 --commit 4d8fc76", "mdck loop resume"},
	Below:    commands,
}

func commands() []app.Command {
	return []app.Command{
		{Name: "loop start", Summary: "start a step and make it the current step", Help: startHelp, Grammar: app.New[*startCommand]},
		{Name: "loop progress", Summary: "record the progress of a step", Help: progressHelp, Grammar: app.New[*progressCommand]},
		{Name: "loop pass", Summary: "mark a step as passed, and print the next step", Help: passHelp, Grammar: app.New[*passCommand]},
		{Name: "loop fail", Summary: "mark a step as failed, with the reason", Help: failHelp, Grammar: app.New[*failCommand]},
		{Name: "loop block", Summary: "add a blocker to a step", Help: blockHelp, Grammar: app.New[*blockCommand]},
		{Name: "loop unblock", Summary: "resolve a blocker", Help: unblockHelp, Grammar: app.New[*unblockCommand]},
		{Name: "loop decide", Summary: "record a decision when the fix cycles are used up", Help: decideHelp, Grammar: app.New[*decideCommand]},
		{Name: "loop skip", Summary: "mark a step as skipped", Help: skipHelp, Grammar: app.New[*skipCommand]},
		{Name: "loop resume", Summary: "print how to continue the track", Help: resumeHelp, Grammar: app.New[*resumeCommand]},
		{Name: "loop sync", Summary: "copy the task counts from plan.md", Help: syncHelp, Grammar: app.New[*syncCommand]},
		{Name: "loop migrate", Summary: "migrate a track from version 1 or 2 to version 3", Help: migrateHelp, Grammar: app.New[*migrateCommand]},
	}
}
