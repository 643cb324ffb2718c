package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// asked are the children whose text speaks to a person, by the type of the task.
var asked = [...]struct {
	of       string
	children []string
}{
	{HumanVerify, []string{HowTag, InstructionTag, HumanCheckTag}},
	{HumanAction, []string{InstructionTag, HowTag, HumanCheckTag, ActionTag}},
}

// automation reports steps that ask a person for what an agent can do, each phrase
// once per child, and a decision in the clothes of an action.
func (c *checker) automation(t *Task) {
	for _, a := range asked {
		if a.of == t.Type {
			c.asked(t, a.children)
		}
	}
	if t.Type == HumanAction {
		c.choice(t)
	}
}

func (c *checker) asked(t *Task, children []string) {
	for i := range t.Children {
		switch child := &t.Children[i]; {
		case slices.Contains(children, child.Name):
			c.phrases(child, t.Type == HumanAction, false)
		case child.Name == ActionTag:
			c.phrases(child, false, t.Text(children...) != "" || t.HumanCheck != "")
		}
	}
	for i := range t.checks {
		c.phrases(&t.checks[i], t.Type == HumanAction, false)
	}
}

// phrases reports what a child asks a person for. named says that it speaks to the agent,
// too, so that only what names the person is asked of one.
func (c *checker) phrases(child *Child, action, named bool) {
	inner := c.plan.File.Slice(child.Inner)
	for _, a := range FindAsks(inner, action) {
		if named && !namesPerson(a.Phrase) {
			continue
		}
		c.warn(AutomationFirst, a.Span.Shift(child.Inner.Start), "%q asks a person to %s: the agent can %s", short(a.Phrase), a.What, a.How)
	}
}

// namesPerson reports whether a phrase begins with a person: "user runs", "you should".
func namesPerson(phrase string) bool {
	words := splitWords(phrase)
	_, is := cutAny(words, third)
	return is || len(words) > 0 && slices.Contains([]string{"you", "user", "human"}, words[0].text)
}

// choiceWords make a question of a text whose task is an action. Source: seed.
var choiceWords = [...]string{"please choose", "choose between", "decide between", "which do you prefer", "which one do you", "let me know which", "pick one of", "choose one of", "decide whether", "your preference"}

// choice warns of a human-action that asks for a choice: that is a decision.
func (c *checker) choice(t *Task) {
	for _, name := range []string{ActionTag, InstructionTag, HowTag, NameTag} {
		child := t.Child(name)
		if child == nil {
			continue
		}
		text := strings.ToLower(spelling.OneLine(child.Text))
		for _, w := range choiceWords {
			if strings.Contains(text, w) {
				c.warn(AutomationFirst, child.Tag, "%q asks for a choice, want a task of type %q with options", w, Decision)
				return
			}
		}
		if first, _, _ := strings.Cut(text, "?"); first != text && strings.HasPrefix(first, "should ") && strings.Contains(first, " or ") {
			c.warn(AutomationFirst, child.Tag, "%q asks for a choice, want a task of type %q with options", short(first+"?"), Decision)
			return
		}
	}
}

// An Ask is a phrase that asks a person for what an agent can do.
type Ask struct {
	Phrase string // on one line
	What   string // what is asked: "run a command"
	How    string // what the agent can do: "run it"
	Span   source.Span
	secret bool // none if it handles what an agent must not see
}

// FindAsks finds such phrases in text, one of a line at most. An imperative counts
// only where a person is its subject, and not in fenced code or comments. action
// says that the text is that of a human-action, in which more is too much.
func FindAsks(text string, action bool) []Ask {
	s := &scanned{text: text}
	s.hide(0)
	hidden := s.hidden
	var found []Ask
	var who subject
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		for len(hidden) > 0 && hidden[0].End <= at {
			hidden = hidden[1:]
		}
		if len(hidden) > 0 && hidden[0].Start == at && strings.Contains(text[at:hidden[0].End], "\n") {
			fence := text[at:hidden[0].End]
			if a, ok := askInFence(text[:at], fence); ok && !who.list.agent && !who.section.agent {
				found = append(found, a.at(at))
			}
			at = hidden[0].End
			continue
		}
		inside := len(hidden) > 0 && hidden[0].Start <= at && (hidden[0].End >= end || hidden[0].End > at && hidden[0].Start < at)
		if !inside && end-at <= maxLine && !who.agent(text[at:end]) {
			if a, ok := askInLine(text[at:end], action); ok && !(a.secret && leadsToKey(text[at:end], text[end:])) {
				found = append(found, a.at(at))
			}
		}
		at = end
	}
	return found
}

// at is the ask of a part of a text that begins at offset.
func (a Ask) at(offset int) Ask {
	a.Span = a.Span.Shift(offset)
	return a
}

// maxLine is the length of the longest line in which phrases are looked for: it
// would be no sentence.
const maxLine = 4 << 10

// askInLine looks at the clauses of a line, one after another.
func askInLine(line string, action bool) (Ask, bool) {
	start := indentOf(line)
	if strings.HasPrefix(line[start:], "|") {
		return askInRow(line, action)
	}
	start += len(marker(line[start:]))
	body := strings.TrimRight(line[start:], " \t\r\n")
	if isCommand(strings.Trim(body, "`$ ")) && (strings.HasPrefix(body, "`") && strings.Count(body, "`") == 2 && strings.HasSuffix(body, "`") || start > 0 && bareCommand(body)) {
		return command(body, start), true
	}
	parts, aside := sentences(body), false
	for i, span := range parts {
		s := newSentence(body[span.Start:span.End])
		s.then, s.result = afterArrow(body, parts, i)
		s.aside = aside
		if a, ok := s.find(action); ok {
			return a.at(start + span.Start), true
		}
		aside = aside || i+1 < len(parts) && hasAny(splitWords(s.text), hardware, false)
	}
	return Ask{}, false
}

// find looks at the clauses of the sentence, one after another, as long as a person can
// be the subject.
func (s *sentence) find(action bool) (Ask, bool) {
	personal := true
	for i := range s.parts {
		words, clause, led := s.clause(i, personal)
		if s.isQuotation(i) {
			personal = false
			continue
		}
		rest, is := imperative(words)
		if i > 0 && !personal {
			break // "the agent builds it and runs it"
		}
		if !is {
			personal = personal && leads(words)
			continue
		}
		if a := s.ask(rest, i, led, action); a != nil {
			phrase := s.text[clause.Start:clause.End]
			trimmed := strings.TrimSpace(phrase)
			lead := clause.Start + strings.Index(phrase, trimmed)
			return Ask{
				Phrase: spelling.OneLine(trimmed), What: a.what, How: a.how, secret: a.secret,
				Span: source.Span{Start: lead, End: lead + len(trimmed)},
			}, true
		}
	}
	return Ask{}, false
}
