package planfile

import (
	"strings"

	"mdck/mdcheckpoint/spelling"
)

// automation reports steps that ask a person for what an agent can do, each phrase once
// per child, and a decision that is written as an action.
func (c *checker) automation(t *Task) {
	action := t.Type == HumanAction
	if action {
		c.choice(t)
	}
	if !action && t.Type != HumanVerify || byOthers(t) {
		return
	}
	to := anyReader // of <action>
	switch {
	case action:
		to = thePerson
	case t.Text(HowTag, InstructionTag) != "", t.HumanCheck != "", toAgent(t.Text(ActionTag)):
		to = theAgent
	}
	for i := range t.Children {
		switch child := &t.Children[i]; child.Name {
		case HowTag, InstructionTag, HumanCheckTag:
			c.phrases(child, action, thePerson)
		case ActionTag:
			c.phrases(child, action, to)
		}
	}
	for i := range t.checks {
		c.phrases(&t.checks[i], action, thePerson)
	}
}

// phrases reports what a child asks a person for.
func (c *checker) phrases(child *Child, action bool, to reader) {
	for _, a := range findAsks(c.plan.File.Slice(child.Inner), action, to) {
		c.warn(AutomationFirst, a.Span.Shift(child.Inner.Start), "%q asks a person to %s: the agent can %s", short(a.Phrase), a.What, a.How)
	}
}

// byOthers reports whether a task says that an agent does what it asks for, or that none can;
// a human-action says so by what only a person has.
func byOthers(t *Task) bool {
	const near = 4 // words
	for i := range t.Children {
		switch child := &t.Children[i]; child.Name {
		case NameTag, BuiltTag, ActionTag, HowTag, InstructionTag:
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
	}
	return false
}

// toAgent reports whether a text tells an agent what to present to a person.
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
