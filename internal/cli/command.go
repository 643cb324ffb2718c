package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"mdck/internal/config"
)

// A command is what mdck can do.
type command struct {
	name    string // "lint", "plan gates"
	summary string
	help    string // of --help, without its first line; "" for a parentCommand, which has its own
	grammar func() runner
	below   func() []command // the commands of two words of which name is the first; nil for none
}

// A runner is a command line that was parsed.
type runner interface{ Run(Streams) error }

// A configured command loads its configuration before it runs. own are its flags for keys of
// the configuration, besides --set.
type configured interface {
	use(std Streams)
	load(own ...config.Flag) error
}

// A linkFollower is the grammar of a command with that flag.
type linkFollower interface{ follows() bool }

// checkArguments reports arguments that kong would take for something else.
func checkArguments(args []string) error {
	for _, arg := range args {
		if !utf8.ValidString(arg) { // kong would replace the bytes and say nothing
			return fmt.Errorf("argument %q is not UTF-8", arg)
		}
		if arg == "" || strings.HasPrefix(arg, "--") && strings.HasSuffix(arg, "=") && strings.Count(arg, "=") == 1 {
			return fmt.Errorf("argument %q is empty: a variable without a value?", arg) // and not the same as none
		}
	}
	return nil
}

// A plainCommand needs no grammar where none of its arguments is a flag: plain makes
// of itself what kong would. It is for what runs on every commit, as reading the
// grammar is a fifth of a run.
type plainCommand interface{ plain(args []string) }

// run parses args and runs the command.
func (c *command) run(args []string, std Streams) error {
	grammar := c.grammar()
	if p, ok := grammar.(plainCommand); ok && !slices.ContainsFunc(args, isFlag) {
		p.plain(args)
	} else if helped, err := c.parse(grammar, args, std); helped || err != nil {
		return err
	}
	if c, ok := grammar.(configured); ok {
		c.use(std)
		if err := c.load(); err != nil {
			return err
		}
	}
	if c, ok := grammar.(linkFollower); ok {
		std.followLinks = c.follows()
	}
	return grammar.Run(std)
}

func isFlag(arg string) bool { return strings.HasPrefix(arg, "-") && arg != "-" }

// parse parses args by the grammar of this command alone, which costs a third of
// what the grammar of all of them would. Helped says that the help was printed, and
// nothing else is wanted.
func (c *command) parse(grammar runner, args []string, std Streams) (helped bool, err error) {
	options := []kong.Option{kong.Exit(func(int) { helped = true })}
	if slices.ContainsFunc(args, mayAskHelp) {
		options = append(options, c.description())
	}
	parser, err := c.parserOf(grammar, std, options...)
	if err != nil {
		return false, err
	}
	_, err = parser.Parse(args)
	if helped { // kong goes on parsing after it printed the help
		return true, nil
	}
	if err != nil {
		return false, c.misuse(err, parser, args)
	}
	return false, nil
}

// mayAskHelp reports whether arg could be --help or -h, alone or among others.
func mayAskHelp(arg string) bool { return strings.HasPrefix(arg, "-") && strings.Contains(arg, "h") }

// description is what --help prints above the flags. kong looks for variables in
// it, which takes as long as the whole of a small grammar.
func (c *command) description() kong.Option {
	help := c.help
	if p, ok := c.grammar().(*parentGrammar); ok {
		help = p.family.help()
	}
	return kong.Description(strings.ToUpper(c.summary[:1]) + c.summary[1:] + ".\n\n" + help)
}

// parser is the parser of the command's grammar, to be looked at.
func (c *command) parser(std Streams) (*kong.Kong, error) {
	return c.parserOf(c.grammar(), std, kong.Exit(func(int) {}), c.description())
}

func (c *command) parserOf(grammar runner, std Streams, more ...kong.Option) (*kong.Kong, error) {
	return kong.New(grammar, append([]kong.Option{
		kong.Name("mdck " + c.name),
		kong.Writers(std.raw(), std.Err), // of the help, which is ours
		timeMapper(),
		numberMapper(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true, WrapUpperBound: 100}),
	}, more...)...)
}
