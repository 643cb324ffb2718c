package planfile

import "strings"

// doers are words that make the agent the one who acts, and people those that make a
// person it: in a line that leads to a list, the last of them counts.
const (
	doers  wordList = "|claude|agent|executor|orchestrator|automated|automatically|automation|already|i|i'll|i've|we|we'll|"
	people wordList = "|you|your|yourself|user|human|person|tester|manual|manually|"
)

// A lead is a line that says of those below it who does what they say.
type lead struct {
	agent   bool
	heading bool // it counts up to the next heading
	item    bool // it is an item itself: only what is indented deeper is below it
	indent  int
	fresh   bool // no line has come yet
}

// covers reports whether line, which is not blank, is below the lead.
func (l *lead) covers(line string) bool {
	indent, item := indentOf(line), isItem(line)
	switch {
	case l.heading:
		return true
	case l.item:
		return indent > l.indent
	}
	return l.fresh || indent > l.indent || item && indent == l.indent
}

// A subject knows who does what the lines of a text say.
type subject struct{ section, list lead }

// agent takes the next line and reports whether it says what the agent does.
func (s *subject) agent(line string) bool {
	if strings.TrimSpace(line) == "" {
		return s.list.agent || s.section.agent
	}
	if s.list.agent && !s.list.covers(line) {
		s.list = lead{}
	}
	s.list.fresh = false
	next, is := readLead(line)
	inside := s.list.agent || s.section.agent
	switch {
	case !is:
		return inside
	case next.heading:
		s.section, s.list = next, lead{}
	case next.agent:
		s.list = next
	case lastActor(line) < 0: // a person
		s.section, s.list = lead{}, lead{}
	}
	return next.agent || inside && (s.list.agent || s.section.agent)
}

// readLead reads a line as one that leads to others: a heading, a line that ends in a
// colon, or a few words in a line of their own that name who acts.
func readLead(line string) (lead, bool) {
	bare := strings.TrimSpace(line)
	const few = 4 // words
	l := lead{agent: lastActor(bare) > 0, heading: heading(bare) != "", item: isItem(line), indent: indentOf(line), fresh: true}
	leads := strings.HasSuffix(strings.TrimRight(bare, "*_ "), ":")
	short := !l.item && lastActor(bare) != 0 && len(strings.Fields(bare)) <= few && !strings.ContainsAny(bare, "`.")
	return l, l.heading || leads || short
}

// lastActor is 1 if the last word of line that names who acts means the agent, -1 if it
// means a person, and 0 if there is none.
func lastActor(line string) int {
	actor := 0
	for _, w := range splitWords(line) {
		switch {
		case w.code:
		case doers.has(w.text):
			actor = 1
		case people.has(w.text):
			actor = -1
		}
	}
	return actor
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// isItem reports whether a line begins an item of a list.
func isItem(line string) bool {
	bare := strings.TrimLeft(line, " \t")
	return heading(bare) == "" && !strings.HasPrefix(bare, "**") && !strings.HasPrefix(bare, "__") && marker(bare) != ""
}
