package cli

import (
	"errors"
	"fmt"
	"strings"
)

// A family is the commands of one protocol, or about one thing, whose names have two words.
type family struct {
	name     string
	about    string // the first lines of its help
	besides  string // the commands of others that work on its checkpoints, too
	examples []string
	commands func() []command
}

// families are all of them.
func families() []family {
	return []family{cccFamily(), agentsFamily(), loopFamily(), planFamily(), configFamily()}
}

// help is what --help says of the family.
func (f *family) help() string {
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

// command is the row of the family among the commands.
func (f family) command(summary string, first bool) command {
	return command{f.name, f.commands()[0].group, first, summary, f.help(), func() runner { return &familyCommand{family: f} }}
}

// familyCommand is the grammar of a family for its help; what does the work are the
// commands below it.
type familyCommand struct {
	family  family
	Command string `arg:"" optional:"" help:"One of these commands."`
}

// Run says that a command is missing, or is none.
func (c *familyCommand) Run(Streams) error {
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
