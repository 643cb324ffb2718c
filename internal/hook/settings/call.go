package settings

import (
	"path"
	"slices"
	"strings"
)

// A Status says what the status of a command is to its line.
type Status uint8

// What becomes of the status of a command.
const (
	Lost    Status = iota // another command of a pipe gives the status
	Perhaps               // the line goes on, and may end in another status
	Decides               // the line ends with it
)

// A Call is mdck, as a command of a handler runs it.
type Call struct {
	Args   []string // behind mdck, without what only says where to write
	Plain  bool     // Args are as they stand: there is nothing for a shell to put in
	Status Status
}

// Command is the first word that is no flag, such as "lint"; "" if there is none.
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

// Calls are the calls of mdck with a command that the handler makes.
func (h *Handler) Calls() []Call {
	if h.Exec {
		var words []token
		for _, w := range h.Words {
			words = append(words, token{text: w, plain: true})
		}
		return callsOf(words, 0)
	}
	return callsIn(h.Command, 0)
}

// deepest is how many lines within lines are looked at.
const deepest = 8

// callsIn are the calls of a shell line.
func callsIn(line string, depth int) []Call {
	if depth > deepest {
		return nil
	}
	var all []Call
	tokens := lex(line)
	for len(tokens) > 0 {
		n := slices.IndexFunc(tokens, func(t token) bool { return t.operator })
		if n < 0 {
			n = len(tokens)
		}
		status := fate(tokens[n:], strings.Contains(line, "pipefail"))
		for _, c := range callsOf(tokens[:n], depth) {
			c.Status = min(c.Status, status)
			all = append(all, c)
		}
		tokens = tokens[min(n+1, len(tokens)):]
	}
	return all
}

// closers end what a keyword began, and give the status of what is between.
var closers = [...]string{"}", "fi", "done", "esac"}

func isCloser(t token) bool { return !t.operator && slices.Contains(closers[:], t.text) }

// fate is what becomes of the status of a command, if it is not 0, by what stands
// behind it. A pipe has the status of its last command, unless the line asks for
// another.
func fate(rest []token, pipefail bool) Status {
	skipped := false // this is behind &&, and not run
	for i, t := range rest {
		switch {
		case t.operator && (t.text == "||" || t.text == "&"):
			return Perhaps
		case t.operator && (t.text == "|" || t.text == "|&") && !skipped && !pipefail:
			return Lost
		case t.operator && t.text == "&&":
			skipped = true
		case t.operator && t.text == ")" || isCloser(t):
			skipped = false
		case t.operator && (t.text == ";" || t.text == ";;" || t.text == "\n"):
			if i+1 < len(rest) && !rest[i+1].operator && !isCloser(rest[i+1]) {
				return Perhaps
			}
		}
	}
	return Decides
}

// Words that stand before a command. Source: the grammar of sh, and programs that
// run another with its status.
var (
	prefixes = [...]string{"{", "then", "else", "do", "time", "exec", "command", "nohup", "env", "nice", "timeout", "sudo"}
	tests    = [...]string{"!", "if", "elif", "while", "until"} // and ask for its status
)

// callsOf are the calls of one command: its own, those of the line that it hands
// to a shell, and those that are substituted in its words.
func callsOf(words []token, depth int) []Call {
	all := substituted(words, depth)
	status := Decides
	prefixed := false
	for len(words) > 0 {
		text := words[0].text
		switch {
		case slices.Contains(tests[:], text):
			status = Perhaps
		case slices.Contains(prefixes[:], text):
			prefixed = true
		case isAssignment(text), words[0].redirect, prefixed && (strings.HasPrefix(text, "-") || strings.Trim(text, "0123456789.smh") == ""):
		default:
			for _, c := range commandCalls(words, depth) {
				c.Status = min(c.Status, status)
				all = append(all, c)
			}
			return all
		}
		words = words[1:]
	}
	return all
}

// isAssignment reports whether a word gives a variable a value.
func isAssignment(text string) bool {
	name, _, ok := strings.Cut(text, "=")
	return ok && name != "" && !strings.ContainsFunc(name, notExact) && name[0] > '9' && !strings.Contains(name, "|")
}

// substituted are the calls in what is put into the words. The status of a command
// that is nothing else is theirs.
func substituted(words []token, depth int) []Call {
	status := Decides
	if slices.ContainsFunc(words, func(t token) bool { return !isAssignment(t.text) && (t.text != "" || len(t.nested) == 0) }) {
		status = Perhaps
	}
	var all []Call
	for _, w := range words {
		for _, line := range w.nested {
			for _, c := range callsIn(line, depth+1) {
				c.Status = min(c.Status, status)
				all = append(all, c)
			}
		}
	}
	return all
}

// shells run the line after -c.
var shells = [...]string{"sh", "bash", "dash", "zsh", "ksh"}

// commandCalls are the calls of a command whose name is the first word.
func commandCalls(words []token, depth int) []Call {
	switch name := words[0].text; {
	case isProgram(name):
		if c := call(words[1:]); c.Command() != "" {
			return []Call{c}
		}
	case name == "eval":
		var texts []string
		for _, w := range words[1:] {
			texts = append(texts, w.text)
		}
		return callsIn(strings.Join(texts, " "), depth+1)
	case slices.Contains(shells[:], path.Base(name)):
		for i, w := range words[1:] {
			if strings.HasPrefix(w.text, "-") && !strings.HasPrefix(w.text, "--") && strings.HasSuffix(w.text, "c") && i+2 < len(words) {
				return callsIn(words[i+2].text, depth+1)
			}
		}
	}
	return nil
}

// call is mdck with these words behind it.
func call(words []token) Call {
	c := Call{Plain: true, Status: Decides}
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w.redirect && strings.IndexByte("<>&", w.text[len(w.text)-1]) >= 0:
			i++ // the name is the next word
		case w.redirect:
		default:
			c.Args = append(c.Args, w.text)
			c.Plain = c.Plain && w.plain
		}
	}
	return c
}
