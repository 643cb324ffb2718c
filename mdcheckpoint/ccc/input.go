package ccc

import (
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A Request is one change that is asked for: the verb is a key of [InputFields].
type Request struct {
	Verb string
	Text string // what it is about
	Note string // what the format puts after it: a status, a reason, what unblocks a blocker
}

// Input is a batch of changes, made as one, in the order of [InputFields].
type Input []Request

// A verb is what can be asked for.
type verb struct {
	name       string
	text, note string // their names in an object; "" if the text is alone
	optional   bool   // the text may stand alone
	several    bool
	entry      bool // the text is an entry
	task       bool // that of a task: "" is the current one
	plan       func(*draft) error
}

// verbs are all of them, in the order in which they are done.
var verbs = [...]verb{
	{name: "issue", plan: (*draft).issue},
	{name: "mode", plan: (*draft).mode},
	{name: "done", several: true, entry: true, task: true, plan: (*draft).complete},
	{name: "next", several: true, entry: true, plan: (*draft).queue},
	{name: "current", text: "task", note: "status", optional: true, entry: true, task: true, plan: (*draft).begin},
	{name: "unblock", several: true, plan: (*draft).unblock},
	{name: "block", text: "blocker", note: "by", several: true, entry: true, plan: (*draft).block},
	{name: "decide", text: "decision", note: "reason", several: true, entry: true, plan: (*draft).decide},
	{name: "learn", several: true, entry: true, plan: (*draft).learn},
	{name: "continue", plan: (*draft).proceed},
}

// InputFields are the keys of an [Input] in JSON. Where there may be several, one alone may stand
// without brackets.
func InputFields() jsondoc.Field {
	all := jsondoc.Field{Kind: jsondoc.Object}
	for _, v := range verbs {
		f := jsondoc.Field{Kind: jsondoc.String}
		if v.text != "" {
			f.Kind = jsondoc.Object
			f.Fields = []jsondoc.Field{{Name: v.text, Kind: jsondoc.String, Required: true}, {Name: v.note, Kind: jsondoc.String, Required: !v.optional}}
		}
		if v.optional {
			f.Kind |= jsondoc.String
		}
		if v.several {
			elem := f
			f.Kind, f.Elem = f.Kind|jsondoc.Array, &elem
		}
		f.Name = v.name
		all.Fields = append(all.Fields, f)
	}
	return all
}

// ParseInput reads JSON as an Input. An unknown key, a missing key, a value of the wrong type and text that is not JSON are a [*source.Error] at
// their place. A blank text changes nothing.
func ParseInput(name, json string) (Input, error) {
	d, err := jsondoc.Parse(name, json)
	if err != nil {
		return nil, err
	}
	if problems := d.Check(InputFields()); len(problems) > 0 {
		return nil, d.File.Errorf(problems[0].Span.Start, "%s", problems[0].Message)
	}
	var in Input
	for _, v := range verbs {
		for _, value := range d.Root.Get(v.name).List() {
			step := Request{Verb: v.name}
			step.Text, _ = value.Str()
			if v.text != "" && value.Kind == jsondoc.Object {
				step.Text, _ = value.Get(v.text).Str()
				step.Note, _ = value.Get(v.note).Str()
			}
			if strings.TrimSpace(step.Text+step.Note) != "" {
				in = append(in, step)
			}
		}
	}
	return in, nil
}

// Has reports whether in asks for a change by a verb.
func (in Input) Has(verb string) bool {
	return slices.ContainsFunc(in, func(s Request) bool { return s.Verb == verb })
}

// maxChanges is how many changes one write makes at most: each reads the file again.
const maxChanges = 200

// Write makes the changes of in one after the other, each on the result of the one before. The first error stops it, and nothing is changed. now
// dates learnings; for the time of the session see [Progress.SetSession].
func (p *Progress) Write(in Input, now time.Time) (*Change, error) {
	if len(in) > maxChanges {
		return nil, protocol.BadRequest("split them into several writes", "%d changes in one write; expected at most %d", len(in), maxChanges)
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	whole := &Change{Text: p.Text(), After: p}
	for i := range verbs {
		for _, r := range in {
			if r.Verb != verbs[i].name {
				continue
			}
			c, err := verbs[i].make(whole.After, r, now)
			if err != nil {
				return nil, err
			}
			whole.Add(c)
		}
	}
	if whole.Text == p.Text() {
		whole.Did = nil
	}
	return whole, nil
}

// check reports a task that is given as done and as the current one.
func (in Input) check() error {
	for _, a := range in {
		for _, b := range in {
			if a.Verb == "done" && b.Verb == "current" && b.Text != "" && same(entryText(a.Text), entryText(b.Text)) {
				return protocol.BadRequest("", "%q is given both as done and as the current task", OneLine(a.Text))
			}
		}
	}
	return nil
}
