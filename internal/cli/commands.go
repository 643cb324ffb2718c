package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A row is a command with the group that the help lists it in.
type row struct {
	group string
	first bool // it is on the first page of the help
	command
}

// commands are all commands, in the order of the help.
func commands() []row {
	return []row{
		{"Check", true, lintCmd},
		{"Check", false, fmtCmd},
		{"Check", true, verifyCmd},
		{"Check", true, explainCmd},
		{"Write", true, initCmd},
		{"Write", true, promptCmd},
		{"Write", true, appendCmd},
		{"Write", false, pruneCmd},
		{"Write", true, stampCmd},
		{"Write", false, advanceCmd},
		{"Write", true, restoreCmd},
		{"Read", true, bootstrapCmd},
		{"Read", false, statusCmd},
		{"Read", true, showCmd},
		{"Read", false, tokensCmd},
		{"Read", true, diffCmd},
		{"Read", false, historyCmd},
		{"Agents", false, hookCmd},
		{"Sessions", true, cccCmd},
		{"Sessions", false, agentsCmd},
		{"Sessions", false, loopCmd},
		{"Sessions", false, planCmd},
		{"Other", false, lspCmd},
		{"Other", false, configCmd},
		{"Other", false, completionCmd},
		{"Other", false, versionCmd},
	}
}

// topCommands are the commands of one word.
func topCommands() []command {
	var all []command
	for _, r := range commands() {
		all = append(all, r.command)
	}
	return all
}

// findCommand returns the command that args begin with, of two words where there is one, and
// the arguments behind its name; nil if there is none.
func findCommand(args []string) (c *command, rest []string) {
	if len(args) == 0 {
		return nil, nil
	}
	all := commands()
	i := slices.IndexFunc(all, func(r row) bool { return r.name == args[0] })
	if i < 0 {
		return nil, nil
	}
	if len(args) > 1 {
		below := all[i].subcommands()
		if k := slices.IndexFunc(below, func(c command) bool { return c.name == args[0]+" "+args[1] }); k >= 0 {
			return &below[k], args[2:]
		}
	}
	return &all[i].command, args[1:]
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
