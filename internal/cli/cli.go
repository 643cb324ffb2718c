// Package cli is the command line of mdck: a grammar for each command, the
// statuses, and the edge where files, git and the clock are.
package cli

import (
	"errors"

	"mdck/mdcheckpoint/protocols"
)

// Main runs the command that args name and returns the status to end with.
func Main(args []string, std Streams) Status {
	if std.Table == nil {
		std.Table = protocols.Default()
	}
	out, talk := &output{to: std.Out}, &output{to: std.Err}
	std.Out, std.Err = out, talk
	err := run(args, std)
	status := printErrors(errors.Join(err, out.flush()), std)
	_ = talk.flush() // as what is written to it before
	return status
}

func run(args []string, std Streams) error {
	if len(args) == 0 {
		return errors.Join(writeHelp(std.Err, false), errNoCommand)
	}
	if args[0] == "hook" { // before anything can fail: to an agent status 2 means "block"
		return runHook(args[1:], std)
	}
	if len(args) > 2 && args[0] == "completion" && args[1] == completeFlag {
		return printCandidates(args[2:], std)
	}
	if err := checkArguments(args); err != nil {
		return err
	}
	switch args[0] {
	case "help", "--help", "-h":
		return runHelp(args[1:], std)
	case "--version":
		if len(args) == 1 {
			return printVersion(std.Out)
		}
		args = append([]string{"version"}, args[1:]...)
	}
	c, rest := findCommand(args)
	if c == nil {
		return unknownCommand(args[0])
	}
	return c.run(rest, std)
}
