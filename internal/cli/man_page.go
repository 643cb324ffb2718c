package cli

import (
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"mdck/internal/roff"
)

// manManual is what the manual is called at the top of its pages.
const manManual = "mdck manual"

// manCommandPage is the page of a command, with all commands below it.
func manCommandPage(c *command) (string, error) {
	p := roff.NewPage("mdck-"+c.name, manManual)
	p.Section("NAME")
	p.Name("mdck-"+c.name, c.summary)
	node, err := c.node()
	if err != nil {
		return "", err
	}
	p.Section("SYNOPSIS")
	p.Formatted(synopsis(c.name, node))
	p.Section("DESCRIPTION")
	about, examples := splitExamples(c.help)
	manText(p, about)
	manArguments(p, node)
	p.Section("OPTIONS")
	manFlags(p, node, true)
	if all := below(c.name); len(all) > 0 {
		p.Section("COMMANDS")
		for i := range all {
			if err := manBelow(p, &all[i]); err != nil {
				return "", err
			}
		}
	}
	p.Section("EXAMPLES")
	manText(p, examples)
	manStatuses(p)
	p.Section("SEE ALSO")
	p.Formatted(roff.Bold("mdck") + "(1)")
	return p.String(), nil
}

// manBelow writes what there is to say of a command of two words.
func manBelow(p *roff.Page, c *command) error {
	node, err := c.node()
	if err != nil {
		return err
	}
	p.Sub("mdck " + c.name)
	p.Formatted(synopsis(c.name, node))
	p.Text(sentence(c.summary))
	manText(p, c.help)
	for _, a := range node.Positional {
		p.Item(roff.Italic(a.Summary()), a.Help)
	}
	manFlags(p, node, false)
	return nil
}

// node is the grammar of the command.
func (c *command) node() (*kong.Node, error) {
	parser, err := c.parser(Streams{Out: io.Discard, Err: io.Discard})
	if err != nil {
		return nil, err
	}
	return parser.Model.Node, nil
}

// synopsis is how a command line looks, formatted.
func synopsis(name string, node *kong.Node) string {
	text := roff.Bold("mdck " + name)
	for _, a := range node.Positional {
		text += " " + roff.Italic(a.Summary())
	}
	return text + " [" + roff.Italic("flags") + "]"
}

// sentence is a summary as a sentence.
func sentence(summary string) string { return strings.ToUpper(summary[:1]) + summary[1:] + "." }

// splitExamples cuts a help off where its examples begin.
func splitExamples(help string) (about, examples string) {
	about, examples, _ = strings.Cut("\n"+help, "\nExamples:\n")
	return about, examples
}

// manText writes a text of a help: paragraphs, and lines that are indented, which stay
// as they are.
func manText(p *roff.Page, text string) {
	for _, block := range strings.Split(text, "\n\n") {
		block = strings.Trim(block, "\n")
		switch {
		case block == "":
		case strings.HasPrefix(block, "    "):
			var lines []string
			for line := range strings.Lines(block) {
				lines = append(lines, wrapExample(strings.TrimSuffix(strings.TrimPrefix(line, "    "), "\n"))...)
			}
			p.Example(lines)
		default:
			p.Text(block)
		}
	}
}

// manArguments writes what the arguments are.
func manArguments(p *roff.Page, node *kong.Node) {
	if len(node.Positional) == 0 {
		return
	}
	p.Section("ARGUMENTS")
	for _, a := range node.Positional {
		p.Item(roff.Italic(a.Summary()), a.Help)
	}
}

// manFlags writes what the flags are; --help is one that every command has.
func manFlags(p *roff.Page, node *kong.Node, help bool) {
	for _, f := range node.Flags {
		switch {
		case f.Hidden:
		case f.Name != "help":
			p.Item(manFlag(f), f.Help)
		case help:
			p.Item(manFlag(f), "Print the help of the command.")
		}
	}
}

// manFlag is a flag as it is given, formatted.
func manFlag(f *kong.Flag) string {
	text := roff.Bold("--" + f.Name)
	if f.Short != 0 {
		text = roff.Bold("-"+string(f.Short)) + ", " + text
	}
	if takesValue(f) {
		text += "=" + roff.Italic(strings.Trim(f.FormatPlaceHolder(), `"`))
	}
	return text
}

// manStatuses writes the exit statuses, which are the same for all commands.
func manStatuses(p *roff.Page) {
	p.Section("EXIT STATUS")
	for _, s := range [...]struct{ status, means string }{
		{"0", "Done; nothing was found that counts."},
		{"1", "Done, and something was found; the answer of a check is no; or a write was refused or given up."},
		{"2", "The work could not be done: a command line or a configuration makes no sense, a file is missing or cannot be read or written."},
	} {
		p.Item(roff.Bold(s.status), s.means)
	}
}
