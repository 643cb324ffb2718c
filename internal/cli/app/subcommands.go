package app

import (
	"errors"
	"fmt"
	"strings"
)

// Subcommands returns the commands of two words of which the first is the name of c.
func (c *Command) Subcommands() []Command {
	if c.Below == nil {
		return nil
	}
	return c.Below()
}

// parentHelp is the text of --help of a command with subcommands.
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

// parentGrammar is the grammar of a command with subcommands for its help; these have their own.
type parentGrammar struct {
	parent  *Command
	Command string `arg:"" optional:"" help:"One of these commands."`
}

// Run says that a command is missing, or is none.
func (g *parentGrammar) Run(Streams) error {
	name := g.parent.Name
	var known []string
	for _, b := range g.parent.Below() {
		known = append(known, strings.TrimPrefix(b.Name, name+" "))
	}
	if g.Command == "" {
		return Hinted(errors.New(name+": a command is missing, want "+Alternatives(known)), "mdck "+name+" --help lists them")
	}
	hints := append(DidYouMean("mdck "+name+" ", g.Command, known), "mdck "+name+" --help lists them")
	return Hinted(fmt.Errorf("%s: unknown command %q, want %s", name, g.Command, Alternatives(known)), hints...)
}
