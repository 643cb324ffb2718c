package settings

import (
	"slices"
	"strings"
)

// A Call is a call of mdck in a handler.
type Call struct {
	Args  []string // words after mdck
	Plain bool     // a shell passes Args unchanged
	// Decides means that the line ends with the exit status of this call.
	Decides bool
}

// Command returns the first argument without a dash, such as "lint", or "".
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

func (h *Handler) Calls() []Call {
	if !h.Exec {
		return callsIn(h.Command)
	}
	if !isProgram(h.Words[0]) || len(h.Words) == 1 {
		return nil
	}
	return []Call{{Args: h.Words[1:], Plain: true, Decides: true}}
}

func callsIn(line string) (all []Call) {
	commands := split(line)
	for i, words := range commands {
		first := slices.IndexFunc(words, func(w word) bool { return !precedes(w.text) })
		if first < 0 || !isProgram(words[first].text) {
			continue
		}
		if c := newCall(words[first+1:]); c.Command() != "" {
			c.Decides = first == 0 && !slices.ContainsFunc(commands[i+1:], func(words []word) bool { return len(words) > 0 })
			all = append(all, c)
		}
	}
	return all
}

// prefixes can precede a command. Sources: the grammar of sh, and the manuals of the programs.
const prefixes = "{ ! if elif then else while until do time exec command nohup env nice timeout sudo eval"

func precedes(text string) bool {
	return slices.Contains(strings.Fields(prefixes), text) || strings.Contains(text, "=") || strings.HasPrefix(text, "-") || strings.Trim(text, "0123456789.smh") == ""
}

func newCall(words []word) Call {
	c := Call{Plain: true}
	for _, w := range words {
		if !w.plain && strings.ContainsAny(w.text, "<>") {
			break
		}
		c.Args = append(c.Args, w.text)
		c.Plain = c.Plain && w.plain
	}
	return c
}

// A word is plain if a shell does not expand it.
type word struct {
	text  string
	plain bool
}

// split returns the words of each command in a shell line, including commands in substitutions.
func split(line string) [][]word {
	commands := [][]word{nil}
	var text strings.Builder
	begun, plain, quote := false, true, byte(0)
	end := func(command bool) {
		last := len(commands) - 1
		if begun {
			commands[last] = append(commands[last], word{text.String(), plain})
		}
		if command {
			commands = append(commands, nil)
		}
		text.Reset()
		begun, plain = false, true
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		rest := line[i+1:]
		redirects := c == '&' && (strings.HasPrefix(rest, ">") || strings.HasSuffix(text.String(), ">"))
		switch {
		case quote == 0 && !begun && c == '#':
			end(true)
			_, next, _ := strings.Cut(rest, "\n")
			i = len(line) - len(next) - 1
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case quote == 0 && strings.IndexByte(" \t\r", c) >= 0:
			end(false)
		case quote == 0 && strings.IndexByte("\n;&|()`", c) >= 0 && !redirects:
			end(true)
		case quote != '\'' && c == '\\' && rest != "" && strings.IndexByte(" '\"$`\\;&|<>()#", rest[0]) >= 0:
			i++
			text.WriteByte(line[i])
			begun = true
		default:
			text.WriteByte(c)
			begun = true
			plain = plain && (quote == '\'' || strings.IndexByte("$`", c) < 0) && (quote != 0 || strings.IndexByte("*?[]{}~!<>&", c) < 0)
		}
	}
	end(false)
	return commands
}

// plainWords returns the words of a single command. ok is false if a shell would change them.
func plainWords(line string) (words []string, ok bool) {
	commands := split(line)
	if len(commands) > 1 || strings.Contains(line, "\r") {
		return nil, false
	}
	for _, w := range commands[0] {
		if !w.plain {
			return nil, false
		}
		words = append(words, w.text)
	}
	return words, true
}
