package agents

import "mdck/mdcheckpoint/jsondoc"

const textKinds = jsondoc.String | jsondoc.Array // one text, or several

// BeatFields are the keys of a [Beat] in JSON. Where there are several texts, one
// alone may stand without brackets.
var BeatFields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: "step", Kind: jsondoc.String},                 // what is being done
	{Name: "done", Kind: textKinds, Elem: &textField},    // added to the completed steps, dropped from the next ones
	{Name: "next", Kind: textKinds, Elem: &textField},    // replaces the next steps
	{Name: "file", Kind: textKinds, Elem: &textField},    // added to the modified files
	{Name: "blocker", Kind: textKinds, Elem: &textField}, // added to the blockers
	{Name: "clear_blockers", Kind: jsondoc.Bool},         // whether the other blockers go
	{Name: "stage", Kind: jsondoc.String},                // stage, such as S2.P1
	{Name: "phase", Kind: jsondoc.String},                // phase, for people
	{Name: "status", Kind: jsondoc.String},               // status, such as IN_PROGRESS
	{Name: "instructions", Kind: jsondoc.String},         // how to go on, for whoever does
	{Name: "can_resume", Kind: jsondoc.Bool},             // whether a session may go on by itself
	{Name: "epic_updated", Kind: jsondoc.Bool},           // whether EPIC_README.md was written now
}}

// ParseBeat reads JSON as a [Beat]. An unknown key or a value of another kind is a
// [*source.Error] at its place; so is text that is no JSON.
func ParseBeat(name, json string) (*Beat, error) {
	d, err := jsondoc.Parse(name, json)
	if err != nil {
		return nil, err
	}
	if problems := d.Check(BeatFields); len(problems) > 0 {
		return nil, d.File.Errorf(problems[0].Span.Start, "%s", problems[0].Message)
	}
	b := &Beat{
		Done: inputTexts(d, "done"), Next: inputTexts(d, "next"), Files: inputTexts(d, "file"), MoreBlockers: inputTexts(d, "blocker"),
	}
	for _, m := range []struct {
		key  string
		text *string
	}{{"step", &b.Step}, {"stage", &b.Stage}, {"phase", &b.Phase}, {"status", &b.Status}, {"instructions", &b.Instructions}} {
		v := d.Root.Get(m.key)
		if *m.text, _ = v.Str(); v != nil && oneLine(*m.text) == "" {
			return nil, d.File.Errorf(v.Span.Start, "%q is empty, want a text, or leave the key out", m.key)
		}
	}
	if can, ok := d.Root.Get("can_resume").Bool(); ok {
		b.CanResume = &can
	}
	if clear, _ := d.Root.Get("clear_blockers").Bool(); clear {
		b.Blockers = []string{}
	}
	b.EpicUpdated, _ = d.Root.Get("epic_updated").Bool()
	return b, nil
}

// inputTexts are the texts at key; nil if it is not there.
func inputTexts(d *jsondoc.Document, key string) []string {
	v := d.Root.Get(key)
	if v == nil {
		return nil
	}
	all := []string{}
	for _, e := range v.List() {
		text, _ := e.Str()
		all = append(all, text)
	}
	return all
}
