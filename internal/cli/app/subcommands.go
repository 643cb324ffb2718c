package app

import (
	"errors"
	"fmt"
	"strings"
)

// Subcommands returns the subcommands of c.
func (c *Command) Subcommands() []Command {
	if c.Below == nil {
		return nil
	}
	return c.Below()
}

func (c *Command) parentHelp() string {
	var b strings.Builder
	b.WriteString(c.Help + "\n\nEach command has its own --help:\n\n")
	for _, sub := range c.Below() {
		fmt.Fprintf(&b, "    mdck %-15s  %s\n", sub.Name, sub.Summary)
	}
	if c.Besides != "" {
		b.WriteString("\n" + c.Besides + "\n")
	}
	b.WriteString("\nExamples:\n")
	for _, e := range c.Examples {
		b.WriteString("\n    " + e)
	}
	return b.String()
}

type parentGrammar struct {
	parent  *Command
	Command []string `arg:"" optional:"" passthrough:"" help:"One of the commands below."`
}

func (g *parentGrammar) Run(Streams) error {
	name := g.parent.Name
	var known []string
	for _, b := range g.parent.Below() {
		known = append(known, strings.TrimPrefix(b.Name, name+" "))
	}
	if len(g.Command) == 0 {
		return WithHints(errors.New(name+": no command given; expected "+Alternatives(known)), "to list the commands: mdck "+name+" --help")
	}
	if flag := g.Command[0]; IsFlag(flag) {
		hints := append(DidYouMean("", flag, []string{"--help"}), "write flags after the command: mdck "+name+" COMMAND "+Quote(flag), "to list the commands: mdck "+name+" --help")
		return WithHints(fmt.Errorf("%s: unknown flag %s", name, flag), hints...)
	}
	hints := append(DidYouMean("mdck "+name+" ", g.Command[0], known), "to list the commands: mdck "+name+" --help")
	return WithHints(fmt.Errorf("%s: unknown command %q; expected %s", name, g.Command[0], Alternatives(known)), hints...)
}
