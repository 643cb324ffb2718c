package plan

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
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
		if a.of != t.Type {
			continue
		}
		for i := range t.Children {
			child := &t.Children[i]
			if !slices.Contains(a.children, child.Name) {
				continue
			}
			c.phrases(child, t.Type == HumanAction)
		}
	}
	if t.Type == HumanAction {
		c.choice(t)
	}
}

func (c *checker) phrases(child *Child, action bool) {
	inner := c.plan.File.Slice(child.Inner)
	for _, a := range FindAsks(inner, action) {
		span := source.Span{Start: child.Inner.Start + a.Span.Start, End: child.Inner.Start + a.Span.End}
		c.warn(AutomationFirst, span, "%q asks a person to %s: the agent can %s", short(a.Phrase), a.What, a.How)
	}
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
		text := strings.ToLower(OneLine(child.Text))
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
			if a, ok := askInLine(text[at:end], action); ok {
				found = append(found, a.at(at))
			}
		}
		at = end
	}
	return found
}

// at is the ask of a part of a text that begins at offset.
func (a Ask) at(offset int) Ask {
	a.Span = source.Span{Start: a.Span.Start + offset, End: a.Span.End + offset}
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
	for _, sentence := range sentences(body) {
		personal, whole := true, &said{text: body[sentence.Start:sentence.End]}
		parts := clauses(whole.text)
		for i := range parts {
			words, clause := whole.clause(parts, i, personal)
			if whole.isSaid(parts, i) {
				personal = false
				continue
			}
			at := sentence.Start + clause.Start
			rest, is := imperative(words)
			if i > 0 && !personal {
				break // "the agent builds it and runs it"
			}
			if !is {
				personal = personal && leads(words)
				continue
			}
			if a := whole.ask(rest, action); a != nil {
				phrase := body[at : sentence.Start+clause.End]
				trimmed := strings.TrimSpace(phrase)
				lead := strings.Index(phrase, trimmed)
				return Ask{
					Phrase: OneLine(trimmed), What: a.what, How: a.how,
					Span: source.Span{Start: start + at + lead, End: start + at + lead + len(trimmed)},
				}, true
			}
		}
	}
	return Ask{}, false
}

// clause gives the words of the i-th clause and where it stands, with a command that a
// colon behind it leads to.
func (s *said) clause(parts []source.Span, i int, personal bool) ([]word, source.Span) {
	clause := parts[i]
	words := splitWords(s.text[clause.Start:clause.End])
	if i+1 == len(parts) || i > 0 && !personal {
		return words, clause
	}
	if more := commandBehind(s.text, clause.End, parts[i+1]); more != nil {
		if leadsToCommand(words) {
			words = []word{{text: "run"}}
		}
		clause.End = parts[i+1].End
		return append(words, *more), clause
	}
	if i == 0 && opens(words, splitWords(s.text[parts[1].Start:parts[1].End])) {
		words = append([]word{{text: "run"}}, words...)
	}
	return words, clause
}

// opens reports whether words are a command that is to be run before something else is
// done: "`npm start` and visit the page".
func opens(words, next []word) bool {
	_, is := imperative(next)
	return is && len(words) == 1 && words[0].code && isCommand(words[0].text)
}

// commandBehind is the command that the clause is which a colon at offset leads to, as
// in "start the app: `npm start`"; nil if it is none.
func commandBehind(sentence string, offset int, clause source.Span) *word {
	text := strings.TrimSpace(sentence[clause.Start:clause.End])
	if !strings.HasPrefix(sentence[offset:], ": ") || !strings.HasPrefix(text, "`") {
		return nil
	}
	if words := splitWords(text); len(words) == 1 && words[0].code && isCommand(words[0].text) {
		return &words[0]
	}
	return nil
}

// leadsToCommand reports whether words before a colon say that the command behind it is
// to be run, without a verb that does: "in a terminal", "terminal 2", "if it is not
// running", "verify the answer".
func leadsToCommand(words []word) bool {
	const most = 6
	if len(words) == 0 || len(words) > most {
		return false
	}
	last := words[len(words)-1].text
	switch words[0].text {
	case "in":
		return last == "terminal" || last == "shell"
	case "if":
		return last == "running" || last == "started" || last == "up"
	}
	return slices.Contains([]string{"terminal", "verify", "check", "test", "confirm", "try"}, words[0].text)
}

// marker is the beginning of an item: "1. ", "- [ ] ", "Step 2: ", with the
// emphasis behind it.
func marker(line string) string {
	rest := line
	for {
		next := strings.TrimLeft(rest, "-*+>#•◦▸→ \t")
		if digits := strings.TrimLeft(next, "0123456789"); len(digits) < len(next) && (strings.HasPrefix(digits, ".") || strings.HasPrefix(digits, ")")) {
			next = digits[1:]
		}
		for _, box := range []string{"[ ]", "[x]", "[X]", "☐", "□"} {
			next = strings.TrimPrefix(next, box)
		}
		const optional = "(optional)"
		if len(next) > len(optional) && strings.EqualFold(next[:len(optional)], optional) {
			next = next[len(optional):]
		}
		if len(next) > 5 && strings.EqualFold(next[:5], "step ") {
			if bare := strings.TrimLeft(next[5:], "0123456789"); len(bare) < len(next)-5 {
				next = strings.TrimLeft(bare, ":.-–— ")
			}
		}
		if next == rest {
			return line[:len(line)-len(rest)]
		}
		rest = next
	}
}
