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

// A DraftInput is a checkpoint as JSON, YAML or a command line describe it, by the names
// of the children that become of it.
type DraftInput struct {
	Type    string
	After   *int // nil is not said
	Texts   map[string]string
	Options []Option
}

// ParseDraft reads text, one object in JSON or YAML, as the description of a checkpoint.
// What does not fit [DraftFields] is a [*source.Error] at its place, called name; so is
// text that is neither.
func ParseDraft(name, text string) (*DraftInput, error) {
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
	in := &DraftInput{Texts: map[string]string{}}
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

// children are those of each type, in the order in which they are written, and the field
// of a [Draft] that each comes from.
var children = []struct {
	of, tag  string
	required bool
	field    func(*Draft) *string
}{
	{HumanVerify, BuiltTag, true, func(d *Draft) *string { return &d.Built }},
	{HumanVerify, HowTag, true, func(d *Draft) *string { return &d.Steps }},
	{Decision, DecisionTag, true, func(d *Draft) *string { return &d.Ask }},
	{Decision, ContextTag, false, func(d *Draft) *string { return &d.Context }},
	{HumanAction, ActionTag, true, func(d *Draft) *string { return &d.Ask }},
	{HumanAction, WhyTag, true, func(d *Draft) *string { return &d.Context }},
	{HumanAction, InstructionTag, true, func(d *Draft) *string { return &d.Steps }},
}

// Draft is what in describes. A child that its type does not have is a
// [*RequestError], and what is missing one of [Plan.Add].
func (in *DraftInput) Draft() (*Draft, error) {
	d := &Draft{Type: in.Type, After: AtEnd, Name: in.Texts[NameTag], Resume: in.Texts[ResumeTag], Options: in.Options}
	if in.After != nil {
		if d.After = *in.After; d.After < 0 {
			return nil, refuse("", "a place behind task %d, want 0 or more", d.After)
		}
	}
	kind := strings.TrimPrefix(d.Type, Prefix)
	if _, err := d.write(); err != nil && !slices.Contains(bareTypes(), kind) {
		return nil, err
	}
	known := []string{NameTag, ResumeTag}
	for _, c := range children {
		if c.of == Prefix+kind {
			*c.field(d), known = in.Texts[c.tag], append(known, c.tag)
		}
	}
	for i := range DraftFields.Fields {
		tag := DraftFields.Fields[i].Name
		if in.Texts[tag] != "" && !slices.Contains(known, tag) {
			return nil, refuse("", "<%s> is no part of %s", tag, kind)
		}
	}
	if len(d.Options) > 0 && kind != "decision" {
		return nil, refuse("", "<%s> is no part of %s", OptionsTag, kind)
	}
	return d, nil
}
