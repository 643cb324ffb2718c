package cli

import "mdck/mdcheckpoint/loop"

const loopAbout = `Keeps conductor/tracks/*/metadata.json, the state of the evaluate loop for a track.

It works on the track that --track names, else on the one that the current directory lies in, else on the only one of the repository. A write holds the lock of the protocol, the directory .metadata.lock beside the file, so that scripts which take it with mkdir and mdck exclude each other. It waits for it for 10 seconds, or as long as --wait says; one whose process is gone from this host, or which is older than 10 minutes, is broken.`

// loopCmd is mdck loop.
var loopCmd = command{name: loop.Name, summary: "keep the state of the evaluate loop", grammar: func() runner { return parent(loopParent()) }, below: loopCommands}

func loopParent() parentCommand {
	return parentCommand{
		name: loop.Name, about: loopAbout,
		examples: []string{"mdck loop start PLAN", "mdck loop progress --task-done 2.3 --commit 4d8fc76", "mdck loop resume"},
		commands: loopCommands,
	}
}

// loopCommands are the commands below loop, one row a line.
func loopCommands() []command {
	return []command{
		{name: "loop start", summary: "begin a step, and make it the current one", help: loopStartHelp, grammar: func() runner { return &loopStartCommand{} }},
		{name: "loop progress", summary: "record how far a step has come", help: loopProgressHelp, grammar: func() runner { return &loopProgressCommand{} }},
		{name: "loop pass", summary: "end a step that passed, and say what comes next", help: loopPassHelp, grammar: func() runner { return &loopPassCommand{} }},
		{name: "loop fail", summary: "end a step that failed, with the reason", help: loopFailHelp, grammar: func() runner { return &loopFailCommand{} }},
		{name: "loop block", summary: "record what stands in the way of a step", help: loopBlockHelp, grammar: func() runner { return &loopBlockCommand{} }},
		{name: "loop unblock", summary: "resolve a blocker", help: loopUnblockHelp, grammar: func() runner { return &loopUnblockCommand{} }},
		{name: "loop decide", summary: "record what a person decides when the fix cycles are used up", help: loopDecideHelp, grammar: func() runner { return &loopDecideCommand{} }},
		{name: "loop skip", summary: "mark a step as skipped", help: loopSkipHelp, grammar: func() runner { return &loopSkipCommand{} }},
		{name: "loop resume", summary: "say how the track goes on", help: loopResumeHelp, grammar: func() runner { return &loopResumeCommand{} }},
		{name: "loop sync", summary: "take the counts of tasks from plan.md", help: loopSyncHelp, grammar: func() runner { return &loopSyncCommand{} }},
		{name: "loop migrate", summary: "bring a track of version 1 or 2 to version 3", help: loopMigrateHelp, grammar: func() runner { return &loopMigrateCommand{} }},
	}
}
