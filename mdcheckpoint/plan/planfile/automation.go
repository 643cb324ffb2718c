package planfile

import (
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

// automation reports steps that ask a person for what an agent can do, and decisions written as actions.
func (c *checker) automation(t *Task) {
	const steps wordList = "|how-to-verify|instructions|human-check|"
	action := t.Type == HumanAction
	if action {
		c.choice(t)
	}
	if !action && t.Type != HumanVerify || byOthers(t) {
		return
	}
	isSteps := t.Text(HowTag, InstructionTag)+t.HumanCheck == "" // an <action> of a human-verify says what to do
	for _, child := range append(slices.Clone(t.checks), t.Children...) {
		isAction := child.Name == ActionTag && (action || isSteps && !toAgent(child.Text))
		if !isAction && !steps.has(child.Name) {
			continue
		}
		for _, a := range findAsks(c.File.Slice(child.Inner), action, isAction && !action) {
			c.warn(AutomationFirst, a.span.Shift(child.Inner.Start),
				"%q asks a person to %s: the agent can %s", short(a.phrase), a.row.what, a.row.how)
		}
	}
}

// byOthers reports whether a task says that an agent does what it asks for, or that none can.
func byOthers(t *Task) bool {
	const near = 4 // words
	const said wordList = "|name|what-built|action|how-to-verify|instructions|"
	for _, child := range t.Children {
		if !said.has(child.Name) {
			continue
		}
		words := readWords(child.Text)
		if t.Type == HumanAction && (personal.in(words) || exempt.in(words) || isSecret(words)) {
			return true
		}
		for k, w := range words {
			if excuses.begins(words[k:]) || agents.has(w.text) && acts.in(words[k+1:min(len(words), k+near)]) {
				return true
			}
		}
	}
	return false
}

// toAgent reports whether a text says what an agent presents to a person.
func toAgent(text string) bool {
	words := readWords(text)
	for i, w := range words {
		if (i == 0 || w.mark != 0) && presents.begins(words[i:]) {
			return true
		}
	}
	return false
}

// choice warns of a human-action that asks for a choice: that is a decision.
func (c *checker) choice(t *Task) {
	for _, name := range []string{ActionTag, InstructionTag, HowTag, NameTag} {
		text := strings.ToLower(spelling.OneLine(t.Text(name)))
		if phrase := choices.within(text); phrase != "" {
			c.warn(AutomationFirst, t.Child(name).Tag,
				"%q asks for a choice; expected a task of type %q with options", phrase, Decision)
			return
		}
	}
}

// An ask is a phrase that asks a person for what an agent can do.
type ask struct {
	phrase string // on one line
	row    *phrase
	span   source.Span
}

// maxLine is the length of the longest line in which phrases are looked for.
const maxLine = 4 << 10

// findAsks finds such phrases in text, at most one in a line, but not in comments and fenced
// code. An imperative counts only if a person is its subject. action includes the rows that
// count in a human-action. named is set for a text that may speak to the agent: only
// items of lists count, and what begins with the person.
func findAsks(text string, action, named bool) []ask {
	text += "\n" // code that ends a line is within it
	s := scan(text, 0)
	var found []ask
	var who scope
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		line := text[at:end]
		if hidden := s.hiddenAt(at); hidden.End >= end { // comments and fenced code
			end = hidden.End
		} else if !who.isAgent(line) && len(line) <= maxLine {
			step, item := cutStep(line)
			l := &clauses{words: readWords(step), action: action}
			if row := l.ask(); row != nil && (!named || item || people.in(l.clause()[:min(2, l.to-l.from)])) {
				start := at + len(line) - len(step)
				span := spanOf(start+l.words[l.from].start, start+l.words[l.to-1].end)
				found = append(found, ask{spelling.OneLine(text[span.Start:span.End]), row, span})
			}
		}
		at = end
	}
	return found
}

// A scope tracks whether the agent does the actions in the lines of a text. The last heading
// decides, or the last line that introduces others and names somebody.
type scope struct {
	agent  bool
	indent int  // of the line that leads; -1 of a heading
	item   bool // it is an item itself: only what is indented deeper is below it
	gap    bool // a blank line came last
}

// isAgent takes the next line and reports whether the agent does what it says.
func (s *scope) isAgent(line string) bool {
	const few = 4 // words
	bare := strings.TrimSpace(line)
	gap := s.gap
	if s.gap = bare == ""; s.gap {
		return false
	}
	_, item := cutStep(line)
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	isShort := !item && len(strings.Fields(bare)) <= few && !strings.ContainsAny(bare, "`.")
	leads := isShort || strings.HasSuffix(strings.TrimRight(bare, "*_ "), ":")
	agent, known := lastActor(bare)
	switch {
	case heading(bare) != "":
		*s = scope{agent: agent, indent: -1}
	case leads && known:
		*s = scope{agent: agent, indent: indent, item: item}
	case indent <= s.indent && (s.item || gap && !item):
		s.agent = false
	}
	return s.agent
}

// lastActor reports whether the last word of line that names who acts names the agent.
func lastActor(line string) (agent, known bool) {
	for _, w := range readWords(line) {
		if isAgent := doers.has(w.text); !w.code && (isAgent || people.has(w.text)) {
			agent, known = isAgent, true
		}
	}
	return agent, known
}

// cutStep cuts what marks an item of a list off a line: "1. ", "1.2 ", "- [ ] ", "2) ".
func cutStep(line string) (step string, item bool) {
	bare := strings.TrimLeft(line, " \t")
	step = strings.TrimLeft(bare, " -–—*+>#•◦▸→☐□0123456789.)[]")
	return step, step != bare && !strings.HasPrefix(bare, "**") && heading(bare) == ""
}
