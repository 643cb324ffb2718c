package app

import (
	"strings"

	"mdck/internal/spelling"
)

//go:noinline
func Quote(arg string) string { return spelling.ShellWord(arg) }

func CommandLine(args []string) string {
	quoted := []string{"mdck"}
	for _, a := range args {
		quoted = append(quoted, Quote(a))
	}
	return strings.Join(quoted, " ")
}
