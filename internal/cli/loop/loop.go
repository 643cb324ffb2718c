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
		app.Row("loop start", "start a step and make it the current step", startHelp, &startCommand{}),
		app.Row("loop progress", "record the progress of a step", progressHelp, &progressCommand{}),
		app.Row("loop pass", "mark a step as passed, and print the next step", passHelp, &passCommand{}),
		app.Row("loop fail", "mark a step as failed, with the reason", failHelp, &failCommand{}),
		app.Row("loop block", "add a blocker to a step", blockHelp, &blockCommand{}),
		app.Row("loop unblock", "resolve a blocker", unblockHelp, &unblockCommand{}),
		app.Row("loop decide", "record a decision when the fix cycles are used up", decideHelp, &decideCommand{}),
		app.Row("loop skip", "mark a step as skipped", skipHelp, &skipCommand{}),
		app.Row("loop resume", "print how to continue the track", resumeHelp, &resumeCommand{}),
		app.Row("loop sync", "copy the task counts from plan.md", syncHelp, &syncCommand{}),
		app.Row("loop migrate", "migrate a track from version 1 or 2 to version 3", migrateHelp, &migrateCommand{}),
	}
}
