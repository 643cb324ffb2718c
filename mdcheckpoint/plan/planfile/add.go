package planfile

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A Change is what a file should become.
type Change struct {
	Text  string        // of the whole file
	Edits []source.Edit // of the original text; nil for a file that is new
	Did   []string      // what was done, for people; nothing if nothing changes
	Notes []string      // what the user should know, a sentence each
}

// Changed reports whether anything was done.
func (c *Change) Changed() bool { return len(c.Did) > 0 }

// Add makes the change that writes d into p, in the layout of its neighbours, sets
// autonomous to false, and checkpoint to it if the front matter has none. A task that is there already with the same type and
// texts is not added again. Texts that would be read as something else, or that
// lack what the type needs, are a [*protocol.RequestError].
func (p *Plan) Add(d Draft) (*Change, error) {
	w, err := d.write()
	if err != nil {
		return nil, err
	}
	if p.Front.Is && p.Front.Err != nil {
		return nil, p.Front.Err
	}
	if len(p.Stray) > 0 {
		return nil, p.File.Errorf(p.Stray[0].Span.Start, "a tag of a task has no partner, so there is no saying where tasks end")
	}
	after := len(p.Tasks)
	if d.After != nil {
		after = *d.After
	}
	if after > len(p.Tasks) {
		return nil, protocol.BadRequest("", "no task %d, the plan has %d", after, len(p.Tasks))
	}
	var edits []source.Edit
	change := &Change{}
	if i := slices.IndexFunc(p.Tasks, w.same); i >= 0 {
		change.Notes = append(change.Notes, fmt.Sprintf("that checkpoint is task %d already", p.Tasks[i].Number))
		after = i
	} else {
		edits = append(edits, p.insert(w, after))
		change.Did = append(change.Did, fmt.Sprintf("added a task of type %q", w.kind))
		change.Notes = append(change.Notes, w.unsaid()...)
		edits = append(edits, p.shiftAfter(after, change)...)
	}
	more, err := p.pausing(w, after, change)
	if err != nil {
		return nil, err
	}
	return p.finish(change, append(more, edits...), w)
}

// unsaid is a note of a resume signal that names no answer which passes the gate.
func (w *written) unsaid() []string {
	g := Gate{Type: w.kind}
	for _, p := range w.parts {
		switch p.name {
		case ResumeTag:
			g.Resume = spelling.OneLine(p.text)
		case OptionsTag:
			g.Options = p.options
		}
	}
	if word := g.Unsaid(); word != "" {
		return []string{fmt.Sprintf("the resume signal names no answer that passes the checkpoint, such as %q", word)}
	}
	return nil
}

// finish applies edits and reads the result to see that it holds what was asked
// for and all that was there.
func (p *Plan) finish(change *Change, edits []source.Edit, w *written) (*Change, error) {
	text, err := source.Apply(p.Text(), edits)
	if err != nil {
		return nil, err
	}
	after, err := Parse(p.File.Name, text)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(after.Tasks, w.same) || len(after.Stray) > 0 {
		return nil, protocol.BadRequest("put tags in a text between backticks", "the texts would not be read as they are given")
	}
	if a := after.Front.Autonomous; !p.within(after) || !a.Known || a.Value {
		return nil, protocol.BadRequest("", "the plan would no longer hold what it held")
	}
	change.Text, change.Edits = text, edits
	return change, nil
}

// within reports whether after has the tasks of p, byte for byte and in order, and
// at most one besides.
func (p *Plan) within(after *Plan) bool {
	i := 0
	for _, t := range after.Tasks {
		if i < len(p.Tasks) && after.File.Slice(t.Span) == p.File.Slice(p.Tasks[i].Span) {
			i++
		}
	}
	return i == len(p.Tasks) && len(after.Tasks) <= i+1
}

// insert is the edit that puts the task behind the after-th.
func (p *Plan) insert(w *written, after int) source.Edit {
	eol := p.File.EOL()
	at, before, behind, indent := p.place(after)
	text := before + strings.TrimPrefix(w.text(indent, p.unit(after)), p.indentAt(at)) + behind
	return source.Insert(at, strings.ReplaceAll(text, "\n", eol))
}

// place is where a task behind the after-th is written, what has to stand before
// and behind it, and its indentation.
func (p *Plan) place(after int) (at int, before, behind, indent string) {
	switch {
	case after > 0:
		t := p.Tasks[after-1]
		return t.Span.End, "\n\n", "", p.indentAt(t.Span.Start)
	case len(p.Tasks) > 0:
		t := p.Tasks[0]
		return t.Span.Start, "", "\n\n" + p.indentAt(t.Span.Start), p.indentAt(t.Span.Start)
	case p.end.Len() > 0:
		start := p.end.Start - len(p.indentAt(p.end.Start))
		return start, p.gap(start), "\n\n", ""
	}
	return len(p.Text()), p.gap(len(p.Text())), "\n", ""
}

// gap is what makes a blank line before at.
func (p *Plan) gap(at int) string {
	before := strings.ReplaceAll(p.Text()[:at], "\r\n", "\n")
	switch {
	case before == "" || before == bom || strings.HasSuffix(before, "\n\n"):
		return ""
	case strings.HasSuffix(before, "\n"):
		return "\n"
	}
	return "\n\n"
}

// indentAt is the white space before start in its line; "" if there is other text.
func (p *Plan) indentAt(start int) string {
	line := p.Text()[p.File.LinesOf(source.Span{Start: start, End: start}).Start:start]
	if strings.Trim(line, " \t") != "" {
		return ""
	}
	return line
}

// shiftAfter keeps after_task of the front matter at the task that it names when
// one is put before it.
func (p *Plan) shiftAfter(after int, change *Change) []source.Edit {
	k := p.Front.Checkpoint
	if !k.HasAfter || after >= k.After || k.After > len(p.Tasks) {
		return nil
	}
	change.Did = append(change.Did, fmt.Sprintf("%s is %d, for the same task", AfterKey, k.After+1))
	old := p.File.Slice(k.AfterAt)
	return []source.Edit{{Span: k.AfterAt, New: strings.Replace(old, strings.Trim(old, "\"' "), fmt.Sprint(k.After+1), 1)}}
}

// pausing are the edits that record in the front matter that the plan pauses for w behind task
// after: autonomous, and checkpoint if it has none.
func (p *Plan) pausing(w *written, after int, change *Change) ([]source.Edit, error) {
	pause := w.pause(after)
	f := &p.Front
	v := f.Root.Get(CheckpointKey)
	edits, err := p.notAutonomous(change, pause)
	switch {
	case err != nil || !f.Is || f.Checkpoint.Is || f.Root != nil && f.Root.Span.Len() > 0 && p.Text()[f.Root.Span.Start] == '{':
		return edits, err
	case v == nil:
		edits = append(edits, source.Insert(f.Body.End, strings.ReplaceAll(pause, "\n", p.File.EOL())))
	default:
		start := len(strings.TrimRight(p.Text()[:v.Span.Start], " \t"))
		_, value, _ := strings.Cut(strings.TrimSuffix(pause, "\n"), ":")
		edits = append(edits, source.Edit{Span: source.Span{Start: start, End: v.Span.End}, New: strings.ReplaceAll(value, "\n", p.File.EOL())})
	}
	change.Did = append(change.Did, CheckpointKey+": "+strings.TrimPrefix(w.kind, Prefix))
	return edits, nil
}

// pause is w as the checkpoint of the front matter, behind task after.
func (w *written) pause(after int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:\n  %s: %s\n", CheckpointKey, TypeKey, strings.TrimPrefix(w.kind, Prefix))
	if after > 0 {
		fmt.Fprintf(&b, "  %s: %d\n", AfterKey, after)
	}
	for _, p := range w.parts {
		if p.name == BuiltTag || p.name == DecisionTag || p.name == ActionTag {
			fmt.Fprintf(&b, "  %s: %s\n", WhatKey, jsondoc.Quote(spelling.OneLine(p.text)))
		}
	}
	return b.String()
}

// notAutonomous are the edits that set autonomous in the front matter to false. A plan without
// front matter gets one, with pause.
func (p *Plan) notAutonomous(change *Change, pause string) ([]source.Edit, error) {
	const line = AutonomousKey + ": false"
	f := &p.Front
	var edit source.Edit
	switch v := f.Root.Get(AutonomousKey); {
	case !f.Is:
		start := len(p.Text()) - len(strings.TrimPrefix(p.Text(), bom))
		edit = source.Insert(start, "---\n"+line+"\n"+pause+"---\n\n")
	case v == nil && len(f.Root.Members) > 0 && p.Text()[f.Root.Span.Start] == '{':
		return nil, protocol.BadRequest("", "the front matter is in braces, add %q there", line)
	case v == nil:
		edit = source.Insert(f.Body.End, line+"\n")
	case f.Autonomous.Known && !f.Autonomous.Value:
		return nil, nil
	case strings.ContainsAny(p.File.Slice(v.Span), "\r\n|>"):
		return nil, p.File.Errorf(v.Span.Start, "%q is of several lines, want true or false", AutonomousKey)
	case v.Span.Len() == 0:
		edit = source.Edit{Span: v.Span, New: " false"}
	default:
		edit = source.Edit{Span: v.Span, New: "false"}
	}
	change.Did = append(change.Did, line)
	edit.New = strings.ReplaceAll(edit.New, "\n", p.File.EOL())
	return []source.Edit{edit}, nil
}
