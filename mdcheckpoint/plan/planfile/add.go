package planfile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/nearest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A Change is a new text of a file.
type Change struct {
	Text  string
	Edits []source.Edit // of the old text; nil for a new file
	Did   []string      // what was done; empty if nothing changes
	Notes []string      // messages for the user, one sentence each
}

func (c *Change) Changed() bool { return len(c.Did) > 0 }

// A Draft is a checkpoint task to add.
type Draft struct {
	Type    string // with or without the prefix
	After   *int   // number of the task before the new one; 0 means the beginning, nil the end
	Texts   map[string]string
	Options []Option
}

// children lists the children of each type of checkpoint, in order. The type "" means all types.
var children = [...]struct {
	taskType, tag string
	required      bool
}{
	{"", NameTag, false},
	{HumanVerify, BuiltTag, true},
	{HumanVerify, HowTag, true},
	{Decision, DecisionTag, true},
	{Decision, ContextTag, false},
	{Decision, optionsTag, false},
	{HumanAction, ActionTag, true},
	{HumanAction, WhyTag, true},
	{HumanAction, InstructionTag, true},
	{"", ResumeTag, false},
}

// Add inserts d into p, unless p already has it. A missing or ambiguous text is a
// [*protocol.RequestError].
func (p *Plan) Add(d Draft) (*Change, error) {
	d.Type = Prefix + strings.TrimPrefix(d.Type, Prefix)
	after, err := p.placeOf(&d)
	if err != nil {
		return nil, err
	}
	written, err := d.children()
	if err != nil {
		return nil, err
	}
	change, tasks := &Change{}, len(p.Tasks)
	var task []source.Edit
	isSame := func(t *Task) bool { return d.matches(t, written) }
	if i := slices.IndexFunc(p.Tasks, isSame); i >= 0 {
		change.Notes = append(change.Notes, fmt.Sprintf("task %d is already this checkpoint", i+1))
		after = i
	} else {
		tasks++
		change.Did = append(change.Did, fmt.Sprintf("added a task of type %q", d.Type))
		task = append(task, p.insert(d.Type, written, after))
		p.shiftAfter(after, change)
	}
	if err := p.editFrontMatter(&d, after, change); err != nil {
		return nil, err
	}
	change.Edits = append(change.Edits, task...) // after the front matter, which may be at the same offset
	return change, p.finish(change, isSame, tasks)
}

func (p *Plan) placeOf(d *Draft) (int, error) {
	last := len(p.Tasks)
	switch {
	case !slices.Contains(checkpoints(), d.Type):
		bare, known := strings.TrimPrefix(d.Type, Prefix), bareTypes()
		return 0, protocol.BadRequest("",
			"unknown type %q; expected one of %s%s", short(bare), strings.Join(known, ", "), nearest.Hint(bare, known))
	case p.Front.Is && p.Front.Err != nil:
		return 0, p.Front.Err
	case len(p.Stray) > 0:
		return 0, p.File.Errorf(p.Stray[0].Span.Start,
			"a task has no opening or no closing tag, so mdck cannot add a task")
	case d.After == nil:
		return last, nil
	case *d.After < 0 || *d.After > last:
		return 0, protocol.BadRequest("", "there is no task %d; the plan has %s", *d.After, spelling.Count(last, "task"))
	}
	return *d.After, nil
}

func (d *Draft) children() ([]Child, error) {
	var all []Child
	var missing error
	for _, c := range children {
		text, err := d.text(c.tag)
		isOwn := c.taskType == d.Type || c.taskType == ""
		switch {
		case err != nil:
			return nil, err
		case text != "" && !isOwn:
			return nil, protocol.BadRequest("", "<%s> is not allowed in a checkpoint of type %q", c.tag, bareType(d.Type))
		case text != "":
			all = append(all, Child{Name: c.tag, Text: text})
		case isOwn && c.required && missing == nil:
			missing = protocol.BadRequest("add --"+c.tag+" TEXT",
				"a task of type %q needs <%s>", d.Type, c.tag)
		}
	}
	return all, missing
}

func (d *Draft) text(tag string) (string, error) {
	const tags wordList = "|<task>|<task |<tasks|</task|<!--|" // some tools find these tags even in code
	text := clean(d.Texts[tag])
	switch {
	case tag == optionsTag:
		return d.options()
	case tags.within(strings.ToLower(text)) != "":
		return "", protocol.BadRequest("write the name of the tag without < and >",
			"the text %q contains a task tag or a comment", short(spelling.OneLine(text)))
	case tag == ResumeTag && text == "":
		return d.resume(), nil
	}
	return text, nil
}

func (d *Draft) resume() string {
	switch d.Type {
	case HumanVerify:
		return `Type "approved" or describe the problem`
	case HumanAction:
		return `Type "done" when it is done`
	}
	return "Select: " + strings.Join(keys(d.Options), ", ")
}

func (d *Draft) options() (string, error) {
	var all []string
	for i, o := range d.Options {
		if o.ID == "" || strings.ContainsAny(o.ID, "\"'<>&` \t\n") {
			return "", protocol.BadRequest("",
				"the id %q of option %d is invalid; expected letters, digits and hyphens", short(o.ID), i+1)
		}
		lines := []string{spelling.OneLine(clean(o.Name))}
		if o.Pros+o.Cons != "" {
			lines = slices.Concat(part(NameTag, o.Name), part(prosTag, o.Pros), part(consTag, o.Cons))
		}
		all = append(all, element(fmt.Sprintf("%s id=%q", optionTag, o.ID), lines)...)
	}
	return strings.Join(all, "\n"), nil
}

func part(tag, text string) []string {
	if text = spelling.OneLine(clean(text)); text == "" {
		return nil
	}
	return element(tag, []string{text})
}

func clean(text string) string { return dedent("\n" + spelling.Clean(text)) }

func element(tag string, inner []string) []string {
	name, _, _ := strings.Cut(tag, " ")
	opening, closing := "<"+tag+">", "</"+name+">"
	if len(inner) == 1 {
		return []string{opening + inner[0] + closing}
	}
	lines := []string{opening}
	for _, line := range inner {
		lines = append(lines, strings.TrimRight("  "+line, " "))
	}
	return append(lines, closing)
}

func (d *Draft) matches(t *Task, children []Child) bool {
	return t.Type == d.Type && t.Closed && len(t.Options) == len(d.Options) &&
		slices.EqualFunc(t.Children, children, func(a, b Child) bool {
			return a.Name == b.Name && spelling.OneLine(a.Text) == spelling.OneLine(b.Text)
		})
}

// finish applies the edits of change, and checks that the result has the new task.
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
		return protocol.BadRequest("enclose each tag in backticks",
			"a tag in one of the texts would be parsed as part of the plan")
	}
	if a := after.Front.Autonomous; !a.Known || a.Value || !after.Front.Checkpoint.Is {
		return p.File.Errorf(p.Front.Span.Start,
			"the front matter cannot be edited; expected %q and %q on lines of their own", AutonomousKey, checkpointKey)
	}
	if change.Text = text; !change.Changed() {
		return nil
	}
	task := after.Tasks[at]
	for _, problem := range after.Check() {
		if problem.Error && task.Span.Covers(problem.Span) {
			return protocol.BadRequest("", "%s", problem.Message)
		}
	}
	g := after.taskGate(task)
	if word := g.unnamedAnswer(); word != "" {
		change.Notes = append(change.Notes, fmt.Sprintf("the resume signal names no answer that passes the checkpoint; for example, %q passes it", word))
	}
	return nil
}

func (p *Plan) insert(kind string, children []Child, after int) source.Edit {
	tag := fmt.Sprintf("task type=%q", kind)
	if kind != HumanAction {
		tag += " " + blocking
	}
	var inner []string
	for _, c := range children {
		inner = append(inner, element(c.Name, strings.Split(c.Text, "\n"))...)
	}
	at, before, behind, indent := p.place(after)
	lines := element(tag, inner)
	for i, line := range lines {
		if line != "" && (i > 0 || p.indentAt(at) != indent) {
			lines[i] = indent + line
		}
	}
	return source.Insert(at, p.lines(before+strings.Join(lines, "\n")+behind))
}

// place returns where to insert a task after task number after: the offset, the texts around the
// new task, and its indentation.
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
	text := strings.ReplaceAll(strings.TrimPrefix(p.Text()[:at], bom), "\r", "")
	for text != "" && !strings.HasSuffix(text+before, "\n\n") {
		before += "\n"
	}
	return at, before, behind, ""
}

func (p *Plan) indentAt(start int) string {
	before := p.Text()[:start]
	if !beginsLine(before, start) {
		return ""
	}
	return strings.TrimPrefix(before[len(strings.TrimRight(before, " \t")):], bom)
}

func (p *Plan) shiftAfter(after int, change *Change) {
	k := p.Front.Checkpoint
	if !k.HasAfter || after >= k.After || k.After > len(p.Tasks) {
		return
	}
	next := strconv.Itoa(k.After + 1)
	change.Did = append(change.Did, fmt.Sprintf("set the key %s to %s, the new number of the same task", afterKey, next))
	change.Edits = append(change.Edits, source.Replace(k.AfterAt, next))
}

func (p *Plan) editFrontMatter(d *Draft, after int, change *Change) error {
	f := &p.Front
	if f.Root != nil && strings.HasPrefix(p.File.Slice(f.Root.Span), "{") {
		return p.File.Errorf(f.Root.Span.Start, "the front matter is in braces; expected one key per line")
	}
	lines := ""
	if a := f.Autonomous; !a.Known || a.Value {
		lines += p.setKey(AutonomousKey, " false\n", change)
		change.Did = append(change.Did, "set the key "+AutonomousKey+" to false")
	}
	if !f.Checkpoint.Is {
		lines += p.setKey(checkpointKey, d.frontCheckpoint(after), change)
		change.Did = append(change.Did, "set the key "+checkpointKey+" to "+bareType(d.Type))
	}
	at := f.Body.End
	if !f.Is {
		at = len(p.Text()) - len(strings.TrimPrefix(p.Text(), bom))
		lines = "---\n" + lines + "---\n\n"
	}
	change.Edits = append(change.Edits, source.Insert(at, p.lines(lines)))
	return nil
}

// setKey replaces the value of a key, or returns the lines to insert.
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
	change.Edits = append(change.Edits, source.Replace(span, p.lines(value)))
	return ""
}

func (p *Plan) lines(text string) string { return strings.ReplaceAll(text, "\n", p.File.EOL()) }

func (d *Draft) frontCheckpoint(after int) string {
	text := fmt.Sprintf("\n  %s: %s\n", typeKey, bareType(d.Type))
	if after > 0 {
		text += fmt.Sprintf("  %s: %d\n", afterKey, after)
	}
	what := cmp.Or(d.Texts[BuiltTag], d.Texts[DecisionTag], d.Texts[ActionTag])
	return text + fmt.Sprintf("  %s: %s\n", whatKey, jsondoc.Quote(spelling.OneLine(clean(what))))
}
