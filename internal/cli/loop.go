package cli

import "mdck/mdcheckpoint/loop"

const loopAbout = `Keeps conductor/tracks/*/metadata.json, the state of the evaluate loop for a track.

It works on the track that --track names, else on the one that the current directory lies in, else on the only one of the repository. A write holds the lock of the protocol, the directory .metadata.lock beside the file, so that scripts which take it with mkdir and mdck exclude each other. It waits for it for 10 seconds, or as long as --wait says; one whose process is gone from this host, or which is older than 10 minutes, is broken.`

func loopParent() parentCommand {
	return parentCommand{loop.Name, loopAbout, "", []string{"mdck loop start PLAN", "mdck loop progress --task-done 2.3 --commit 4d8fc76", "mdck loop resume"}, loopCommands}
}

// loopCommands are the commands below loop, one row a line.
func loopCommands() []command {
	return []command{
		{"loop start", "Sessions", true, "begin a step, and make it the current one", loopStartHelp, func() runner { return &loopStartCommand{} }},
		{"loop progress", "Sessions", true, "record how far a step has come", loopProgressHelp, func() runner { return &loopProgressCommand{} }},
		{"loop pass", "Sessions", true, "end a step that passed, and say what comes next", loopPassHelp, func() runner { return &loopPassCommand{} }},
		{"loop fail", "Sessions", true, "end a step that failed, with the reason", loopFailHelp, func() runner { return &loopFailCommand{} }},
		{"loop block", "Sessions", true, "record what stands in the way of a step", loopBlockHelp, func() runner { return &loopBlockCommand{} }},
		{"loop unblock", "Sessions", true, "resolve a blocker", loopUnblockHelp, func() runner { return &loopUnblockCommand{} }},
		{"loop decide", "Sessions", true, "record what a person decides when the fix cycles are used up", loopDecideHelp, func() runner { return &loopDecideCommand{} }},
		{"loop skip", "Sessions", true, "mark a step as skipped", loopSkipHelp, func() runner { return &loopSkipCommand{} }},
		{"loop resume", "Sessions", true, "say how the track goes on", loopResumeHelp, func() runner { return &loopResumeCommand{} }},
		{"loop sync", "Sessions", true, "take the counts of tasks from plan.md", loopSyncHelp, func() runner { return &loopSyncCommand{} }},
		{"loop migrate", "Sessions", true, "bring a track of version 1 or 2 to version 3", loopMigrateHelp, func() runner { return &loopMigrateCommand{} }},
	}
}
