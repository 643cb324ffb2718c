// Package cli is the command line of mdck: a grammar for each command, the
// statuses, and the edge where files, git and the clock are.
package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"mdck/bootstrap"
	"mdck/internal/nearest"
	"mdck/internal/report"
)

// A Status is what mdck ends with. The statuses are part of its interface:
// scripts tell "the file has faults" from "mdck could not do its work" by them.
type Status int

const (
	OK       Status = 0 // done; nothing was found at or above --fail-on
	Findings Status = 1 // done, and something was found; the answer "no" of a check; or a write was refused
	Failure  Status = 2 // could not do the job: command line, configuration, a file
)

// Streams are what a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// errFindings ends a command with [Findings] and says nothing more.
var errFindings = errors.New("findings")

// A refusal is an error that ends a command with [Findings].
type refusal struct{ error }

// A hint is an error with what the user can do about it, a line each.
type hint struct {
	error
	lines []string
}

func (h *hint) Unwrap() error { return h.error }

// hinted adds hints to err.
func hinted(err error, lines ...string) error { return &hint{err, lines} }

// A command is what mdck can do.
type command struct {
	name    string
	group   string
	first   bool // it stands on the first page of the help
	summary string
	help    string // what the first line of --help does not say, with an example
	grammar func() runner
}

// A runner is a command line that was parsed.
type runner interface{ Run(Streams) error }

// commands are all commands, in the order of the help.
func commands() []command {
	return []command{
		{"lint", "Check", true, "check checkpoint files", lintHelp, func() runner { return &lintCommand{} }},
		{"verify", "Check", true, "check what a checkpoint claims about the files around it", verifyHelp, func() runner { return &verifyCommand{} }},
		{"explain", "Check", true, "say what a rule wants, and why", explainHelp, func() runner { return &explainCommand{} }},
		{"init", "Write", true, "make a new workspace", initHelp, func() runner { return &initCommand{} }},
		{"append", "Write", true, "write a section, or single bullets", appendHelp, func() runner { return &appendCommand{} }},
		{"prune", "Write", false, "keep the newest Gate-B rounds, archive the others", pruneHelp, func() runner { return &pruneCommand{} }},
		{"stamp", "Write", true, "bring version, hash, evidence, round and state.json up to date", stampHelp, func() runner { return &stampCommand{} }},
		{"bootstrap", "Read", true, "print the restart sequence", bootstrapHelp, func() runner { return &bootstrapCommand{} }},
		{"version", "Other", false, "print the version", versionHelp, func() runner { return &versionCommand{} }},
	}
}

// Main runs the command that args name and gives the status to end with.
func Main(args []string, std Streams) Status {
	return status(run(args, std), std)
}

func run(args []string, std Streams) error {
	if len(args) == 0 {
		writeHelp(std.Err)
		return hinted(errors.New("no command"))
	}
	for _, arg := range args {
		if !utf8.ValidString(arg) { // kong would replace the bytes and say nothing
			return fmt.Errorf("argument %q is not UTF-8", arg)
		}
	}
	switch args[0] {
	case "help", "--help", "-h":
		if len(args) > 1 && !slices.Contains([]string{"help", "--help", "-h"}, args[1]) {
			return run([]string{args[1], "--help"}, std)
		}
		writeHelp(std.Out)
		return nil
	case "--version":
		args = append([]string{"version"}, args[1:]...)
	}
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == args[0] })
	if i < 0 {
		return unknownCommand(args[0], all)
	}
	return all[i].run(args[1:], std)
}

func unknownCommand(name string, all []command) error {
	if strings.HasPrefix(name, "-") {
		return hinted(fmt.Errorf("unknown flag %s before a command", name), "flags come after the command: mdck lint "+name, "mdck --help lists the commands")
	}
	var names []string
	for _, c := range all {
		names = append(names, c.name)
	}
	var lines []string
	if near := nearest.Of(name, names); len(near) > 0 {
		lines = append(lines, "did you mean mdck "+near[0]+"?")
	}
	return hinted(fmt.Errorf("unknown command %q", name), append(lines, "mdck --help lists the commands")...)
}

// run parses args by the grammar of this command alone, which costs a third of
// what the grammar of all of them would, and runs it.
func (c *command) run(args []string, std Streams) error {
	grammar := c.grammar()
	helped := false
	parser, err := kong.New(grammar,
		kong.Name("mdck "+c.name),
		kong.Description(strings.ToUpper(c.summary[:1])+c.summary[1:]+".\n\n"+c.help),
		kong.Vars{"pack": strconv.Itoa(bootstrap.DefaultPackBytes)},
		kong.Writers(std.Out, std.Err),
		kong.Exit(func(int) { helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, FlagsLast: true, WrapUpperBound: 100}),
	)
	if err != nil {
		return err
	}
	_, err = parser.Parse(args)
	if helped { // kong goes on parsing after it printed the help
		return nil
	}
	if err != nil {
		return hinted(fmt.Errorf("%s: %w", c.name, err), "mdck "+c.name+" --help shows the flags, with examples")
	}
	return grammar.Run(std)
}

// status prints err, each of several that were joined with its own hints, and
// gives the worst status that one of them stands for.
func status(err error, std Streams) Status {
	worst := OK
	for _, e := range joined(err) {
		worst = max(worst, printError(e, std.Err))
	}
	return worst
}

// joined are the errors that [errors.Join] put together in err, at any depth.
// Errors that wrap several in one line are one.
func joined(err error) []error {
	if err == nil {
		return nil
	}
	list, ok := err.(interface{ Unwrap() []error })
	if !ok || errors.Join(list.Unwrap()...).Error() != err.Error() {
		return []error{err}
	}
	var all []error
	for _, e := range list.Unwrap() {
		all = append(all, joined(e)...)
	}
	return all
}

// printError prints one error and gives the status that it stands for.
func printError(err error, w io.Writer) Status {
	if errors.Is(err, errFindings) {
		return Findings
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(w, "mdck: %s\n", report.OneLine(strings.TrimRight(line, "\n")))
	}
	if h, ok := errors.AsType[*hint](err); ok {
		for _, line := range h.lines {
			fmt.Fprintf(w, "mdck: hint: %s\n", report.OneLine(line))
		}
	}
	if _, ok := errors.AsType[refusal](err); ok {
		return Findings
	}
	return Failure
}

func writeHelp(w io.Writer) {
	fmt.Fprint(w, `mdck checks, writes and hands on the checkpoint files of coding agents.

Usage: mdck COMMAND [ARG...]
`)
	group := ""
	for _, c := range commands() {
		if c.group != group {
			group = c.group
			fmt.Fprintf(w, "\n%s\n", group)
		}
		fmt.Fprintf(w, "  %-10s  %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, `
Without a path a command works on every checkpoint of the repository it stands
in. Statuses: 0 done and clean, 1 something was found or refused, 2 could not do
the job.

  mdck lint                                  check every checkpoint
  mdck append --section gate-b < round.md    write a review round
  mdck bootstrap                             what a restarted session reads
  mdck COMMAND --help                        flags and examples
`)
}
