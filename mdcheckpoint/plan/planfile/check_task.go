package planfile

import (
	"slices"
	"strconv"
	"strings"

	"mdck/internal/nearest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

type need struct {
	taskType     string
	child        string
	alternatives wordList // other children with the same meaning
	strict       bool     // it is an error if the child and all alternatives are missing
	silent       bool     // an alternative causes no warning
}

// needs lists the children that each type of task needs. Source: checkpoint protocol, GSD; real
// plans for strict.
var needs = [...]need{
	{taskType: Auto, child: NameTag, alternatives: "|title|", strict: true},
	{taskType: Auto, child: ActionTag, alternatives: "|instructions|implementation|steps|behavior|", strict: true},
	{taskType: TDD, child: NameTag, alternatives: "|title|", strict: true},
	{taskType: TDD, child: ActionTag, alternatives: "|implementation|behavior|test|feature|", silent: true},
	{taskType: HumanVerify, child: BuiltTag, alternatives: "|name|action|"},
	{taskType: HumanVerify, child: HowTag, alternatives: "|instructions|verify|action|human-check|", strict: true},
	{taskType: HumanVerify, child: ResumeTag, strict: true},
	{taskType: Decision, child: DecisionTag, alternatives: "|name|action|context|", strict: true},
	{taskType: Decision, child: ContextTag},
	{taskType: Decision, child: ResumeTag},
	{taskType: HumanAction, child: ActionTag, alternatives: "|name|what-built|"},
	{taskType: HumanAction, child: InstructionTag, alternatives: "|how-to-verify|verify|action|human-check|", strict: true},
	{taskType: HumanAction, child: WhyTag, alternatives: "|verification|", silent: true},
	{taskType: HumanAction, child: ResumeTag, strict: true},
	{taskType: Prefix, child: ResumeTag}, // checkpoints of other types
}

// tddReview is a type of the larger family. Source: GSD.
const tddReview = "checkpoint:tdd-review"

func (t *Task) lacksPrefix() bool { return slices.Contains(bareTypes(), t.Type) }

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
			c.warn(TaskChildren, t.Tag, "no type in task %s; add a type, such as type=%q", all, Auto)
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
		return // c.strays reports it
	}
	c.unpaired(t)
	c.needs(t)
	c.gate(t)
	if t.Type == Decision {
		c.options(t)
	}
	c.automation(t)
}

func (c *checker) needs(t *Task) {
	kind := t.Type
	if t.IsCheckpoint() && !slices.Contains(checkpoints(), kind) {
		kind = Prefix
	}
	missing := map[bool][]string{} // true for errors
	for i := range needs {
		n := &needs[i]
		other := t.alternative(n)
		switch {
		case n.taskType != kind, t.Text(n.child) != "", t.isOpen(n.child):
		case n.silent && other != "", n.child == HowTag && t.HumanCheck != "":
		default:
			isError := n.strict && other == ""
			missing[isError] = append(missing[isError], lacks(t, n))
		}
	}
	for _, isError := range []bool{true, false} {
		if all := missing[isError]; len(all) > 0 {
			c.add(TaskChildren, isError, t.Tag,
				"task %d of type %q has %s", t.Number, short(t.Type), strings.Join(all, ", "))
		}
	}
}

func lacks(t *Task, n *need) string {
	what := "no " + markup(n.child)
	switch {
	case t.Child(n.child) != nil:
		what = "an empty " + markup(n.child)
	case n.silent:
		what += " or <" + strings.ReplaceAll(strings.Trim(string(n.alternatives), "|"), "|", ">, <") + ">"
	}
	if name := t.alternative(n); name != "" {
		what += " (only <" + name + ">)"
	}
	return what
}

func (t *Task) alternative(n *need) string {
	for name := range n.alternatives.all() {
		if t.Text(name) != "" {
			return name
		}
	}
	return ""
}

func (t *Task) isOpen(name string) bool {
	return slices.ContainsFunc(t.unpaired, func(o tag) bool { return o.name == name && !o.closes })
}

// gates lists the values of gate. Source: checkpoint protocol, GSD.
var gates = []string{"blocking", "blocking-human"}

const blocking = `gate="blocking"`

// laxGates lists values of gate that do not stop the plan.
const laxGates wordList = "|optional|advisory|"

func (c *checker) gate(t *Task) {
	a := t.Attr("gate")
	switch {
	case a == nil || a.Value == "":
		if t.Type == HumanVerify || t.Type == Decision {
			c.warn(GateAttr, t.Tag,
				"task %d of type %q has no gate; expected gate=%q", t.Number, t.Type, gates[0])
			c.found[len(c.found)-1].Fix = []source.Edit{gateEdit(t)}
		}
	case t.IsCheckpoint() && !slices.Contains(gates, a.Value) && !laxGates.has(a.Value):
		c.warn(GateAttr, a.Span,
			"gate is %q; expected one of %s%s", short(a.Value), strings.Join(gates, ", "), nearest.Hint(a.Value, gates))
	}
}

func gateEdit(t *Task) source.Edit {
	if a := t.Attr("gate"); a != nil {
		return source.Replace(a.Span, blocking)
	}
	return source.Insert(t.Attr("type").Span.End, " "+blocking)
}

func (c *checker) options(t *Task) {
	switch n := len(t.Options); {
	case n == 0 && strings.Contains(t.Text(optionsTag), "\n"):
		c.warn(Options, t.Tag,
			`the options of task %d are a list; expected <%s id="…"> for each option`, t.Number, optionTag)
	case n < 2:
		c.fail(Options, t.Tag,
			`task %d of type %q has too few options (%d); expected two or more <%s id="…">`, t.Number, t.Type, n, optionTag)
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
		c.warn(Options, o.Tag, "option %q is recommended; expected options without a recommendation", name)
	}
}

// resumeIDs warns if the resume signal of a decision names some options, but not all.
func (c *checker) resumeIDs(t *Task) {
	const most = 4 << 10
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
			"<%s> does not list all options; missing: %s", ResumeTag, spelling.List(missing))
	}
}

// hasWord ignores case. A hyphen belongs to a word, such as the id of an option.
func hasWord(text, word string) bool {
	return spelling.HasWord(strings.ToLower(text), strings.ToLower(word), "_-")
}

//go:noinline
func short(text string) string { return spelling.Cut(text, 60) }
