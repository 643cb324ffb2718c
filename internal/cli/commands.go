package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/plan"
)

// commands are all commands, in the order of the help.
func commands() []command {
	return []command{
		{"lint", "Check", true, "check checkpoint files", lintHelp, func() runner { return &lintCommand{} }},
		{"fmt", "Check", false, "print the mended text of a checkpoint, for editors", fmtHelp, func() runner { return &fmtCommand{} }},
		{"verify", "Check", true, "check what a checkpoint claims about the files around it", verifyHelp, func() runner { return &verifyCommand{} }},
		{"explain", "Check", true, "say what a rule wants, and why", explainHelp, func() runner { return &explainCommand{} }},
		{"init", "Write", true, "make a workspace, or what it lacks", initHelp, func() runner { return &initCommand{} }},
		{"prompt", "Write", true, "ask the questions of a section", promptHelp, func() runner { return &promptCommand{} }},
		{"append", "Write", true, "write a section, or single bullets", appendHelp, func() runner { return &appendCommand{} }},
		{"prune", "Write", false, "keep the newest Gate-B rounds, archive the others", pruneHelp, func() runner { return &pruneCommand{} }},
		{"stamp", "Write", true, "bring version, hash, evidence, round and state.json up to date", stampHelp, func() runner { return &stampCommand{} }},
		{"advance", "Write", false, "move an RFC to its next phase", advanceHelp, func() runner { return &advanceCommand{} }},
		{"restore", "Write", true, "take back a backup, or an archived round", restoreHelp, func() runner { return &restoreCommand{} }},
		{"bootstrap", "Read", true, "print the restart sequence", bootstrapHelp, func() runner { return &bootstrapCommand{} }},
		{"status", "Read", false, "list every checkpoint with its phase, age, findings and next action", statusHelp, func() runner { return &statusCommand{} }},
		{"show", "Read", true, "draw the sections with their lines, bullets and tokens", showHelp, func() runner { return &showCommand{} }},
		{"tokens", "Read", false, "count the tokens of files", tokensHelp, func() runner { return &tokensCommand{} }},
		{"diff", "Read", true, "say what changed in meaning between two versions", diffHelp, func() runner { return &diffCommand{} }},
		{"history", "Read", false, "print the states of a file in git and the ledger", historyHelp, func() runner { return &historyCommand{} }},
		{"hook", "Agents", false, "answer the hooks of coding agents", hookHelp, func() runner { return &hookCommand{} }},
		{ccc.Name, "Sessions", true, "keep the progress of a session, and save it", "", parent(cccParent)},
		{agents.Name, "Sessions", false, "keep the checkpoints of parallel agents", "", parent(agentsParent)},
		{loop.Name, "Sessions", false, "keep the state of the evaluate loop", "", parent(loopParent)},
		{plan.Name, "Sessions", false, "plans: what waits for a person, their order, thresholds", "", parent(planParent)},
		{"lsp", "Other", false, "serve an editor: findings, fixes, budgets as you type", lspHelp, func() runner { return &lspCommand{} }},
		{"config", "Other", false, "check or show the configuration", "", parent(configParent)},
		{"completion", "Other", false, "print the completion script of a shell", completionHelp, func() runner { return &completionCommand{} }},
		{"version", "Other", false, "print the version and how it was built", versionHelp, func() runner { return &versionCommand{} }},
	}
}

// findCommand returns the command that args begin with, of two words where there is one, and
// the arguments behind its name; nil if there is none.
func findCommand(args []string) (c *command, rest []string) {
	if len(args) == 0 {
		return nil, nil
	}
	all := commands()
	i := indexOf(all, args[0])
	if i < 0 {
		return nil, nil
	}
	if len(args) > 1 {
		family := all[i].subcommands()
		if k := indexOf(family, args[0]+" "+args[1]); k >= 0 {
			return &family[k], args[2:]
		}
	}
	return &all[i], args[1:]
}

// indexOf returns the index of the command of that name; -1 if there is none.
func indexOf(all []command, name string) int {
	return slices.IndexFunc(all, func(c command) bool { return c.name == name })
}

// unknownCommand reports that args begin with no command.
func unknownCommand(name string) error {
	list := "mdck help all lists the commands"
	if strings.HasPrefix(name, "-") {
		return hinted(fmt.Errorf("unknown flag %s before a command", name), "flags come after the command: mdck COMMAND "+quote(name), list)
	}
	var known []string
	for _, c := range commands() {
		known = append(known, c.name)
	}
	hints := didYouMean("mdck ", name, append(known, "help"))
	return hinted(fmt.Errorf("unknown command %q", name), append(hints, list)...)
}

// errNoCommand says that nothing was asked for.
var errNoCommand = errors.New("no command")
