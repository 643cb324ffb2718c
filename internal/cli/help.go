package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mdck/internal/cli/app"
)

func runHelp(args []string, std app.Streams) error {
	switch {
	case len(args) == 0 || slices.Contains([]string{"help", "--help", "-h"}, args[0]):
		return writeHelp(std.Out, false)
	case args[0] == "all" && len(args) == 1 || args[0] == "--all":
		return writeHelp(std.Out, true)
	}
	c, rest := findCommand(args)
	switch {
	case c == nil:
		return unknownCommand(args[0])
	case len(rest) > 0:
		return fmt.Errorf("help: unexpected argument %s", rest[0])
	}
	return c.Run([]string{"--help"}, std)
}

// writeHelp prints the commands by group, without all only those of the first page.
func writeHelp(w io.Writer, all bool) error {
	var b strings.Builder
	fmt.Fprint(&b, `mdck checks, writes and restores the checkpoint files of coding agents.

Usage: mdck COMMAND [ARG...]
`)
	group, width := "", 10
	listed := commands()
	if all {
		listed = withBelow(listed)
		for _, c := range listed {
			width = max(width, len(c.Name))
		}
	}
	for _, c := range listed {
		if !c.first && !all {
			continue
		}
		if c.group != group {
			group = c.group
			fmt.Fprintf(&b, "\n%s\n", group)
		}
		fmt.Fprintf(&b, "  %-*s  %s\n", width, c.Name, c.Summary)
	}
	fmt.Fprint(&b, `
Without a path, a command works on all checkpoints of the repository. Some
commands work on exactly one checkpoint: if there are several, name one. Exit
status: 0 success, 1 findings or a refused write, 2 failure. A successful write
exits 0, even if findings remain.

  mdck lint                                  check every checkpoint
  mdck append --section gate-b < round.md    write a review round
  mdck bootstrap                             print what a restarted session reads
  mdck COMMAND --help                        show flags and examples
  mdck help all                              list every command
`)
	_, err := io.WriteString(w, b.String())
	return err
}

func withBelow(all []row) (listed []row) {
	for _, r := range all {
		listed = append(listed, r)
		for _, c := range r.Subcommands() {
			listed = append(listed, row{r.group, false, c})
		}
	}
	return listed
}
