package planfile

import (
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

func (c *checker) automation(t *Task) {
	const steps wordList = "|how-to-verify|instructions|human-check|"
	action := t.Type == HumanAction
	if action {
		c.choice(t)
	}
	if !action && t.Type != HumanVerify || byOthers(t) {
		return
	}
	isSteps := t.Text(HowTag, InstructionTag)+t.HumanCheck == "" // <action> is then for the person
	for _, child := range append(slices.Clone(t.checks), t.Children...) {
		isAction := child.Name == ActionTag && (action || isSteps && !toAgent(child.Text))
		if !isAction && !steps.has(child.Name) {
			continue
		}
		for _, a := range findAsks(c.File.Slice(child.Inner), action, isAction && !action) {
			c.warn(AutomationFirst, a.span.Shift(child.Inner.Start),
				"%q asks a person to %s, but the agent can %s", short(a.phrase), a.row.what, a.row.how)
		}
	}
}

// byOthers reports whether t says that an agent does the steps, or that no agent can do them.
func byOthers(t *Task) bool {
	const near = 4 // words after the agent to search for the verb
	const readTags wordList = "|name|what-built|action|how-to-verify|instructions|"
	for _, child := range t.Children {
		if !readTags.has(child.Name) {
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

// toAgent reports whether text tells an agent what to show to a person.
func toAgent(text string) bool {
	words := readWords(text)
	for i, w := range words {
		if (i == 0 || w.mark != 0) && presents.begins(words[i:]) {
			return true
		}
	}
	return false
}

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

// An ask is a phrase that asks a person for work that an agent can do.
type ask struct {
	phrase string
	row    *phrase
	span   source.Span
}

const maxLine = 4 << 10

// findAsks returns the asks in text. action is true for a human-action. named is true if text may
// address an agent: then only list items and clauses that begin with a person count.
func findAsks(text string, action, named bool) []ask {
	text += "\n"
	s := scan(text, 0)
	var found []ask
	var who scope
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		line := text[at:end]
		if hidden := s.hiddenAt(at); hidden.End >= end {
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

// A scope says who acts in the next lines. A lead-in such as "Claude does this:" decides.
type scope struct {
	agent  bool
	indent int  // indentation of the lead-in; -1 for a heading
	item   bool // the lead-in is a list item: only lines with more indentation belong to it
	gap    bool // the last line is blank
}

// isAgent moves the scope to line, and reports whether the agent acts there.
func (s *scope) isAgent(line string) bool {
	const few = 4
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

func lastActor(line string) (agent, known bool) {
	for _, w := range readWords(line) {
		if isAgent := doers.has(w.text); !w.code && (isAgent || people.has(w.text)) {
			agent, known = isAgent, true
		}
	}
	return agent, known
}

func cutStep(line string) (step string, item bool) {
	bare := strings.TrimLeft(line, " \t")
	step = strings.TrimLeft(bare, " -–—*+>#•◦▸→☐□0123456789.)[]")
	return step, step != bare && !strings.HasPrefix(bare, "**") && heading(bare) == ""
}
