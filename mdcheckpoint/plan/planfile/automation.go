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

// automation reports steps that ask a person for what an agent can do, each phrase once
// per child, and a decision that is written as an action.
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

// phrases reports what a child asks a person for. With onlyNamed the child speaks to the
// agent too, and only a phrase that names the person counts.
func (c *checker) phrases(child *Child, action, onlyNamed bool) {
	for _, a := range FindAsks(c.plan.File.Slice(child.Inner), action) {
		if onlyNamed && !named.in(splitWords(a.Phrase)[:1]) {
			continue
		}
		c.warn(AutomationFirst, a.Span.Shift(child.Inner.Start), "%q asks a person to %s: the agent can %s", short(a.Phrase), a.What, a.How)
	}
}

// choice warns of a human-action that asks for a choice: that is a decision.
func (c *checker) choice(t *Task) {
	for _, name := range []string{ActionTag, InstructionTag, HowTag, NameTag} {
		child := t.Child(name)
		if child == nil {
			continue
		}
		text := strings.ToLower(spelling.OneLine(child.Text))
		if phrase := choiceIn(text); phrase != "" {
			c.warn(AutomationFirst, child.Tag, "%q asks for a choice, want a task of type %q with options", phrase, Decision)
			return
		}
	}
}

// choiceIn returns the phrase with which text, in lower case, asks for a choice; "" if
// there is none.
func choiceIn(text string) string {
	for _, phrase := range choices {
		if strings.Contains(text, phrase) {
			return phrase
		}
	}
	if question, _, ok := strings.Cut(text, "?"); ok && strings.HasPrefix(question, "should ") && strings.Contains(question, " or ") {
		return short(question + "?")
	}
	return ""
}

// An Ask is a phrase that asks a person for what an agent can do.
type Ask struct {
	Phrase string // on one line
	What   string // what is asked: "run a command"
	How    string // what the agent can do: "run it"
	Span   source.Span
}

// newAsk returns the ask of the phrase at span of text, without white space around it.
func (a *ask) newAsk(text string, span source.Span) Ask {
	phrase := text[span.Start:span.End]
	trimmed := strings.TrimSpace(phrase)
	start := span.Start + strings.Index(phrase, trimmed)
	return Ask{spelling.OneLine(trimmed), a.what, a.how, source.Span{Start: start, End: start + len(trimmed)}}
}

// maxLine is the length of the longest line in which phrases are looked for: a longer one
// is not a sentence.
const maxLine = 4 << 10

// FindAsks finds such phrases in text, at most one per line. An imperative counts only if a
// person is its subject, and not in comments and fenced code.
// action says that the text is that of a human-action, in which more phrases count.
func FindAsks(text string, action bool) []Ask {
	s := &scanned{text: text}
	s.hide(0)
	var found []Ask
	var who subject
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		if hidden := s.hiddenAt(at); hidden.End >= end { // comments and fenced code
			end = hidden.End
		} else if end-at <= maxLine && !who.agent(text[at:end]) {
			if a, ok := askInLine(text[at:end], text[end:], action); ok {
				a.Span = a.Span.Shift(at)
				found = append(found, a)
			}
		}
		at = end
	}
	return found
}

// askInLine finds the first clause of a line that asks a person for something. below is
// the text behind the line, which the line may lead to.
func askInLine(line, below string, action bool) (Ask, bool) {
	start := indentOf(line)
	start += len(marker(line[start:]))
	body := strings.TrimRight(line[start:], " \t\r\n")
	if isCommandLine(body) {
		return runCommand.newAsk(line, source.Span{Start: start, End: start + len(body)}), true
	}
	if strings.HasPrefix(body, "|") && !strings.Contains(body, "`") {
		return Ask{}, false // titles in a table
	}
	s := &sentence{clauses: clauses(body), below: below, action: action}
	if !strings.HasSuffix(strings.TrimRight(body, "`*_"), ":") {
		s.below = ""
	}
	for i := range s.clauses {
		if a := s.ask(i); a != nil {
			return a.newAsk(line, s.clauses[i].span.Shift(start)), true
		}
	}
	return Ask{}, false
}
