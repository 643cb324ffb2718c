package cli

import (
	"fmt"
	"io"
	"slices"
)

// runHelp prints the first page, with "all" every command, or the help of the
// command that is named.
func runHelp(args []string, std Streams) error {
	switch {
	case len(args) == 0 || slices.Contains([]string{"help", "--help", "-h"}, args[0]):
		writeHelp(std.Out, false)
	case args[0] == "all" || args[0] == "--all":
		writeHelp(std.Out, true)
	default:
		return run([]string{args[0], "--help"}, std)
	}
	return nil
}

// writeHelp prints the commands of the first page, or all of them, by group.
func writeHelp(w io.Writer, all bool) {
	fmt.Fprint(w, `mdck checks, writes and hands on the checkpoint files of coding agents.

Usage: mdck COMMAND [ARG...]
`)
	group := ""
	for _, c := range commands() {
		if !c.first && !all {
			continue
		}
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
  mdck help all                              every command
`)
}
