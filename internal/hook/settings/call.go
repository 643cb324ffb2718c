package settings

import (
	"path"
	"slices"
	"strings"
)

// A Call is mdck, as a command of a handler runs it.
type Call struct {
	Args  []string // after mdck, without redirections
	Plain bool     // a shell passes Args as they are
	// Decides is true if the status of the call is that of the line: it is the last command, and
	// no part of a condition.
	Decides bool
}

// Command returns the first argument that is no flag, such as "lint"; "" if there is none.
func (c *Call) Command() string {
	for _, a := range c.Args {
		if !strings.HasPrefix(a, "-") {
			return a
		}
	}
	return ""
}

// Answers reports whether the call answers an event, and so never blocks.
func (c *Call) Answers() bool {
	return len(c.Args) > 0 && c.Args[0] == "hook" && (len(c.Args) == 1 || !slices.Contains([]string{"install", "uninstall", "doctor"}, c.Args[1]))
}

// Calls returns the calls of mdck with a command that the handler makes.
func (h *Handler) Calls() []Call {
	if !h.Exec {
		return callsIn(h.Command)
	}
	var words []word
	for _, w := range h.Words {
		words = append(words, word{w, true})
	}
	return callsOf(words)
}

// callsIn returns the calls of a shell line.
func callsIn(line string) []Call {
	var all []Call
	commands := split(line)
	for len(commands) > 1 && len(commands[len(commands)-1]) == 0 {
		commands = commands[:len(commands)-1]
	}
	for i, words := range commands {
		for _, c := range callsOf(words) {
			c.Decides = c.Decides && i == len(commands)-1
			all = append(all, c)
		}
	}
	return all
}

// Words before a command. Source: the grammar of sh, and programs that run another with its status.
var (
	prefixes   = [...]string{"{", "then", "else", "do", "time", "exec", "command", "nohup", "env", "nice", "timeout", "sudo", "eval"}
	conditions = [...]string{"!", "if", "elif", "while", "until"}
	shells     = [...]string{"sh", "bash", "dash", "zsh", "ksh"} // run a line that is one of their words
)

// callsOf returns the calls of one command.
func callsOf(words []word) []Call {
	decides := true
	for i, w := range words {
		switch {
		case isProgram(w.text):
			c := newCall(words[i+1:])
			if c.Decides = decides; c.Command() == "" {
				return nil
			}
			return []Call{c}
		case slices.Contains(shells[:], path.Base(w.text)):
			var all []Call
			for _, line := range words[i+1:] {
				all = append(all, callsIn(line.text)...)
			}
			return all
		case slices.Contains(conditions[:], w.text):
			decides = false
		case !slices.Contains(prefixes[:], w.text) && !strings.Contains(w.text, "=") && !strings.HasPrefix(w.text, "-") && strings.Trim(w.text, "0123456789.smh") != "":
			return nil // another program
		}
	}
	return nil
}

// newCall returns the call of mdck with these words after it.
func newCall(words []word) Call {
	c := Call{Plain: true}
	for i := 0; i < len(words); i++ {
		w := words[i]
		if !w.plain && strings.ContainsAny(w.text, "<>") {
			if strings.IndexByte("<>&", w.text[len(w.text)-1]) >= 0 {
				i++ // the file is the next word
			}
			continue
		}
		c.Args = append(c.Args, w.text)
		c.Plain = c.Plain && w.plain
	}
	return c
}

// A word of a shell line. It is plain if a shell does not expand it.
type word struct {
	text  string
	plain bool
}

// split returns the commands of a shell line, each as its words: it reads quotes, escapes and the
// signs that end a command. Substituted commands are commands, too.
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

// plainWords returns the words of a line that is one command for every shell; ok is false for any
// other line.
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
