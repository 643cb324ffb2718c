package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/cli/agent"
	"mdck/internal/cli/agents"
	"mdck/internal/cli/app"
	"mdck/internal/cli/ccc"
	"mdck/internal/cli/check"
	"mdck/internal/cli/handoff"
	"mdck/internal/cli/loop"
	"mdck/internal/cli/ohrfc"
	"mdck/internal/cli/plan"
	"mdck/internal/cli/read"
	"mdck/internal/cli/restore"
	"mdck/internal/cli/section"
	"mdck/internal/cli/tool"
)

type row struct {
	group string
	first bool // listed on the first page of the help
	app.Command
}

// commands lists all commands in the order of the help.
func commands() []row {
	return []row{
		{"Start", true, section.Init},
		{"Start", true, read.Status},
		{"Write", true, section.Append},
		{"Write", true, section.Prune},
		{"Write", true, section.Stamp},
		{"Write", true, restore.Command},
		{"Check", true, check.Lint},
		{"Check", true, check.Verify},
		{"Check", false, check.Explain},
		{"Check", true, read.Show},
		{"Check", false, read.Tokens},
		{"Check", false, read.History},
		{"Continue", true, read.Bootstrap},
		{"Continue", true, ohrfc.Command},
		{"Continue", true, ccc.Command},
		{"Continue", true, agents.Command},
		{"Continue", true, loop.Command},
		{"Continue", true, plan.Command},
		{"Continue", true, handoff.Command},
		{"Integrate", true, agent.Hook},
		{"Integrate", false, check.Fmt},
		{"Integrate", true, tool.Config},
		{"Integrate", false, tool.LSP},
		{"Integrate", true, tool.Completion},
		{"Integrate", false, tool.Version},
	}
}

func topCommands() (all []app.Command) {
	for _, r := range commands() {
		all = append(all, r.Command)
	}
	return all
}

func findCommand(args []string) (c *app.Command, rest []string) {
	if len(args) == 0 {
		return nil, nil
	}
	all := commands()
	i := slices.IndexFunc(all, func(r row) bool { return r.Name == args[0] })
	if i < 0 {
		return nil, nil
	}
	if len(args) > 1 {
		below := all[i].Subcommands()
		if k := slices.IndexFunc(below, func(c app.Command) bool { return c.Name == args[0]+" "+args[1] }); k >= 0 {
			return &below[k], args[2:]
		}
	}
	return &all[i].Command, args[1:]
}

func unknownCommand(name string) error {
	list := "to list the commands: mdck help all"
	if strings.HasPrefix(name, "-") {
		return app.WithHints(fmt.Errorf("expected a command before %s", name), "write flags after the command: mdck COMMAND "+app.Quote(name), list)
	}
	var known, hints []string
	for _, r := range commands() {
		known = append(known, r.Name)
		for _, c := range r.Subcommands() {
			if c.Name == r.Name+" "+name {
				hints = append(hints, "did you mean: mdck "+c.Name)
			}
		}
	}
	if hints == nil {
		hints = app.DidYouMean("mdck ", name, append(known, "help"))
	}
	return app.WithHints(fmt.Errorf("unknown command %q", name), append(hints, list)...)
}

var errNoCommand = errors.New("no command given")
