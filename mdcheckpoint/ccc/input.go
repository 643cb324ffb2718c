package ccc

import (
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// Input is a batch of changes, made as one and in the order of the fields. Its
// JSON has one key for each, see [InputFields].
type Input struct {
	Issue    string // "CIA-123" or "CIA-123 — Title"
	Mode     string // execution mode
	Done     []string
	Next     []string
	Current  Pair // Of the task, Note its status, which may be empty
	Unblock  []string
	Block    []Pair // Of the blocker, Note what unblocks it
	Decide   []Pair // Of the decision, Note its reason
	Learn    []string
	Continue string // the continuation prompt
}

// A Pair is a text and what the format puts behind it.
type Pair struct{ Of, Note string }

const textKinds = jsondoc.String | jsondoc.Array // one text, or several

var textField = jsondoc.Field{Kind: jsondoc.String}

// InputFields are the keys of an [Input] in JSON. Where there are several texts,
// one alone may stand without brackets.
var InputFields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: "issue", Kind: jsondoc.String},
	{Name: "mode", Kind: jsondoc.String},
	{Name: "done", Kind: textKinds, Elem: &textField},
	{Name: "next", Kind: textKinds, Elem: &textField},
	{Name: "current", Kind: jsondoc.String | jsondoc.Object, Fields: []jsondoc.Field{
		{Name: "task", Kind: jsondoc.String, Required: true}, {Name: "status", Kind: jsondoc.String},
	}},
	{Name: "unblock", Kind: textKinds, Elem: &textField},
	{Name: "block", Kind: jsondoc.Object | jsondoc.Array, Fields: blockFields,
		Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: blockFields}},
	{Name: "decide", Kind: jsondoc.Object | jsondoc.Array, Fields: decideFields,
		Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: decideFields}},
	{Name: "learn", Kind: textKinds, Elem: &textField},
	{Name: "continue", Kind: jsondoc.String},
}}

var (
	blockFields  = []jsondoc.Field{{Name: "blocker", Kind: jsondoc.String, Required: true}, {Name: "by", Kind: jsondoc.String, Required: true}}
	decideFields = []jsondoc.Field{{Name: "decision", Kind: jsondoc.String, Required: true}, {Name: "reason", Kind: jsondoc.String, Required: true}}
)

// ParseInput reads JSON as an Input. An unknown key, a missing one or a value of
// another kind is a [*source.Error] at its place; so is text that is no JSON.
func ParseInput(name, json string) (*Input, error) {
	d, err := jsondoc.Parse(name, json)
	if err != nil {
		return nil, err
	}
	if problems := d.Check(InputFields); len(problems) > 0 {
		return nil, d.File.Errorf(problems[0].Span.Start, "%s", problems[0].Message)
	}
	root := d.Root
	in := &Input{
		Issue: str(root.Get("issue")), Mode: str(root.Get("mode")), Continue: str(root.Get("continue")),
		Done: strs(root.Get("done")), Next: strs(root.Get("next")), Unblock: strs(root.Get("unblock")), Learn: strs(root.Get("learn")),
		Block:  pairs(root.Get("block"), "blocker", "by"),
		Decide: pairs(root.Get("decide"), "decision", "reason"),
	}
	if current := root.Get("current"); current != nil {
		in.Current = pairs(current, "task", "status")[0]
		in.Current.Of += str(current)
	}
	return in, nil
}

// IsZero reports whether in asks for nothing; blank texts in lists do not.
func (in *Input) IsZero() bool { return len(in.steps(time.Time{})) == 0 }

func str(v *jsondoc.Value) string {
	s, _ := v.Str()
	return s
}

func strs(v *jsondoc.Value) []string {
	var all []string
	for _, e := range v.List() {
		all = append(all, str(e))
	}
	return all
}

func pairs(v *jsondoc.Value, of, note string) []Pair {
	var all []Pair
	for _, e := range v.List() {
		all = append(all, Pair{Of: str(e.Get(of)), Note: str(e.Get(note))})
	}
	return all
}

// MaxChanges is how many changes one write makes at most: each reads the file again.
const MaxChanges = 200

// changes is how many changes in asks for.
func (in *Input) changes() int {
	return len(in.Done) + len(in.Next) + len(in.Unblock) + len(in.Block) + len(in.Decide) + len(in.Learn)
}

// Write makes the change that does all of in, each step on the text that the one
// before it made. The first step that cannot be done is the error, and nothing is
// changed. now stamps learnings; it is no session time, see
// [Progress.SetSession].
func (p *Progress) Write(in *Input, now time.Time) (*Change, error) {
	if n := in.changes(); n > MaxChanges {
		return nil, protocol.BadRequest("several writes make them", "%d changes in one write, want at most %d", n, MaxChanges)
	}
	for _, done := range in.Done {
		if in.Current.Of != "" && same(entryText(done), entryText(in.Current.Of)) {
			return nil, protocol.BadRequest("", "%q is given as done and as the current task", OneLine(done))
		}
	}
	whole := &Change{Text: p.Text(), After: p}
	for _, do := range in.steps(now) {
		c, err := whole.After.change(do(whole.After))
		if err != nil {
			return nil, err
		}
		whole.Add(c)
	}
	if whole.Text == p.Text() {
		whole.Did = nil
	}
	return whole, nil
}

// filled are texts without the blank ones: in a batch these ask for nothing.
func filled(texts []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return strings.TrimSpace(t) == "" })
}

// steps are what in asks for, one function a step.
func (in *Input) steps(now time.Time) []func(*Progress) (plan, error) {
	var steps []func(*Progress) (plan, error)
	add := func(do func(*Progress) (plan, error)) { steps = append(steps, do) }
	each := func(texts []string, do func(*Progress, string) (plan, error)) {
		for _, t := range filled(texts) {
			add(func(p *Progress) (plan, error) { return do(p, t) })
		}
	}
	if in.Issue != "" {
		id, title := splitIssue(OneLine(in.Issue))
		add(func(p *Progress) (plan, error) { return p.setIssue(id, title) })
	}
	if in.Mode != "" {
		add(func(p *Progress) (plan, error) { return p.setMode(in.Mode) })
	}
	each(in.Done, (*Progress).complete)
	if next := filled(in.Next); len(next) > 0 {
		add(func(p *Progress) (plan, error) { return p.queue(next) })
	}
	if in.Current != (Pair{}) {
		add(func(p *Progress) (plan, error) { return p.begin(in.Current.Of, in.Current.Note) })
	}
	each(in.Unblock, (*Progress).unblock)
	for _, b := range in.Block {
		add(func(p *Progress) (plan, error) { return p.block(b.Of, b.Note) })
	}
	for _, d := range in.Decide {
		add(func(p *Progress) (plan, error) { return p.decide(d.Of, d.Note, now) })
	}
	each(in.Learn, func(p *Progress, t string) (plan, error) { return p.learn(t, now) })
	if in.Continue != "" {
		add(func(p *Progress) (plan, error) { return p.cont(in.Continue) })
	}
	return steps
}
