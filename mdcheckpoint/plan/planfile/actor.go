package planfile

import "strings"

// doers are words that make the agent the one who acts, and people those that make a
// person it: in a line that leads to a list, the last of them counts.
const (
	doers  wordList = "|claude|agent|executor|orchestrator|automated|automatically|automation|already|i|i'll|i've|we|we'll|"
	people wordList = "|you|your|yourself|user|human|person|tester|manual|manually|"
)

// An actor is who does what a line says.
type actor int

const (
	nobody actor = iota
	person
	agent
)

// A scope knows who does what the lines of a text say: by the heading above them, and by the
// line that leads to them.
type scope struct {
	section, list actor
	indent        int  // of the line that leads
	item          bool // it is an item itself: only what is indented deeper is below it
	gap           bool // a blank line came last
}

// read takes the next line and returns who does what it says.
func (s *scope) read(line string) actor {
	bare := strings.TrimSpace(line)
	gap := s.gap
	if s.gap = bare == ""; s.gap {
		return nobody
	}
	const few = 4 // words
	indent, item, who := indentOf(line), isItem(line), lastActor(bare)
	if indent <= s.indent && (s.item || gap && !item) {
		s.list = nobody
	}
	leads := strings.HasSuffix(strings.TrimRight(bare, "*_ "), ":") || !item && len(strings.Fields(bare)) <= few && !strings.ContainsAny(bare, "`.")
	switch {
	case heading(bare) != "":
		s.section, s.list = who, nobody
	case leads && who != nobody:
		s.list, s.indent, s.item = who, indent, item
	}
	if s.list != nobody {
		return s.list
	}
	return s.section
}

// lastActor is whom the last word of line means that names who acts.
func lastActor(line string) actor {
	who := nobody
	for _, w := range readWords(line) {
		switch {
		case w.code:
		case doers.has(w.text):
			who = agent
		case people.has(w.text):
			who = person
		}
	}
	return who
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// isItem reports whether a line begins an item of a list.
func isItem(line string) bool {
	bare := strings.TrimLeft(line, " \t")
	return heading(bare) == "" && !strings.HasPrefix(bare, "**") && !strings.HasPrefix(bare, "__") && marker(bare) != ""
}
