package plan

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

// steps are the children that say what a person is to check or do: a checkpoint
// without any is an error. Source: corpus; they name all that real tasks use, so
// that neither of the two families is refused.
var steps = [...]string{HowTag, InstructionTag, VerifyTag, ActionTag, HumanCheckTag}

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

func (c *checker) task(t *Task) {
	switch {
	case t.Type == "":
		c.warn(TaskChildren, t.Tag, "task without a type, want type=%q or another", Auto)
	case t.lacksPrefix():
		c.warn(TaskChildren, t.Tag, "unknown type %q of a task (did you mean %q?)", t.Type, Prefix+t.Type)
	case !slices.Contains(Types(), t.Type) && t.Type != tddReview:
		c.warn(TaskChildren, t.Tag, "unknown type %q of a task%s", short(t.Type), meant(t.Type, Types()))
	}
	if !t.Closed {
		return // where it ends is not known: that it is not closed is said
	}
	idle := t.IsCheckpoint() && t.Type != Decision && c.steps(t)
	for i := range needs {
		if needs[i].of == t.Type && !(idle && needs[i].want == firstStep(t.Type)) {
			c.need(t, &needs[i])
		}
	}
	c.gate(t)
	if t.Type == Decision {
		c.options(t)
	}
	c.automation(t)
}

// need reports a child that is missing or empty.
func (c *checker) need(t *Task, n *need) {
	if t.Text(n.want) != "" || n.silent && t.Text(n.or...) != "" {
		return
	}
	instead, stands := "", false
	if i := slices.IndexFunc(n.or, func(name string) bool { return t.Text(name) != "" }); i >= 0 {
		instead, stands = fmt.Sprintf(", only <%s>", n.or[i]), true
	}
	instead += t.misnamed(n.want)
	what := "no"
	switch {
	case t.Child(n.want) != nil:
		what = "empty"
	case slices.Contains(t.Open, n.want):
		what = "unclosed"
	}
	want := "<" + n.want + ">"
	if n.silent {
		want += " or <" + strings.Join(n.or, ">, <") + ">"
	}
	c.add(TaskChildren, n.strict && !stands, t.Tag, "%s %s in task %d of type %q%s", what, want, t.Number, short(t.Type), instead)
}

// steps reports a checkpoint that says nothing to check or do, and says so; and of an
// unknown type one that does not say how to go on. What an agent runs is nothing for a
// person, but it stands in <verify> all the same.
func (c *checker) steps(t *Task) bool {
	known := slices.Contains(Checkpoints(), t.Type)
	idle := known && t.Text(steps[:]...) == ""
	if idle {
		c.fail(TaskChildren, t.Tag, "task %d of type %q says nothing to check or do, want <%s>%s", t.Number, t.Type, firstStep(t.Type), t.misnamed(firstStep(t.Type)))
	}
	if !known && t.Text(ResumeTag) == "" {
		c.warn(TaskChildren, t.Tag, "no <%s> in task %d of type %q", ResumeTag, t.Number, short(t.Type))
	}
	return idle
}

func firstStep(kind string) string {
	if kind == HumanAction {
		return InstructionTag
	}
	return HowTag
}

// gates are the values of gate. Source: seed; the second: GSD, where it means that
// no setting approves it.
var gates = [...]string{"blocking", "blocking-human"}

// lax are values that plans of the larger family have for a gate that need not hold.
var lax = [...]string{"optional", "advisory"}

// gate asks for gate="blocking" where the protocol has it, and can write it.
func (c *checker) gate(t *Task) {
	a := t.Attr("gate")
	for i := range t.Attrs {
		if b := &t.Attrs[i]; b.Name == "gate" && b != a {
			c.warn(GateAttr, b.Span, "a second gate, the first of which counts")
		}
	}
	switch {
	case a == nil || a.Value == "":
		if t.Type == HumanVerify || t.Type == Decision {
			c.warn(GateAttr, t.Tag, "no gate in task %d of type %q, want gate=%q", t.Number, t.Type, gates[0])
			c.found[len(c.found)-1].Fix = []source.Edit{gateEdit(t)}
		}
	case t.IsCheckpoint() && !slices.Contains(gates[:], a.Value) && !slices.Contains(lax[:], a.Value):
		c.warn(GateAttr, a.Span, "gate is %q, want one of %s%s", short(a.Value), strings.Join(gates[:], ", "), meant(a.Value, gates[:]))
	}
}

// gateEdit writes gate="blocking" behind the type, or in the place of an empty
// one.
func gateEdit(t *Task) source.Edit {
	text := "gate=" + `"` + gates[0] + `"`
	if a := t.Attr("gate"); a != nil {
		return source.Edit{Span: a.Span, New: text}
	}
	at := t.Attr("type").Span.End
	return source.Edit{Span: source.Span{Start: at, End: at}, New: " " + text}
}

// options checks what a decision offers.
func (c *checker) options(t *Task) {
	switch n := len(t.Options); {
	case n < 2 && n == 0 && listed(t):
		c.warn(Options, t.Tag, "options of task %d are a list, want <%s id=\"…\"> for each", t.Number, OptionTag)
	case n < 2:
		c.fail(Options, t.Tag, "%s in task %d of type %q, want two or more <%s id=\"…\">", plural(n, "option"), t.Number, t.Type, OptionTag)
	}
	seen := map[string]bool{}
	for i := range t.Options {
		o := &t.Options[i]
		c.option(o)
		if id := strings.ToLower(o.ID); id != "" && seen[id] {
			c.fail(Options, o.Tag, "a second option %q", short(o.ID))
		} else {
			seen[id] = true
		}
	}
	c.resumeIDs(t)
}

// listed reports whether options stand in two lines or more of text.
func listed(t *Task) bool {
	c := t.Child(OptionsTag)
	return c != nil && strings.Contains(c.Text, "\n")
}

func (c *checker) option(o *Option) {
	name := short(o.ID)
	if name == "" {
		name = short(o.Name)
		c.warn(Options, o.Tag, "option %q without an id, want id=\"…\"", name)
	}
	switch {
	case o.Text == "":
		c.fail(Options, o.Span, "option %q is empty", name)
	case o.Pros != "" && o.Cons == "":
		c.fail(Options, o.Span, "option %q has <%s> and no <%s>", name, ProsTag, ConsTag)
	case o.Cons != "" && o.Pros == "":
		c.fail(Options, o.Span, "option %q has <%s> and no <%s>", name, ConsTag, ProsTag)
	}
	if strings.Contains(strings.ToLower(o.ID+" "+o.Name), "recommended") {
		c.warn(Options, o.Tag, "option %q is marked as recommended, and all are to be valid", name)
	}
}

// resumeIDs warns of a resume signal that names some of the options.
func (c *checker) resumeIDs(t *Task) {
	const most = 4 << 10 // bytes, of a text that a person types an answer by
	resume := t.Child(ResumeTag)
	if resume == nil || len(resume.Text) > most || len(t.Options) > most/16 {
		return
	}
	named, missing := 0, []string{}
	for i := range t.Options {
		switch id := t.Options[i].ID; {
		case id == "":
		case hasWord(resume.Text, id):
			named++
		default:
			missing = append(missing, id)
		}
	}
	if named > 0 && len(missing) > 0 {
		c.warn(Options, resume.Span, "<%s> names some of the options and not %s", ResumeTag, quoteAll(missing))
	}
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
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c >= 0x80
}

// short cuts what would make a message too long.
func short(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

func plural(n int, name string) string {
	switch n {
	case 0:
		return "no " + name
	case 1:
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}
