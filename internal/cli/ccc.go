package cli

import "mdck/mdcheckpoint/ccc"

const cccAbout = `Keeps .ccc-progress.md and .ccc-state.json, the files of a session of the command centre.

It works on the project that CCC_PROJECT_ROOT names, else on the nearest directory that has one of the files, else on the root of the repository. SDD_PROGRESS_FILE and SDD_STATE_FILE name other files in the project.`

func cccParent() parentCommand {
	return parentCommand{
		ccc.Name, cccAbout, "lint, fmt, verify, show, tokens, bootstrap, restore, init ccc and prune --archives work on a session, too.",
		[]string{`mdck ccc done "parse the header"`, "mdck ccc save"}, cccCommands,
	}
}

// cccCommands are the commands below ccc.
func cccCommands() []command {
	return []command{
		{"ccc done", "Sessions", true, "move a task to the completed ones", cccDoneHelp, func() runner { return &cccDoneCommand{} }},
		{"ccc current", "Sessions", true, "say which task is at hand, and where it stands", cccCurrentHelp, func() runner { return &cccCurrentCommand{} }},
		{"ccc next", "Sessions", true, "add tasks to the remaining ones", cccNextHelp, func() runner { return &cccNextCommand{} }},
		{"ccc decide", "Sessions", true, "record a decision and its reason", cccDecideHelp, func() runner { return &cccDecideCommand{} }},
		{"ccc block", "Sessions", true, "record a blocker and what would end it", cccBlockHelp, func() runner { return &cccBlockCommand{} }},
		{"ccc unblock", "Sessions", true, "take a blocker out", cccUnblockHelp, func() runner { return &cccUnblockCommand{} }},
		{"ccc learn", "Sessions", true, "record a learning", cccLearnHelp, func() runner { return &cccLearnCommand{} }},
		{"ccc continue", "Sessions", true, "write the continuation prompt", cccContinueHelp, func() runner { return &cccContinueCommand{} }},
		{"ccc write", "Sessions", true, "make several changes in one write, from JSON", cccWriteHelp, func() runner { return &cccWriteCommand{} }},
		{"ccc scope", "Sessions", true, "set the files of the task, which save commits", cccScopeHelp, func() runner { return &cccScopeCommand{} }},
		{"ccc show", "Sessions", true, "print where the session stands", cccShowHelp, func() runner { return &cccShowCommand{} }},
		{"ccc save", "Sessions", true, "save the session: progress, commit, comment, prompt", cccSaveHelp, func() runner { return &cccSaveCommand{} }},
	}
}
