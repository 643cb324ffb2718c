package planfile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"mdck/internal/nearest"
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

// A Draft is a checkpoint task that is to be written.
type Draft struct {
	Type    string            // with or without the prefix
	After   *int              // number of the task that it is put behind; 0 is in front of all, nil behind all
	Texts   map[string]string // by the names of the children
	Options []Option
}

// children are those of each type, "" is any, in the order in which they are written.
var children = [...]struct {
	of, tag  string
	required bool
}{
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

// An element is a child as it is written: its name and the lines in it.
type element struct {
	name  string
	lines []string
}

// Add makes the change that writes d into p, indented as its neighbour, sets autonomous to
// false, and checkpoint to it if the front matter has none. A task that is there already is
// not added again. Texts that would be read as something else, or that lack what the type
// needs, are a [*protocol.RequestError].
func (p *Plan) Add(d Draft) (*Change, error) {
	d.Type = Prefix + strings.TrimPrefix(d.Type, Prefix)
	after, err := p.placeOf(&d)
	if err != nil {
		return nil, err
	}
	elements, err := d.elements()
	if err != nil {
		return nil, err
	}
	change, tasks := &Change{}, len(p.Tasks)
	var task []source.Edit
	isSame := func(t *Task) bool { return d.is(t, elements) }
	if i := slices.IndexFunc(p.Tasks, isSame); i >= 0 {
		change.Notes = append(change.Notes, fmt.Sprintf("that checkpoint is task %d already", i+1))
		after = i
	} else {
		tasks++
		change.Did = append(change.Did, fmt.Sprintf("added a task of type %q", d.Type))
		task = append(task, p.insert(d.Type, elements, after))
		p.shiftAfter(after, change)
	}
	if err := p.pausing(&d, after, change); err != nil {
		return nil, err
	}
	change.Edits = append(change.Edits, task...) // behind new front matter, which may be at the same place
	if err := p.finish(change, isSame, tasks); err != nil {
		return nil, err
	}
	return change, nil
}

// placeOf returns the number of the task that d is put behind.
func (p *Plan) placeOf(d *Draft) (int, error) {
	last := len(p.Tasks)
	switch {
	case !slices.Contains(Checkpoints(), d.Type):
		bare := strings.TrimPrefix(d.Type, Prefix)
		return 0, protocol.BadRequest("", "unknown type %q, want one of %s%s", short(bare), strings.Join(bareTypes(), ", "), nearest.Hint(bare, bareTypes()))
	case p.Front.Is && p.Front.Err != nil:
		return 0, p.Front.Err
	case len(p.Stray) > 0:
		return 0, p.File.Errorf(p.Stray[0].Span.Start, "a tag of a task has no partner, so there is no saying where tasks end")
	case d.After == nil:
		return last, nil
	case *d.After < 0 || *d.After > last:
		return 0, protocol.BadRequest("", "no task %d, the plan has %d", *d.After, last)
	}
	return *d.After, nil
}

// elements returns the children of d.
func (d *Draft) elements() ([]element, error) {
	var all []element
	for _, c := range children {
		text, err := d.text(c.tag)
		own := c.of == d.Type || c.of == ""
		switch {
		case err != nil:
			return nil, err
		case text != "" && !own:
			return nil, protocol.BadRequest("", "<%s> is no part of %s", c.tag, strings.TrimPrefix(d.Type, Prefix))
		case text != "":
			all = append(all, element{c.tag, strings.Split(text, "\n")})
		}
	}
	for _, c := range children {
		has := func(e element) bool { return e.name == c.tag }
		if c.of == d.Type && c.required && !slices.ContainsFunc(all, has) {
			return nil, protocol.BadRequest("--"+c.tag+" gives it; mdck plan add --help lists what each type is made of", "a task of type %q needs <%s>", d.Type, c.tag)
		}
	}
	return all, nil
}

// text returns the text of a child; "" if d has none.
func (d *Draft) text(tag string) (string, error) {
	text := clean(d.Texts[tag])
	lower := strings.ToLower(text)
	ends := func(tag string) bool { return strings.Contains(lower, tag) }
	switch {
	case tag == OptionsTag:
		return d.options()
	case slices.ContainsFunc([]string{"<task>", "<task ", "<tasks", "</task", "<!--"}, ends): // in code, too: not all that reads plans knows of it
		return "", protocol.BadRequest("name it without the brackets", "a tag of a task, or a comment, in the text %q", short(spelling.OneLine(text)))
	case tag == ResumeTag && text == "":
		return d.resume(), nil
	}
	return text, nil
}

// resume returns the usual words of the type.
func (d *Draft) resume() string {
	switch d.Type {
	case HumanVerify:
		return `Type "approved" or describe the problem`
	case HumanAction:
		return `Type "done" when it is done`
	}
	return "Select: " + strings.Join(keys(d.Options), ", ")
}

// options returns the text of the options.
func (d *Draft) options() (string, error) {
	var lines []string
	for i := range d.Options {
		o := &d.Options[i]
		if o.ID == "" || strings.ContainsAny(o.ID, "\"'<>&` \t\n") {
			return "", protocol.BadRequest("", "the id %q of option %d, want letters, digits and hyphens", short(o.ID), i+1)
		}
		e := element{name: fmt.Sprintf("%s id=%q", OptionTag, o.ID)}
		if o.Pros+o.Cons == "" {
			e.lines = []string{spelling.OneLine(clean(o.Name))}
		} else {
			e.add(NameTag, o.Name)
			e.add(ProsTag, o.Pros)
			e.add(ConsTag, o.Cons)
		}
		lines = append(lines, e.text()...)
	}
	return strings.Join(lines, "\n"), nil
}

// add adds an element of one line, if there is a text.
func (e *element) add(name, text string) {
	if text = spelling.OneLine(clean(text)); text != "" {
		inner := element{name, []string{text}}
		e.lines = append(e.lines, inner.text()...)
	}
}

// clean makes text fit for a file: UTF-8, line feeds, no other control characters, trimmed.
func clean(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\ufffd"))
	text = strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || r == '\ufeff') {
			return -1
		}
		return r
	}, text)
	return dedent("\n" + text)
}

// text returns the lines of the element: one if there is one line in it.
func (e *element) text() []string {
	name, _, _ := strings.Cut(e.name, " ")
	if len(e.lines) == 1 {
		return []string{"<" + e.name + ">" + e.lines[0] + "</" + name + ">"}
	}
	lines := []string{"<" + e.name + ">"}
	for _, line := range e.lines {
		lines = append(lines, strings.TrimRight("  "+line, " "))
	}
	return append(lines, "</"+name+">")
}

// is reports whether t has that type and those children.
func (d *Draft) is(t *Task, elements []element) bool {
	if t.Type != d.Type || len(t.Children) != len(elements) || !t.Closed || len(t.Options) != len(d.Options) {
		return false
	}
	for i, e := range elements {
		c := &t.Children[i]
		if c.Name != e.name || spelling.OneLine(c.Text) != spelling.OneLine(strings.Join(e.lines, "\n")) {
			return false
		}
	}
	return true
}

// finish applies the edits of change, and refuses a result that does not hold what was asked for.
func (p *Plan) finish(change *Change, isNew func(*Task) bool, tasks int) error {
	text, err := source.Apply(p.Text(), change.Edits)
	if err != nil {
		return err
	}
	after, err := Parse(p.File.Name, text)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(after.Tasks, isNew)
	if at < 0 || len(after.Tasks) != tasks || len(after.Stray) > 0 {
		return protocol.BadRequest("put tags in a text between backticks", "the texts would not be read as they are given")
	}
	if a := after.Front.Autonomous; !a.Known || a.Value || !after.Front.Checkpoint.Is {
		return p.File.Errorf(p.Front.Span.Start, "the front matter cannot be edited, want %q and %q on lines of their own", AutonomousKey, CheckpointKey)
	}
	if change.Text = text; !change.Changed() {
		return nil
	}
	for _, problem := range after.Check() {
		if problem.Error && after.Tasks[at].Span.Covers(problem.Span) {
			return protocol.BadRequest("", "%s", problem.Message)
		}
	}
	g := after.taskGate(after.Tasks[at])
	if word := g.Unsaid(); word != "" {
		change.Notes = append(change.Notes, fmt.Sprintf("the resume signal names no answer that passes the checkpoint, such as %q", word))
	}
	return nil
}

// insert is the edit that puts a task behind the after-th.
func (p *Plan) insert(kind string, elements []element, after int) source.Edit {
	task := element{name: fmt.Sprintf("task type=%q", kind)}
	if kind != HumanAction {
		task.name += ` gate="` + gates[0] + `"`
	}
	for i := range elements {
		task.lines = append(task.lines, elements[i].text()...)
	}
	at, before, behind, indent := p.place(after)
	lines := task.text()
	for i, line := range lines {
		if line != "" && (i > 0 || p.indentAt(at) != indent) {
			lines[i] = indent + line
		}
	}
	text := before + strings.Join(lines, "\n") + behind
	return source.Insert(at, strings.ReplaceAll(text, "\n", p.File.EOL()))
}

// place is where a task behind the after-th is written, what has to be before and behind it,
// and its indentation.
func (p *Plan) place(after int) (at int, before, behind, indent string) {
	if len(p.Tasks) > 0 {
		t := p.Tasks[max(0, after-1)]
		indent = p.indentAt(t.Span.Start)
		if after == 0 {
			return t.Span.Start, "", "\n\n" + indent, indent
		}
		return t.Span.End, "\n\n", "", indent
	}
	at, behind = len(p.Text()), "\n"
	if p.end.Len() > 0 {
		at, behind = p.end.Start-len(p.indentAt(p.end.Start)), "\n\n"
	}
	text := strings.ReplaceAll(strings.TrimPrefix(p.Text()[:at], bom), "\r\n", "\n")
	for text != "" && !strings.HasSuffix(text+before, "\n\n") {
		before += "\n"
	}
	return at, before, behind, ""
}

// indentAt is the white space before start in its line; "" if there is other text.
func (p *Plan) indentAt(start int) string {
	line := p.Text()[p.File.LinesOf(source.Span{Start: start, End: start}).Start:start]
	if strings.Trim(line, " \t") != "" {
		return ""
	}
	return line
}

// shiftAfter keeps after_task at the task that it names when one is put before it.
func (p *Plan) shiftAfter(after int, change *Change) {
	k := p.Front.Checkpoint
	if !k.HasAfter || after >= k.After || k.After > len(p.Tasks) {
		return
	}
	old, next := p.File.Slice(k.AfterAt), strconv.Itoa(k.After+1)
	change.Did = append(change.Did, fmt.Sprintf("%s is %s, for the same task", AfterKey, next))
	edit := source.Edit{Span: k.AfterAt, New: strings.Replace(old, strings.Trim(old, "\"' "), next, 1)}
	change.Edits = append(change.Edits, edit)
}

// pausing adds to change that the front matter says that the plan pauses for d behind task
// after: autonomous, and checkpoint if it has none. A plan without front matter gets one.
func (p *Plan) pausing(d *Draft, after int, change *Change) error {
	f := &p.Front
	if f.Root != nil && strings.HasPrefix(p.File.Slice(f.Root.Span), "{") {
		return p.File.Errorf(f.Root.Span.Start, "the front matter is in braces, want a key on each line")
	}
	lines := ""
	if a := f.Autonomous; !a.Known || a.Value {
		lines += p.setKey(AutonomousKey, " false\n", change)
		change.Did = append(change.Did, AutonomousKey+": false")
	}
	if !f.Checkpoint.Is {
		lines += p.setKey(CheckpointKey, d.pause(after), change)
		change.Did = append(change.Did, CheckpointKey+": "+strings.TrimPrefix(d.Type, Prefix))
	}
	at := f.Body.End
	if !f.Is {
		at = len(p.Text()) - len(strings.TrimPrefix(p.Text(), bom))
		lines = "---\n" + lines + "---\n\n"
	}
	change.Edits = append(change.Edits, source.Insert(at, p.lines(lines)))
	return nil
}

// setKey replaces the value of a key, or returns the lines to add where there is none.
func (p *Plan) setKey(key, value string, change *Change) string {
	v := p.Front.Root.Get(key)
	if v == nil {
		return key + ":" + value
	}
	span := v.Span
	value = strings.TrimSuffix(value, "\n")
	if strings.HasPrefix(value, "\n") || span.Len() == 0 {
		span.Start = len(strings.TrimRight(p.Text()[:span.Start], " \t"))
	} else {
		value = strings.TrimLeft(value, " ")
	}
	change.Edits = append(change.Edits, source.Edit{Span: span, New: p.lines(value)})
	return ""
}

// lines is text with the line endings of p.
func (p *Plan) lines(text string) string { return strings.ReplaceAll(text, "\n", p.File.EOL()) }

// pause is d as the value of checkpoint, behind task after.
func (d *Draft) pause(after int) string {
	text := fmt.Sprintf("\n  %s: %s\n", TypeKey, strings.TrimPrefix(d.Type, Prefix))
	if after > 0 {
		text += fmt.Sprintf("  %s: %d\n", AfterKey, after)
	}
	what := cmp.Or(d.Texts[BuiltTag], d.Texts[DecisionTag], d.Texts[ActionTag])
	return text + fmt.Sprintf("  %s: %s\n", WhatKey, jsondoc.Quote(spelling.OneLine(clean(what))))
}
