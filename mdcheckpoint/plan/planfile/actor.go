package planfile

import "strings"

// doers are words that make the agent the one who acts, and people those that make a
// person it: in a line that leads to a list, the last of them counts.
const (
	doers  wordList = "|claude|agent|executor|orchestrator|automated|automatically|automation|already|i|i'll|i've|we|we'll|"
	people wordList = "|you|your|yourself|user|human|person|tester|developer|owner|manual|manually|"
)

// An actor is who does what a line says.
type actor int

const (
	nobody actor = iota
	person
	agent
)

// A scope knows who does what the lines of a text say: by the last heading, or the last line
// that leads to others, which names somebody.
type scope struct {
	doer   actor
	indent int  // of the line that leads; -1 of a heading
	item   bool // it is an item itself: only what is indented deeper is below it
	gap    bool // a blank line came last
}

// read takes the next line and returns who does what it says.
func (s *scope) read(line string) actor {
	bare := strings.TrimSpace(line)
	gap := s.gap
	if s.gap = bare == ""; s.gap {
		return nobody
	}
	const few = 4 // words
	indent, who := indentOf(line), lastActor(bare)
	_, item := cutStep(line)
	leads := strings.HasSuffix(strings.TrimRight(bare, "*_ "), ":") || !item && len(strings.Fields(bare)) <= few && !strings.ContainsAny(bare, "`.")
	switch {
	case heading(bare) != "":
		*s = scope{doer: who, indent: -1}
	case leads && who != nobody:
		*s = scope{doer: who, indent: indent, item: item}
	case indent <= s.indent && (s.item || gap && !item):
		s.doer = nobody
	}
	return s.doer
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

// cutStep cuts what marks an item of a list off a line: "1. ", "1.2 ", "- [ ] ", "2) ".
func cutStep(line string) (step string, item bool) {
	bare := strings.TrimLeft(line, " \t")
	step = strings.TrimLeft(bare, " -–—*+>#•◦▸→☐□0123456789.)[]")
	return step, step != bare && !strings.HasPrefix(bare, "**") && heading(bare) == ""
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
