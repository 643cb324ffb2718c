package planfile

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

// Types of tasks. Source: checkpoint protocol; for tdd, real plans.
const (
	Auto        = "auto"
	TDD         = "tdd"
	HumanVerify = "checkpoint:human-verify"
	Decision    = "checkpoint:decision"
	HumanAction = "checkpoint:human-action"
)

// Prefix begins the type of every checkpoint.
const Prefix = "checkpoint:"

func types() []string { return append([]string{Auto, TDD}, checkpoints()...) }

func checkpoints() []string { return []string{HumanVerify, Decision, HumanAction} }

// Names of elements in tasks. Source: checkpoint protocol; GSD from filesTag on.
const (
	NameTag        = "name"
	ActionTag      = "action"
	verifyTag      = "verify"
	BuiltTag       = "what-built"
	HowTag         = "how-to-verify"
	ResumeTag      = "resume-signal"
	DecisionTag    = "decision"
	ContextTag     = "context"
	optionsTag     = "options"
	optionTag      = "option"
	prosTag        = "pros"
	consTag        = "cons"
	WhyTag         = "why-manual"
	InstructionTag = "instructions"

	filesTag        = "files"
	doneTag         = "done"
	verificationTag = "verification"
	humanCheckTag   = "human-check"
	automatedTag    = "automated"
	featureTag      = "feature"
)

// A Child is an element in a task.
type Child struct {
	Name  string
	Attrs []Attr
	Span  source.Span // including both tags
	Tag   source.Span // the opening tag
	Inner source.Span // between the tags
	Text  string      // content without comments and common indentation; lines end in "\n"
}

type Task struct {
	Number   int // position in the file, from 1
	Type     string
	Attrs    []Attr
	Children []Child
	Options  []Option
	// OptionsText is the text in <options> outside of the options.
	OptionsText string
	// HumanCheck is the text of the first <human-check> in <verify>, or "". Source: real plans.
	HumanCheck string
	checks     []Child // all <human-check> elements in <verify>
	nested     []Child // misplaced children of a checkpoint; cut from Text of their parents
	unpaired   []tag   // tags of children without a partner

	Span   source.Span // including both tags
	Tag    source.Span // the opening tag
	Inner  source.Span // between the tags
	Closed bool        // the task has a </task> or is <task/>
}

// IsCheckpoint reports whether the task is a checkpoint, of a known or unknown type.
func (t *Task) IsCheckpoint() bool { return strings.HasPrefix(t.Type, Prefix) }

// Child returns the first child called name, or nil. It prefers a child with text.
//
//go:noinline
func (t *Task) Child(name string) (found *Child) {
	for _, children := range [][]Child{t.Children, t.nested} {
		for i := range children {
			switch c := &children[i]; {
			case c.Name != name:
			case c.Text != "":
				return c
			case found == nil:
				found = c
			}
		}
	}
	return found
}

// Text returns the text of the first child in names that is not empty, or "".
//
//go:noinline
func (t *Task) Text(names ...string) string {
	for _, name := range names {
		if c := t.Child(name); c != nil && c.Text != "" {
			return c.Text
		}
	}
	return ""
}

// Files returns the entries of <files>.
func (t *Task) Files() (all []string) {
	for _, name := range strings.FieldsFunc(t.Text(filesTag), func(c rune) bool { return c == ',' || c == '\n' }) {
		if name = strings.Trim(name, "-*` \t\r"); name != "" {
			all = append(all, name)
		}
	}
	return all
}

// Attr returns the attribute called name, or nil.
func (t *Task) Attr(name string) *Attr { return attr(t.Attrs, name) }

func (t *Task) value(names ...string) string {
	for _, name := range names {
		if a := t.Attr(name); a != nil && strings.TrimSpace(a.Value) != "" {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// Title returns the first line of the name, the decision, the action, or what was built.
func (t *Task) Title() string {
	return firstLine(t.Text(NameTag, DecisionTag, ActionTag, BuiltTag))
}

// firstLine returns the first line that is not a heading, or "".
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if bare := spelling.OneLine(line); bare != "" && heading(bare) == "" {
			return bare
		}
	}
	return ""
}

func (p *Plan) tasks(s *scanResult) {
	open := -1
	for i := 0; i < len(s.tags); i++ {
		t := &s.tags[i]
		switch {
		case open < 0 && s.isOtherTask(i):
			p.addTask(s, i, s.closing(i))
			i = s.closing(i)
		case t.name == "tasks" && t.closes:
			p.end = t.Span
		case t.name != "task", s.isProse(open, i):
		case t.alone && open < 0:
			p.addTask(s, i, i)
		case t.alone:
		case t.closes && open < 0:
			p.Stray = append(p.Stray, Stray{Span: t.Span, Closes: true})
		case t.closes:
			p.addTask(s, open, i)
			open = -1
		default:
			if open >= 0 {
				p.unclosed(s, open, i)
			}
			open = i
		}
	}
	if open >= 0 {
		p.unclosed(s, open, len(s.tags))
	}
}

// isOtherTask reports whether tag i begins a task with another name, such as <feature>. Source:
// GSD, real plans.
func (s *scanResult) isOtherTask(i int) bool {
	t := &s.tags[i]
	k := s.closing(i)
	if k < 0 || t.name != featureTag && t.name != checkpointKey || !beginsLine(s.text, t.Start) {
		return false
	}
	kind := attr(attributes(s.text, t.inside), "type")
	if kind == nil {
		return t.name == featureTag && k > i+1
	}
	return strings.HasPrefix(kind.Value, Prefix)
}

// isProse reports whether task tag i is only a word in a sentence. open is the index of the open
// task, or -1.
func (s *scanResult) isProse(open, i int) bool {
	t := &s.tags[i]
	if !s.isAfterText(t) {
		return false
	}
	if !t.closes {
		return attr(attributes(s.text, t.inside), "type") == nil
	}
	next := slices.IndexFunc(s.tags[i+1:], func(t tag) bool { return t.name == "task" })
	return open < 0 || next >= 0 && s.tags[i+1+next].closes
}

func (s *scanResult) isAfterText(t *tag) bool {
	const far = 1 << 10 // bytes to search backwards; lines of prose are shorter
	from := max(0, t.Start-far)
	before := strings.Trim(s.text[from+strings.LastIndexByte(s.text[from:t.Start], '\n')+1:t.Start], " \t\ufeff")
	return before != "" && !strings.HasSuffix(before, ">")
}

// unclosed adds the task that the tag open begins. The task ends before </tasks> or the tag next.
func (p *Plan) unclosed(s *scanResult, open, next int) {
	p.Stray = append(p.Stray, Stray{Span: s.tags[open].Span})
	end := slices.IndexFunc(s.tags[open:next], func(t tag) bool { return t.name == "tasks" && t.closes })
	if end >= 0 {
		next = open + end
	}
	p.addTask(s, open, next)
}

// addTask adds the task from the tag open to the tag closing. Without a closing tag, closing is the
// next tag after the task.
func (p *Plan) addTask(s *scanResult, open, closing int) {
	tag := &s.tags[open]
	end := len(s.text)
	if closing < len(s.tags) {
		end = s.tags[closing].Start
	}
	end = max(end, tag.End)
	t := &Task{
		Number: len(p.Tasks) + 1, Attrs: attributes(s.text, tag.inside), Tag: tag.Span,
		Inner: spanOf(tag.End, end), Span: spanOf(tag.Start, end),
	}
	if t.Closed = tag.alone; closing < len(s.tags) && s.tags[closing].name == tag.name && s.tags[closing].closes {
		t.Closed, t.Span.End = true, s.tags[closing].End
		t.unpaired = s.unpaired(open+1, closing)
	}
	if t.Type = t.value("type"); t.Type == "" && tag.name == featureTag {
		t.Type = TDD
	}
	t.Children = slices.Clone(s.children(t.Inner)) // without unused capacity: a folder can have thousands of plans
	t.readOptions(s)
	t.readNested(s)
	p.Tasks = append(p.Tasks, t)
}

// readNested reads <human-check>, and moves misplaced children of a checkpoint to nested.
func (t *Task) readNested(s *scanResult) {
	for i := range t.Children {
		c := &t.Children[i]
		var cut []source.Span
		for _, within := range s.children(c.Inner) {
			switch {
			case within.Name == humanCheckTag && c.Name == verifyTag:
				t.HumanCheck = cmp.Or(t.HumanCheck, within.Text)
				t.checks = append(t.checks, within)
			case nestedTags.has(within.Name) && t.IsCheckpoint():
				t.nested, cut = append(t.nested, within), append(cut, within.Span)
			}
		}
		if cut != nil {
			c.Text = s.content(c.Inner, cut...)
		}
	}
}

// nestedTags lists children of checkpoints that some plans have in <action>. Source: real plans.
const nestedTags wordList = "|what-built|how-to-verify|instructions|why-manual|resume-signal|"

func (s *scanResult) children(span source.Span) (found []Child) {
	for i := s.tagAt(span.Start); i < len(s.tags) && s.tags[i].Start < span.End; i++ {
		t := &s.tags[i]
		k := s.closer(i, span.End)
		if k < 0 {
			continue
		}
		inner := spanOf(t.End, s.tags[k].Start)
		found = append(found, Child{
			Name: t.name, Attrs: attributes(s.text, t.inside),
			Span: spanOf(t.Start, s.tags[k].End), Tag: t.Span, Inner: inner,
			Text: s.content(inner),
		})
		i = k
	}
	return found
}

// content returns the text of span without comments and the spans in cut.
func (s *scanResult) content(span source.Span, cut ...source.Span) string {
	first := sort.Search(len(s.hidden), func(i int) bool { return s.hidden[i].Start >= span.Start })
	for _, h := range s.hidden[first:] {
		if h.Start >= span.End {
			break
		}
		if h.kind == comment && h.End <= span.End {
			cut = append(cut, h.Span)
		}
	}
	sort.SliceStable(cut, func(i, j int) bool { return cut[i].Start < cut[j].Start })
	text, at := "", span.Start
	for _, c := range cut {
		if c.Start >= at {
			text, at = text+s.text[at:c.Start], c.End
		}
	}
	return dedent(text + s.text[at:span.End])
}

func dedent(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	common, known := "", false
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
		if i == 0 || lines[i] == "" {
			continue
		}
		indent := line[:skip(line, 0, " \t")]
		if !known {
			common, known = indent, true
		}
		for !strings.HasPrefix(indent, common) {
			common = common[:len(common)-1]
		}
	}
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], common)
	}
	dedented := strings.Trim(strings.Join(lines, "\n"), "\n \t")
	if i := strings.Index(text, dedented); i >= 0 {
		return text[i : i+len(dedented)] // a copy would use memory
	}
	return dedented
}

func (s *scanResult) unpaired(first, last int) (unpaired []tag) {
	for _, t := range s.tags[first:last] {
		if t.alone || !childTags.has(t.name) || s.isMentioned(&t) {
			continue
		}
		if !t.closes {
			unpaired = append(unpaired, t)
			continue
		}
		k := len(unpaired) - 1
		for k >= 0 && (unpaired[k].closes || unpaired[k].name != t.name) {
			k--
		}
		if k >= 0 {
			unpaired = slices.Delete(unpaired, k, k+1)
		} else if beginsLine(s.text, t.Start) {
			unpaired = append(unpaired, t)
		}
	}
	return unpaired
}

func (s *scanResult) isMentioned(t *tag) bool {
	if !t.closes {
		return s.isAfterText(t)
	}
	rest := s.text[t.End:lineEnd(s.text, t.End)]
	return strings.TrimSpace(rest) != "" && strings.TrimSpace(rest)[0] != '<'
}
