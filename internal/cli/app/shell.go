package app

import (
	"strings"

	"mdck/internal/spelling"
)

//go:noinline
func Quote(arg string) string { return spelling.ShellWord(arg) }

// CommandLine returns an mdck command line to paste into a shell.
func CommandLine(args []string) string {
	quoted := []string{"mdck"}
	for _, a := range args {
		quoted = append(quoted, Quote(a))
	}
	return strings.Join(quoted, " ")
}
