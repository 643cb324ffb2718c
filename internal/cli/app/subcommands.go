package app

import (
	"errors"
	"fmt"
	"strings"
)

// A ParentCommand is a command with subcommands: those of one protocol, or about one thing.
type ParentCommand struct {
	Name     string
	About    string // the first lines of its help
	Besides  string // the commands of others that work on its checkpoints, too
	Examples []string
	Commands func() []Command
}

// Parent returns the grammar of p.
func Parent(p ParentCommand) Runner { return &parentGrammar{family: p} }

// Subcommands returns the commands of two words of which the first is the name of c.
func (c *Command) Subcommands() []Command {
	if c.Below == nil {
		return nil
	}
	return c.Below()
}

// help is the text of --help.
func (f *ParentCommand) help() string {
	var b strings.Builder
	b.WriteString(f.About + "\n\nEach command has its own --help:\n\n")
	for _, c := range f.Commands() {
		fmt.Fprintf(&b, "    mdck %-15s  %s\n", c.Name, c.Summary)
	}
	if f.Besides != "" {
		b.WriteString("\n" + f.Besides + "\n")
	}
	b.WriteString("\nExamples:\n")
	for _, e := range f.Examples {
		b.WriteString("\n    " + e)
	}
	return b.String()
}

// parentGrammar is the grammar of a parentCommand for its help; the subcommands have their
// own.
type parentGrammar struct {
	family  ParentCommand
	Command string `arg:"" optional:"" help:"One of these commands."`
}

// Run says that a command is missing, or is none.
func (c *parentGrammar) Run(Streams) error {
	name := c.family.Name
	var known []string
	for _, b := range c.family.Commands() {
		known = append(known, strings.TrimPrefix(b.Name, name+" "))
	}
	if c.Command == "" {
		return Hinted(errors.New(name+": a command is missing, want "+Alternatives(known)), "mdck "+name+" --help lists them")
	}
	hints := append(DidYouMean("mdck "+name+" ", c.Command, known), "mdck "+name+" --help lists them")
	return Hinted(fmt.Errorf("%s: unknown command %q, want %s", name, c.Command, Alternatives(known)), hints...)
}
