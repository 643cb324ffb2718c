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
	change := &Change{}
	var task []source.Edit
	isSame := func(t *Task) bool { return d.is(t, elements) }
	if i := slices.IndexFunc(p.Tasks, isSame); i >= 0 {
		change.Notes = append(change.Notes, fmt.Sprintf("that checkpoint is task %d already", i+1))
		after = i
	} else {
		change.Did = append(change.Did, fmt.Sprintf("added a task of type %q", d.Type))
		task = append(task, p.insert(d.Type, elements, after))
		p.shiftAfter(after, change)
	}
	if err := p.pausing(&d, after, change); err != nil {
		return nil, err
	}
	change.Edits = append(change.Edits, task...) // behind new front matter, which may be at the same place
	if err := p.finish(change, isSame); err != nil {
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
	lacks := ""
	for _, c := range children {
		text, err := d.text(c.tag)
		if err != nil {
			return nil, err
		}
		own := c.of == d.Type || c.of == ""
		if text != "" && !own {
			return nil, protocol.BadRequest("", "<%s> is no part of %s", c.tag, strings.TrimPrefix(d.Type, Prefix))
		}
		if text == "" && own && c.required && lacks == "" {
			lacks = c.tag
		}
		if text != "" {
			all = append(all, element{c.tag, strings.Split(text, "\n")})
		}
	}
	if lacks != "" {
		return nil, protocol.BadRequest("--"+lacks+" gives it; mdck plan add --help lists what each type is made of", "a task of type %q needs <%s>", d.Type, lacks)
	}
	return all, nil
}

// text returns the text of a child; "" if d has none.
func (d *Draft) text(tag string) (string, error) {
	if tag == OptionsTag {
		return d.options()
	}
	text := clean(d.Texts[tag])
	if isTagged(text) {
		return "", protocol.BadRequest("name it without the brackets", "a tag of a task, or a comment, in the text %q", short(spelling.OneLine(text)))
	}
	if tag == ResumeTag && text == "" {
		return d.resume(), nil
	}
	return text, nil
}

// isTagged reports whether text could end a task or hide the rest of the plan, for what reads
// plans by tags alone. Code is no help there: not everything knows of it.
func isTagged(text string) bool {
	lower := strings.ToLower(text)
	return slices.ContainsFunc([]string{"<task>", "<task ", "<tasks", "</task", "<!--"}, func(tag string) bool { return strings.Contains(lower, tag) })
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

// clean makes text fit for a file: valid UTF-8, line feeds for line endings, no other control
// characters, no white space around it or at the end of a line.
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

// finish applies the edits of change and reads the result, to see that it holds what was
// asked for and all that was there, and that nothing of the new task is an error.
func (p *Plan) finish(change *Change, isNew func(*Task) bool) error {
	text, err := source.Apply(p.Text(), change.Edits)
	if err != nil {
		return err
	}
	after, err := Parse(p.File.Name, text)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(after.Tasks, isNew)
	if at < 0 || len(after.Stray) > 0 {
		return protocol.BadRequest("put tags in a text between backticks", "the texts would not be read as they are given")
	}
	if a := after.Front.Autonomous; !p.within(after) || !a.Known || a.Value {
		return protocol.BadRequest("", "the plan would no longer hold what it held")
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

// within reports whether after has the tasks of p, byte for byte and in order, and at most
// one besides.
func (p *Plan) within(after *Plan) bool {
	i := 0
	for _, t := range after.Tasks {
		if i < len(p.Tasks) && after.File.Slice(t.Span) == p.File.Slice(p.Tasks[i].Span) {
			i++
		}
	}
	return i == len(p.Tasks) && len(after.Tasks) <= i+1
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

// shiftAfter keeps after_task of the front matter at the task that it names when one is put
// before it.
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
	lines, err := p.notAutonomous(change)
	if err != nil {
		return err
	}
	isFlow := f.Root != nil && strings.HasPrefix(p.File.Slice(f.Root.Span), "{")
	if isFlow && lines != "" {
		return protocol.BadRequest("", "the front matter is in braces, add %q there", strings.TrimSpace(lines))
	}
	if !isFlow && !f.Checkpoint.Is {
		lines += p.pauseAt(d.pause(after), change)
		change.Did = append(change.Did, CheckpointKey+": "+strings.TrimPrefix(d.Type, Prefix))
	}
	at := f.Body.End
	if !f.Is {
		at = len(p.Text()) - len(strings.TrimPrefix(p.Text(), bom))
		lines = "---\n" + lines + "---\n\n"
	}
	change.Edits = append(change.Edits, source.Insert(at, strings.ReplaceAll(lines, "\n", p.File.EOL())))
	return nil
}

// notAutonomous sets autonomous to false. It returns the line that the front matter lacks.
func (p *Plan) notAutonomous(change *Change) (string, error) {
	const line = AutonomousKey + ": false"
	a, v := p.Front.Autonomous, p.Front.Root.Get(AutonomousKey)
	if a.Known && !a.Value {
		return "", nil
	}
	change.Did = append(change.Did, line)
	if v == nil {
		return line + "\n", nil
	}
	if strings.ContainsAny(p.File.Slice(v.Span), "\r\n|>") {
		return "", p.File.Errorf(v.Span.Start, "%q is of several lines, want true or false", AutonomousKey)
	}
	edit := source.Edit{Span: v.Span, New: "false"}
	if v.Span.Len() == 0 {
		edit.New = " false"
	}
	change.Edits = append(change.Edits, edit)
	return "", nil
}

// pauseAt puts pause in the place of a checkpoint that is null, or else returns it.
func (p *Plan) pauseAt(pause string, change *Change) string {
	v := p.Front.Root.Get(CheckpointKey)
	if v == nil {
		return pause
	}
	start := len(strings.TrimRight(p.Text()[:v.Span.Start], " \t"))
	value := strings.TrimPrefix(strings.TrimSuffix(pause, "\n"), CheckpointKey+":")
	edit := source.Edit{Span: source.Span{Start: start, End: v.Span.End}, New: strings.ReplaceAll(value, "\n", p.File.EOL())}
	change.Edits = append(change.Edits, edit)
	return ""
}

// pause is d as the checkpoint of the front matter, behind task after.
func (d *Draft) pause(after int) string {
	text := fmt.Sprintf("%s:\n  %s: %s\n", CheckpointKey, TypeKey, strings.TrimPrefix(d.Type, Prefix))
	if after > 0 {
		text += fmt.Sprintf("  %s: %d\n", AfterKey, after)
	}
	what := cmp.Or(d.Texts[BuiltTag], d.Texts[DecisionTag], d.Texts[ActionTag])
	return text + fmt.Sprintf("  %s: %s\n", WhatKey, jsondoc.Quote(spelling.OneLine(clean(what))))
}
