package cli

import (
	"strings"

	"mdck/mdcheckpoint/spelling"
)

// quote quotes an argument for a shell, if that is necessary.
func quote(arg string) string { return spelling.ShellWord(arg) }

// commandLine returns a command line of mdck that can be pasted into a shell.
func commandLine(args []string) string {
	quoted := []string{"mdck"}
	for _, a := range args {
		quoted = append(quoted, quote(a))
	}
	return strings.Join(quoted, " ")
}
