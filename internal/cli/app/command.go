package app

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"mdck/internal/config"
)

// A Command is a command of mdck.
type Command struct {
	Name    string // such as "lint" or "plan gates"
	Summary string
	Help    string // text of --help after the first line
	Grammar Runner // only its type is used; nil if the command has only subcommands

	Below    func() []Command // returns the subcommands; nil if there are none
	Besides  string           // sentence about related commands, for the help
	Examples []string         // of subcommands, for the help
}

// Line returns a new command line for the parser to fill.
func (c *Command) Line() Runner {
	if c.Grammar == nil {
		return &parentGrammar{parent: c}
	}
	return reflect.New(reflect.TypeOf(c.Grammar).Elem()).Interface().(Runner)
}

// A Runner is a parsed command line.
type Runner interface{ Run(Streams) error }

// Row returns a command without subcommands.
func Row(name, summary, help string, grammar Runner) Command {
	return Command{Name: name, Summary: summary, Help: help, Grammar: grammar}
}

// configured is a command that loads its configuration first.
type configured interface {
	Use(std Streams)
	Load(own ...config.Flag) error
}

// LinksFlag is the flag of commands that write.
type LinksFlag struct {
	FollowLinks bool `help:"Also write through symbolic links that lead out of the project."`
}

//go:noinline
func (f *LinksFlag) Follows() bool { return f.FollowLinks }

type linkFollower interface{ Follows() bool }

// CheckArguments refuses arguments that kong would misread.
func CheckArguments(args []string) error {
	for _, arg := range args {
		if !utf8.ValidString(arg) { // kong would silently replace invalid UTF-8
			return fmt.Errorf("argument %q is not UTF-8", arg)
		}
		if arg == "" || strings.HasPrefix(arg, "--") && strings.HasSuffix(arg, "=") && strings.Count(arg, "=") == 1 {
			return fmt.Errorf("argument %q is empty; perhaps a variable has no value", arg) // kong would take an empty argument for a missing one
		}
	}
	return nil
}

// A PlainCommand can run without its grammar, which is slow to build. Plain sets what kong would
// set.
type PlainCommand interface{ Plain(args []string) }

// Run parses args and runs the command.
func (c *Command) Run(args []string, std Streams) error {
	grammar := c.Line()
	if p, ok := grammar.(PlainCommand); ok && !slices.ContainsFunc(args, IsFlag) {
		p.Plain(args)
	} else if helped, err := c.Parse(grammar, args, std); helped || err != nil {
		return err
	}
	if c, ok := grammar.(configured); ok {
		c.Use(std)
		if err := c.Load(); err != nil {
			return err
		}
	}
	if c, ok := grammar.(linkFollower); ok {
		std.FollowLinks = c.Follows()
	}
	return grammar.Run(std)
}

func IsFlag(arg string) bool { return strings.HasPrefix(arg, "-") && arg != "-" }

// Parse parses args into grammar. After it printed the help, helped is true, and the command must
// not run.
func (c *Command) Parse(grammar Runner, args []string, std Streams) (helped bool, err error) {
	options := []kong.Option{kong.Exit(func(int) { helped = true })}
	if slices.ContainsFunc(args, mayAskHelp) {
		options = append(options, c.description())
	}
	parser, err := c.parserOf(grammar, std, options...)
	if err != nil {
		return false, err
	}
	_, err = parser.Parse(args)
	if helped { // kong parses on after it printed the help
		return true, nil
	}
	if err != nil {
		return false, c.misuse(err, parser, args)
	}
	return false, nil
}

func mayAskHelp(arg string) bool { return strings.HasPrefix(arg, "-") && strings.Contains(arg, "h") }

func (c *Command) description() kong.Option {
	help := c.Help
	if c.Grammar == nil {
		help = c.parentHelp()
	}
	return kong.Description(strings.ToUpper(c.Summary[:1]) + c.Summary[1:] + ".\n\n" + help)
}

// Parser returns the parser of the command's grammar.
func (c *Command) Parser(std Streams) (*kong.Kong, error) {
	return c.parserOf(c.Line(), std, kong.Exit(func(int) {}), c.description())
}

func (c *Command) parserOf(grammar Runner, std Streams, more ...kong.Option) (*kong.Kong, error) {
	return kong.New(grammar, append([]kong.Option{
		kong.Name("mdck " + c.Name),
		kong.Writers(std.Raw(), std.Err), // not used: mdck prints its own help
		mapper(parseTime),
		mapper(parseNumber),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true, WrapUpperBound: 100}),
	}, more...)...)
}
