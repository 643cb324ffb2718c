package planfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/nearest"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// steps are the children that say what a person is to check or do: a checkpoint
// without any is an error. Source: corpus; they name all that real tasks use, so
// that neither of the two families is refused.
var steps = []string{HowTag, InstructionTag, VerifyTag, ActionTag, HumanCheckTag}

// A need is a child that a type of task documents.
type need struct {
	of     string   // type of task
	want   string   // child
	or     []string // children that say the same, in the other family or by habit
	strict bool     // without any of them an agent cannot do the task: an error
	silent bool     // one of or is as good
}

// needs lists them. Source: seed, GSD and, for what is strict, the corpus.
var needs = [...]need{
	{of: Auto, want: NameTag, or: []string{"title"}, strict: true},
	{of: Auto, want: ActionTag, or: []string{InstructionTag, "implementation", "steps", "behavior"}, strict: true},
	{of: TDD, want: NameTag, or: []string{"title"}, strict: true},
	{of: TDD, want: ActionTag, or: []string{"implementation", "behavior", "test", "feature"}, silent: true},
	{of: HumanVerify, want: BuiltTag, or: []string{NameTag, ActionTag}},
	{of: HumanVerify, want: HowTag, or: steps[1:]},
	{of: HumanVerify, want: ResumeTag, strict: true},
	{of: Decision, want: DecisionTag, or: []string{NameTag, ActionTag, ContextTag}, strict: true},
	{of: Decision, want: ContextTag},
	{of: Decision, want: ResumeTag},
	{of: HumanAction, want: ActionTag, or: []string{NameTag, BuiltTag}},
	{of: HumanAction, want: InstructionTag, or: []string{HowTag, VerifyTag, ActionTag, HumanCheckTag}},
	{of: HumanAction, want: WhyTag, or: []string{VerificationTag}, silent: true},
	{of: HumanAction, want: ResumeTag, strict: true},
}

// tddReview is a type that some plans of the larger family have. Source: GSD.
const tddReview = "checkpoint:tdd-review"

// lacksPrefix reports whether the type is that of a checkpoint without its prefix.
func (t *Task) lacksPrefix() bool { return slices.Contains(bareTypes(), t.Type) }

// misnamed says which child was meant as one of that name: it has underscores or capital
// letters.
func (t *Task) misnamed(want string) string {
	for _, c := range t.Children {
		if c.Name != want && strings.EqualFold(strings.ReplaceAll(c.Name, "_", "-"), want) {
			return fmt.Sprintf(" (did you mean it by <%s>?)", c.Name)
		}
	}
	return ""
}

// types reports the tasks of a type that is missing or unknown, all of one at the first.
func (c *checker) types() {
	numbers := map[string][]string{}
	for _, t := range c.plan.Tasks {
		if !slices.Contains(Types(), t.Type) && t.Type != tddReview {
			numbers[t.Type] = append(numbers[t.Type], strconv.Itoa(t.Number))
		}
	}
	for _, t := range c.plan.Tasks {
		all := strings.Join(numbers[t.Type], ", ")
		switch {
		case all == "":
		case t.Type == "":
			c.warn(TaskChildren, t.Tag, "no type in task %s, expected type=%q or another", all, Auto)
		case t.lacksPrefix():
			c.warn(TaskChildren, t.Tag, "unknown type %q of task %s (did you mean %q?)", t.Type, all, Prefix+t.Type)
		default:
			c.warn(TaskChildren, t.Tag, "unknown type %q of task %s%s", short(t.Type), all, nearest.Hint(t.Type, Types()))
		}
		delete(numbers, t.Type)
	}
}

func (c *checker) task(t *Task) {
	if !t.Closed {
		return // where it ends is not known: that it is not closed is said
	}
	c.odd(t)
	idle := t.IsCheckpoint() && t.Type != Decision && c.steps(t)
	c.needs(t, idle)
	c.gate(t)
	if t.Type == Decision {
		c.options(t)
	}
	c.automation(t)
}

// needs reports the children that are missing or empty: one finding for what is an error
// and one for what is not, as they have one place.
func (c *checker) needs(t *Task, idle bool) {
	missing := map[bool][]string{} // by whether it is an error
	for i := range needs {
		n := &needs[i]
		if n.of != t.Type || idle && n.want == firstStep(t.Type) || t.Text(n.want) != "" || n.want == HowTag && t.HumanCheck != "" || n.silent && t.Text(n.or...) != "" || t.isOpen(n.want) {
			continue
		}
		isError := n.strict && t.Text(n.or...) == ""
		missing[isError] = append(missing[isError], lacks(t, n))
	}
	for _, isError := range []bool{true, false} {
		if all := missing[isError]; len(all) > 0 {
			c.add(TaskChildren, isError, t.Tag, "%s in task %d of type %q", strings.Join(all, ", "), t.Number, short(t.Type))
		}
	}
}

// lacks says of a child that is missing how it is, what there is in its place, and what could
// be meant as it.
func lacks(t *Task, n *need) string {
	what := "no <" + n.want + ">"
	switch {
	case t.Child(n.want) != nil:
		what = "empty <" + n.want + ">"
	case n.silent:
		what += " or <" + strings.Join(n.or, ">, <") + ">"
	}
	if i := slices.IndexFunc(n.or, func(name string) bool { return t.Text(name) != "" }); i >= 0 {
		what += " (only <" + n.or[i] + ">)"
	}
	return what + t.misnamed(n.want)
}

// steps reports a checkpoint that says nothing to check or do, and says so; and of an
// unknown type one that does not say how to go on. What an agent runs is nothing for a
// person, but it stands in <verify> all the same.
func (c *checker) steps(t *Task) bool {
	known := slices.Contains(Checkpoints(), t.Type)
	idle := known && t.Text(steps...) == "" && !slices.ContainsFunc(steps, t.isOpen)
	if idle {
		c.fail(TaskChildren, t.Tag, "task %d of type %q says nothing to check or do, want <%s>%s", t.Number, t.Type, firstStep(t.Type), t.misnamed(firstStep(t.Type)))
	}
	if !known && t.Text(ResumeTag) == "" {
		c.warn(TaskChildren, t.Tag, "no <%s> in task %d of type %q", ResumeTag, t.Number, short(t.Type))
	}
	return idle
}

// isOpen reports whether a child of that name begins in t and nothing closes it.
func (t *Task) isOpen(name string) bool {
	return slices.ContainsFunc(t.odd, func(o tag) bool { return o.name == name && !o.closes })
}

func firstStep(kind string) string {
	if kind == HumanAction {
		return InstructionTag
	}
	return HowTag
}

// gates are the values of gate. Source: seed; the second: GSD, where it means that
// no setting approves it.
var gates = []string{"blocking", "blocking-human"}

// lax are values that plans of the larger family have for a gate that need not hold.
var lax = []string{"optional", "advisory"}

// gate asks for gate="blocking" where the protocol has it, and can write it.
func (c *checker) gate(t *Task) {
	a := t.Attr("gate")
	switch {
	case a == nil || a.Value == "":
		if t.Type == HumanVerify || t.Type == Decision {
			c.warn(GateAttr, t.Tag, "no gate in task %d of type %q, want gate=%q", t.Number, t.Type, gates[0])
			c.found[len(c.found)-1].Fix = []source.Edit{gateEdit(t)}
		}
	case t.IsCheckpoint() && !slices.Contains(gates, a.Value) && !slices.Contains(lax, a.Value):
		c.warn(GateAttr, a.Span, "gate is %q, want one of %s%s", short(a.Value), strings.Join(gates, ", "), nearest.Hint(a.Value, gates))
	}
}

// gateEdit writes gate="blocking" behind the type, or in the place of an empty
// one.
func gateEdit(t *Task) source.Edit {
	text := "gate=" + `"` + gates[0] + `"`
	if a := t.Attr("gate"); a != nil {
		return source.Edit{Span: a.Span, New: text}
	}
	return source.Insert(t.Attr("type").Span.End, " "+text)
}

// hasWord reports whether text has word, in any case, with no letter, digit, "-"
// or "_" beside it.
func hasWord(text, word string) bool {
	text, word = strings.ToLower(text), strings.ToLower(word)
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 || word == "" {
			return false
		}
		end := at + i + len(word)
		if (at+i == 0 || !isWordByte(text[at+i-1])) && (end == len(text) || !isWordByte(text[end])) {
			return true
		}
		at += i + 1
	}
}

func isWordByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '-' || c == '_' || c >= 0x80
}

// short cuts what would make a message too long.
func short(text string) string { return spelling.Cut(text, 60) }

func plural(n int, name string) string {
	switch n {
	case 0:
		return "no " + name
	case 1:
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}
