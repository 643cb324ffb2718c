package ccc

import (
	"slices"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// A Request asks for one change. Its verb is a key of [InputFields].
type Request struct {
	Verb string
	Text string
	Note string // a status, a reason, or the condition that ends a blocker
}

// Input is a batch of requests, which are applied together.
type Input []Request

type verb struct {
	name       string
	text, note string // keys of the texts in JSON; "" for a verb with one text
	optional   bool
	several    bool
	entry      bool // the text is a list entry
	task       bool // an empty text means the current task
	plan       func(*draft) error
}

// verbs are in the order in which they are applied.
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

// InputFields returns the keys of an [Input] in JSON.
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

// ParseInput parses JSON as an Input. It returns a [*source.Error] with the position.
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

// Has reports whether the input has a request with that verb.
func (in Input) Has(verb string) bool {
	return slices.ContainsFunc(in, func(s Request) bool { return s.Verb == verb })
}

// maxChanges limits the requests of one write, because each parses the file.
const maxChanges = 200

// Write applies the requests, or none if one fails. now becomes the time of new learnings.
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

func (in Input) check() error {
	for _, a := range in {
		for _, b := range in {
			if a.Verb == "done" && b.Verb == "current" && b.Text != "" && same(entryText(a.Text), entryText(b.Text)) {
				return protocol.BadRequest("", "%q cannot be both completed and the current task", spelling.OneLine(a.Text))
			}
		}
	}
	return nil
}
