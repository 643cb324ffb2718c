package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/yamldoc"
)

const lines = jsondoc.String | jsondoc.Array // a text, or its lines

var (
	lineField   = jsondoc.Field{Kind: jsondoc.String}
	optionField = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{Name: "id", Kind: scalar, Required: true},
		{Name: NameTag, Kind: jsondoc.String, Required: true},
		{Name: ProsTag, Kind: lines, Elem: &lineField},
		{Name: ConsTag, Kind: lines, Elem: &lineField},
	}}
)

// DraftFields are the keys of a [Draft] in JSON or YAML: the names of the children that
// become of them. A text of several lines may be a list of them.
var DraftFields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: TypeKey, Kind: jsondoc.String, Doc: "human-verify, decision or human-action"},
	{Name: "after", Kind: jsondoc.Int, HasMin: true, Doc: "number of the task that it is put behind; 0 is in front of all"},
	{Name: NameTag, Kind: jsondoc.String, Doc: "what the task is called"},
	{Name: BuiltTag, Kind: lines, Elem: &lineField, Doc: "human-verify: what there is to look at"},
	{Name: HowTag, Kind: lines, Elem: &lineField, Doc: "human-verify: what to check"},
	{Name: DecisionTag, Kind: lines, Elem: &lineField, Doc: "decision: what has to be decided"},
	{Name: ContextTag, Kind: lines, Elem: &lineField, Doc: "decision: why it matters"},
	{Name: OptionsTag, Kind: jsondoc.Array, Elem: &optionField, Doc: "decision: two or more of {id, name, pros, cons}"},
	{Name: ActionTag, Kind: lines, Elem: &lineField, Doc: "human-action: what has to be done"},
	{Name: WhyTag, Kind: lines, Elem: &lineField, Doc: "human-action: why no program can do it"},
	{Name: InstructionTag, Kind: lines, Elem: &lineField, Doc: "human-action: how it is done"},
	{Name: ResumeTag, Kind: lines, Elem: &lineField, Doc: "how to answer"},
}}

// ParseDraft reads text, one object in JSON or YAML, as the description of a checkpoint.
// What does not fit [DraftFields] is a [*source.Error] at its place, called name; so is
// text that is neither.
func ParseDraft(name, text string) (*Draft, error) {
	parse := yamldoc.Parse
	if strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(text, bom)), "{") {
		parse = jsondoc.Parse
	}
	d, err := parse(name, text)
	if err != nil {
		return nil, err
	}
	if problems := d.Check(DraftFields); len(problems) > 0 {
		return nil, d.File.Errorf(problems[0].Span.Start, "%s", problems[0].Message)
	}
	in := &Draft{Texts: map[string]string{}}
	in.Type, _ = d.Root.Get(TypeKey).Str()
	if n, ok := d.Root.Get("after").Int(); ok {
		in.After = &n
	}
	for i := range d.Root.Members {
		if m := &d.Root.Members[i]; m.Key != TypeKey && m.Key != "after" && m.Key != OptionsTag {
			in.Texts[m.Key] = textOf(m.Value)
		}
	}
	for _, o := range items(d.Root.Get(OptionsTag)) {
		id, isText := o.Get("id").Str()
		if !isText {
			id = d.File.Slice(o.Get("id").Span)
		}
		in.Options = append(in.Options, Option{ID: id, Name: textOf(o.Get(NameTag)), Pros: textOf(o.Get(ProsTag)), Cons: textOf(o.Get(ConsTag))})
	}
	return in, nil
}

// textOf is a text, or a list of lines as one.
func textOf(v *jsondoc.Value) string {
	var all []string
	for _, e := range items(v) {
		s, _ := e.Str()
		all = append(all, s)
	}
	return strings.Join(all, "\n")
}

// A child is one that a type of checkpoint has.
type child struct {
	of, tag  string // of "" is any type
	required bool
}

// children are those of each type, in the order in which they are written.
var children = []child{
	{"", NameTag, false},
	{HumanVerify, BuiltTag, true},
	{HumanVerify, HowTag, true},
	{Decision, DecisionTag, true},
	{Decision, ContextTag, false},
	{Decision, OptionsTag, false},
	{HumanAction, ActionTag, true},
	{HumanAction, WhyTag, true},
	{HumanAction, InstructionTag, true},
	{"", ResumeTag, false},
}

// childrenOf are those of one type.
func childrenOf(kind string) []child {
	return slices.DeleteFunc(slices.Clone(children), func(c child) bool { return c.of != kind && c.of != "" })
}
