package cli

import "mdck/mdcheckpoint/ccc"

const cccAbout = `Keeps .ccc-progress.md and .ccc-state.json, the files of a session of the command centre.

It works on the project that CCC_PROJECT_ROOT names, else on the nearest directory that has one of the files, else on the root of the repository. SDD_PROGRESS_FILE and SDD_STATE_FILE name other files in the project.`

// cccCmd is mdck ccc.
var cccCmd = command{name: ccc.Name, summary: "keep the progress of a session, and save it", grammar: func() runner { return parent(cccParent()) }, below: cccCommands}

func cccParent() parentCommand {
	return parentCommand{
		name: ccc.Name, about: cccAbout,
		besides:  "lint, fmt, verify, show, tokens, bootstrap, restore, init ccc and prune --archives work on a session, too.",
		examples: []string{`mdck ccc done "parse the header"`, "mdck ccc save"},
		commands: cccCommands,
	}
}

// cccCommands are the commands below ccc.
func cccCommands() []command {
	return []command{
		{name: "ccc done", summary: "move a task to the completed ones", help: cccDoneHelp, grammar: func() runner { return &cccDoneCommand{} }},
		{name: "ccc current", summary: "say which task is at hand, and where it stands", help: cccCurrentHelp, grammar: func() runner { return &cccCurrentCommand{} }},
		{name: "ccc next", summary: "add tasks to the remaining ones", help: cccNextHelp, grammar: func() runner { return &cccNextCommand{} }},
		{name: "ccc decide", summary: "record a decision and its reason", help: cccDecideHelp, grammar: func() runner { return &cccDecideCommand{} }},
		{name: "ccc block", summary: "record a blocker and what would end it", help: cccBlockHelp, grammar: func() runner { return &cccBlockCommand{} }},
		{name: "ccc unblock", summary: "take a blocker out", help: cccUnblockHelp, grammar: func() runner { return &cccUnblockCommand{} }},
		{name: "ccc learn", summary: "record a learning", help: cccLearnHelp, grammar: func() runner { return &cccLearnCommand{} }},
		{name: "ccc continue", summary: "write the continuation prompt", help: cccContinueHelp, grammar: func() runner { return &cccContinueCommand{} }},
		{name: "ccc write", summary: "make several changes in one write, from JSON", help: cccWriteHelp, grammar: func() runner { return &cccWriteCommand{} }},
		{name: "ccc scope", summary: "set the files of the task, which save commits", help: cccScopeHelp, grammar: func() runner { return &cccScopeCommand{} }},
		{name: "ccc show", summary: "print where the session stands", help: cccShowHelp, grammar: func() runner { return &cccShowCommand{} }},
		{name: "ccc save", summary: "save the session: progress, commit, comment, prompt", help: cccSaveHelp, grammar: func() runner { return &cccSaveCommand{} }},
	}
}
