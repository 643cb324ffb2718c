// Package cli parses the command line of mdck, runs the command and returns the exit status.
package cli

import (
	"errors"
	"io"

	"mdck/internal/cli/agent"
	"mdck/internal/cli/app"
	"mdck/internal/cli/ccc"
	"mdck/internal/cli/section"
	"mdck/mdcheckpoint/protocols"
)

// Streams are the input and output of a command.
type Streams = app.Streams

// Main runs the command in args and returns the exit status.
func Main(args []string, std app.Streams) app.Status {
	if std.Table == nil {
		std.Table = protocols.Default()
	}
	std.SaveAtGate = ccc.SaveAtGate
	out, talk := &app.Output{To: std.Out}, &app.Output{To: std.Err}
	std.Out, std.Err = out, talk
	err := run(args, std)
	status := app.PrintErrors(errors.Join(err, out.Flush()), std)
	_ = talk.Flush() // ignore errors of standard error
	return status
}

func run(args []string, std app.Streams) error {
	if len(args) == 0 {
		return errors.Join(writeHelp(std.Err, false), errNoCommand)
	}
	if args[0] == "hook" { // first, because an agent reads exit status 2 as "block"
		return agent.RunHook(args[1:], std)
	}
	if len(args) > 2 && args[0] == "completion" && args[1] == completeFlag {
		return printCandidates(args[2:], std)
	}
	if err := app.CheckArguments(args); err != nil {
		return err
	}
	switch args[0] {
	case "help", "--help", "-h":
		return runHelp(args[1:], std)
	case "--version":
		if len(args) == 1 {
			build := app.CurrentBuild()
			_, err := io.WriteString(std.Out, build.Line())
			return err
		}
		args = append([]string{"version"}, args[1:]...)
	}
	c, rest := findCommand(args)
	if c == nil {
		return unknownCommand(args[0])
	}
	if c.Name == section.Init.Name && len(rest) == 0 {
		return startHere(std)
	}
	return c.Run(rest, std)
}
