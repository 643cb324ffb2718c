package planfile

import (
	"slices"
	"strconv"
	"strings"

	"mdck/internal/nearest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

// A need is a child that a type of task documents.
type need struct {
	of     string   // type of task
	want   string   // child
	or     wordList // children that say the same, in the other family or by habit
	strict bool     // without any of them an agent cannot do the task: an error
	silent bool     // one of or is as good
}

// needs lists them. Source: seed, GSD and, for what is strict, the corpus.
var needs = [...]need{
	{of: Auto, want: NameTag, or: "|title|", strict: true},
	{of: Auto, want: ActionTag, or: "|instructions|implementation|steps|behavior|", strict: true},
	{of: TDD, want: NameTag, or: "|title|", strict: true},
	{of: TDD, want: ActionTag, or: "|implementation|behavior|test|feature|", silent: true},
	{of: HumanVerify, want: BuiltTag, or: "|name|action|"},
	{of: HumanVerify, want: HowTag, or: "|instructions|verify|action|human-check|", strict: true},
	{of: HumanVerify, want: ResumeTag, strict: true},
	{of: Decision, want: DecisionTag, or: "|name|action|context|", strict: true},
	{of: Decision, want: ContextTag},
	{of: Decision, want: ResumeTag},
	{of: HumanAction, want: ActionTag, or: "|name|what-built|"},
	{of: HumanAction, want: InstructionTag, or: "|how-to-verify|verify|action|human-check|", strict: true},
	{of: HumanAction, want: WhyTag, or: "|verification|", silent: true},
	{of: HumanAction, want: ResumeTag, strict: true},
	{of: Prefix, want: ResumeTag}, // of a checkpoint of another type
}

// tddReview is a type that some plans of the larger family have. Source: GSD.
const tddReview = "checkpoint:tdd-review"

// lacksPrefix reports whether the type is a checkpoint type without its prefix.
func (t *Task) lacksPrefix() bool { return slices.Contains(bareTypes(), t.Type) }

// types reports tasks with a missing or unknown type; several with the same type are reported at
// the first.
func (c *checker) types() {
	known := append(types(), tddReview)
	numbers := map[string][]string{}
	for _, t := range c.Tasks {
		numbers[t.Type] = append(numbers[t.Type], strconv.Itoa(t.Number))
	}
	for _, t := range c.Tasks {
		all := strings.Join(numbers[t.Type], ", ")
		delete(numbers, t.Type)
		switch {
		case all == "" || slices.Contains(known, t.Type):
		case t.Type == "":
			c.warn(TaskChildren, t.Tag, "no type in task %s; expected type=%q or another", all, Auto)
		case t.lacksPrefix():
			c.warn(TaskChildren, t.Tag,
				"unknown type %q of task %s (did you mean %q?)", t.Type, all, Prefix+t.Type)
		default:
			c.warn(TaskChildren, t.Tag,
				"unknown type %q of task %s%s", short(t.Type), all, nearest.Hint(t.Type, types()))
		}
	}
}

func (c *checker) task(t *Task) {
	if !t.Closed {
		return // where it ends is not known: that it is not closed is said
	}
	c.odd(t)
	c.needs(t)
	c.gate(t)
	if t.Type == Decision {
		c.options(t)
	}
	c.automation(t)
}

// needs reports the children that are missing or empty: one finding for errors, one for the rest.
func (c *checker) needs(t *Task) {
	kind := t.Type
	if t.IsCheckpoint() && !slices.Contains(checkpoints(), kind) {
		kind = Prefix
	}
	missing := map[bool][]string{} // by whether it is an error
	for i := range needs {
		n := &needs[i]
		other := t.instead(n)
		switch {
		case n.of != kind, t.Text(n.want) != "", t.isOpen(n.want):
		case n.silent && other != "", n.want == HowTag && t.HumanCheck != "":
		default:
			isError := n.strict && other == ""
			missing[isError] = append(missing[isError], lacks(t, n))
		}
	}
	for _, isError := range []bool{true, false} {
		if all := missing[isError]; len(all) > 0 {
			c.add(TaskChildren, isError, t.Tag,
				"%s in task %d of type %q", strings.Join(all, ", "), t.Number, short(t.Type))
		}
	}
}

// lacks says of a child that is missing how it is, and what there is in its place.
func lacks(t *Task, n *need) string {
	what := "no <" + n.want + ">"
	switch {
	case t.Child(n.want) != nil:
		what = "empty <" + n.want + ">"
	case n.silent:
		what += " or <" + strings.ReplaceAll(strings.Trim(string(n.or), "|"), "|", ">, <") + ">"
	}
	if name := t.instead(n); name != "" {
		what += " (only <" + name + ">)"
	}
	return what
}

// instead returns the name of the first child that has the same meaning as the missing child; "" if
// there is none.
func (t *Task) instead(n *need) string {
	for name := range n.or.all() {
		if t.Text(name) != "" {
			return name
		}
	}
	return ""
}

// isOpen reports whether a child with the name begins in t and is not closed.
func (t *Task) isOpen(name string) bool {
	return slices.ContainsFunc(t.odd, func(o tag) bool { return o.name == name && !o.closes })
}

// gates are the values of gate; no setting approves the second. Source: seed, GSD.
var gates = []string{"blocking", "blocking-human"}

// blocking is the gate of a task that is written.
const blocking = `gate="blocking"`

// lax are values that plans of the larger family have for a gate that need not hold.
const lax wordList = "|optional|advisory|"

// gate asks for gate="blocking" where the protocol has it, and can write it.
func (c *checker) gate(t *Task) {
	a := t.Attr("gate")
	switch {
	case a == nil || a.Value == "":
		if t.Type == HumanVerify || t.Type == Decision {
			c.warn(GateAttr, t.Tag,
				"no gate in task %d of type %q; expected gate=%q", t.Number, t.Type, gates[0])
			c.found[len(c.found)-1].Fix = []source.Edit{gateEdit(t)}
		}
	case t.IsCheckpoint() && !slices.Contains(gates, a.Value) && !lax.has(a.Value):
		c.warn(GateAttr, a.Span,
			"gate is %q; expected one of %s%s", short(a.Value), strings.Join(gates, ", "), nearest.Hint(a.Value, gates))
	}
}

// gateEdit writes gate="blocking" after the type, or in place of an empty one.
func gateEdit(t *Task) source.Edit {
	if a := t.Attr("gate"); a != nil {
		return source.Edit{Span: a.Span, New: blocking}
	}
	return source.Insert(t.Attr("type").Span.End, " "+blocking)
}

// options checks what a decision offers.
func (c *checker) options(t *Task) {
	switch n := len(t.Options); {
	case n == 0 && strings.Contains(t.Text(optionsTag), "\n"):
		c.warn(Options, t.Tag,
			`options of task %d are a list; expected <%s id="…"> for each`, t.Number, optionTag)
	case n < 2:
		c.fail(Options, t.Tag,
			`too few options (%d) in task %d of type %q; expected two or more <%s id="…">`, n, t.Number, t.Type, optionTag)
	}
	seen := map[string]bool{}
	for i := range t.Options {
		o := &t.Options[i]
		c.option(o)
		if id := strings.ToLower(o.ID); id != "" && seen[id] {
			c.fail(Options, o.Tag, "duplicate option %q", short(o.ID))
		} else {
			seen[id] = true
		}
	}
	c.resumeIDs(t)
}

func (c *checker) option(o *Option) {
	name := short(o.ID)
	if name == "" {
		name = short(o.Name)
		c.warn(Options, o.Tag, `option %q has no id; expected id="…"`, name)
	}
	has, lacks := prosTag, consTag
	if o.Pros == "" {
		has, lacks = lacks, has
	}
	switch {
	case o.Text == "":
		c.fail(Options, o.Span, "option %q is empty", name)
	case (o.Pros == "") != (o.Cons == ""):
		c.fail(Options, o.Span, "option %q has <%s> but no <%s>", name, has, lacks)
	}
	if o.marked || strings.Contains(strings.ToLower(o.ID+" "+o.Name), "recommended") {
		c.warn(Options, o.Tag, "option %q is recommended; expected equal options", name)
	}
}

// resumeIDs warns of a resume signal that names some of the options.
func (c *checker) resumeIDs(t *Task) {
	const most = 4 << 10 // bytes, of a text that a person types an answer by
	resume := t.Child(ResumeTag)
	if resume == nil || len(resume.Text) > most || len(t.Options) > most/16 {
		return
	}
	named, missing := false, []string{}
	for i := range t.Options {
		if id := t.Options[i].ID; hasWord(resume.Text, id) {
			named = true
		} else if id != "" {
			missing = append(missing, id)
		}
	}
	if named && len(missing) > 0 {
		c.warn(Options, resume.Span,
			"<%s> names only some options; missing: %s", ResumeTag, spelling.List(missing))
	}
}

// hasWord reports whether text has word, in any case, with no letter, digit, "-" or "_" beside it.
func hasWord(text, word string) bool {
	text, word = strings.ToLower(text), strings.ToLower(word)
	for at, n := 0, len(word); n > 0; at++ {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		at += i
		if (at == 0 || !isWordByte(text[at-1])) && (at+n == len(text) || !isWordByte(text[at+n])) {
			return true
		}
	}
	return false
}

func isWordByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '-' || c == '_' || c >= 0x80
}

// short shortens a text that would make a message too long.
func short(text string) string { return spelling.Cut(text, 60) }
