package settings

import (
	"regexp"
	"slices"
	"strings"
)

// A Call is a call of mdck in the command of a handler.
type Call struct {
	Args  []string // words after mdck, up to a redirection or another command
	Plain bool     // a shell passes Args unchanged to mdck
	// Decides reports whether the command ends with the call, so that its exit status is that of the
	// call.
	Decides bool
}

// Command returns the first argument that is not a flag, such as "lint", or "".
func (c *Call) Command() string {
	for _, a := range c.Args {
		if !strings.HasPrefix(a, "-") {
			return a
		}
	}
	return ""
}

// Answers reports whether the call answers an event. Such a call never blocks.
func (c *Call) Answers() bool {
	return len(c.Args) > 0 && c.Args[0] == "hook" && (len(c.Args) == 1 || !slices.Contains([]string{"install", "uninstall", "doctor"}, c.Args[1]))
}

// calls matches a call of mdck at the beginning of a shell line, or after a character or word that
// begins a command. Commands that run other commands, such as timeout, are not known.
const calls = `(?:^|[;&|({'"!\n\x60]|\b(?:if|then|else|do|exec|eval|env)\s)\s*(?:\w+=\S*\s+)*(?:[^\s;&|(]*[/\\])?mdck(?:\.exe)?["']?[ \t]+([^;&|)\n\x60]+)`

// Calls returns the calls of mdck in the handler's command.
func (h *Handler) Calls() (all []Call) {
	if h.Exec {
		if isProgram(h.Words[0]) && len(h.Words) > 1 {
			all = []Call{{Args: h.Words[1:], Plain: true, Decides: true}}
		}
		return all
	}
	for _, m := range regexp.MustCompile(calls).FindAllStringSubmatch(h.Command, -1) {
		line := regexp.MustCompile(`(\s\d*)?[<>].*`).ReplaceAllString(m[1], "")
		c := Call{Args: words(line), Plain: !strings.ContainsAny(line, "$*?[~\\"), Decides: strings.HasSuffix(h.Command, m[0])}
		if c.Command() != "" {
			all = append(all, c)
		}
	}
	return all
}

// words returns the words of a shell line without quotation marks. It does not know escapes.
func words(line string) []string {
	all := regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`).FindAllString(line, -1)
	for i := range all {
		all[i] = strings.Trim(all[i], `"'`)
	}
	return all
}
