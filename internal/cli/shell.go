package cli

import "strings"

// quote quotes an argument for a shell, if that is necessary.
func quote(arg string) string {
	plain := func(r rune) bool {
		return r >= 0x80 || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_=./:,@%+", r)
	}
	if arg != "" && !strings.ContainsFunc(arg, func(r rune) bool { return !plain(r) }) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// commandLine returns a command line of mdck that can be pasted into a shell.
func commandLine(args []string) string {
	quoted := []string{"mdck"}
	for _, a := range args {
		quoted = append(quoted, quote(a))
	}
	return strings.Join(quoted, " ")
}
