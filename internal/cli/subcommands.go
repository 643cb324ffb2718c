package cli

import (
	"errors"
	"fmt"
	"strings"
)

// A parentCommand is a command with subcommands: those of one protocol, or about one thing.
type parentCommand struct {
	name     string
	about    string // the first lines of its help
	besides  string // the commands of others that work on its checkpoints, too
	examples []string
	commands func() []command
}

// parent returns the grammar of p.
func parent(p parentCommand) runner { return &parentGrammar{family: p} }

// subcommands returns the commands of two words of which the first is the name of c.
func (c *command) subcommands() []command {
	if c.below == nil {
		return nil
	}
	return c.below()
}

// help is the text of --help.
func (f *parentCommand) help() string {
	var b strings.Builder
	b.WriteString(f.about + "\n\nEach command has its own --help:\n\n")
	for _, c := range f.commands() {
		fmt.Fprintf(&b, "    mdck %-15s  %s\n", c.name, c.summary)
	}
	if f.besides != "" {
		b.WriteString("\n" + f.besides + "\n")
	}
	b.WriteString("\nExamples:\n")
	for _, e := range f.examples {
		b.WriteString("\n    " + e)
	}
	return b.String()
}

// parentGrammar is the grammar of a parentCommand for its help; the subcommands have their
// own.
type parentGrammar struct {
	family  parentCommand
	Command string `arg:"" optional:"" help:"One of these commands."`
}

// Run says that a command is missing, or is none.
func (c *parentGrammar) Run(Streams) error {
	name := c.family.name
	var known []string
	for _, b := range c.family.commands() {
		known = append(known, strings.TrimPrefix(b.name, name+" "))
	}
	if c.Command == "" {
		return hinted(errors.New(name+": a command is missing, want "+alternatives(known)), "mdck "+name+" --help lists them")
	}
	hints := append(didYouMean("mdck "+name+" ", c.Command, known), "mdck "+name+" --help lists them")
	return hinted(fmt.Errorf("%s: unknown command %q, want %s", name, c.Command, alternatives(known)), hints...)
}
