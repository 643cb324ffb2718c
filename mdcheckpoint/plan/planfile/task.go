package planfile

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// Types of tasks. Source: seed; tdd: corpus. Others are kept as they are.
const (
	Auto        = "auto"
	TDD         = "tdd"
	HumanVerify = "checkpoint:human-verify"
	Decision    = "checkpoint:decision"
	HumanAction = "checkpoint:human-action"
)

// Prefix is what the types of all checkpoints begin with.
const Prefix = "checkpoint:"

// Types are all types of tasks that are known, and Checkpoints those of
// checkpoints.
func Types() []string { return append([]string{Auto, TDD}, Checkpoints()...) }

// Checkpoints are the types of the checkpoints that are known, the commonest
// first.
func Checkpoints() []string { return []string{HumanVerify, Decision, HumanAction} }

// Names of the children of tasks that are asked for by name. Source: seed; those
// behind Options: GSD.
const (
	NameTag        = "name"
	ActionTag      = "action"
	VerifyTag      = "verify"
	BuiltTag       = "what-built"
	HowTag         = "how-to-verify"
	ResumeTag      = "resume-signal"
	DecisionTag    = "decision"
	ContextTag     = "context"
	OptionsTag     = "options"
	OptionTag      = "option"
	ProsTag        = "pros"
	ConsTag        = "cons"
	WhyTag         = "why-manual"
	InstructionTag = "instructions"

	FilesTag        = "files"
	DoneTag         = "done"
	VerificationTag = "verification"
	HumanCheckTag   = "human-check"
	AutomatedTag    = "automated"
	FeatureTag      = "feature"
)

// An Attr is an attribute of a tag.
type Attr struct {
	Name  string
	Value string
	Span  source.Span // of both
	// ValueSpan is the value without its quotes; empty behind a name that has none.
	ValueSpan source.Span
}

// A Child is an element within a task.
type Child struct {
	Name  string
	Attrs []Attr
	Span  source.Span // with both tags
	Tag   source.Span // the opening tag
	Inner source.Span // between the tags
	Text  string      // what stands there, without comments, white space around it and common indentation; lines parted by line feeds
}

// A Task is a task of a plan.
type Task struct {
	Number   int    // 1-based, in the order of the file
	Type     string // as written; "" if it has none
	Attrs    []Attr
	Children []Child
	Options  []Option
	// OptionsText is what <options> holds beside options; lines parted by line feeds.
	OptionsText string
	// HumanCheck is what <human-check> within <verify> says; "" without. Source: corpus.
	HumanCheck string
	checks     []Child // all <human-check> within <verify>
	nested     []Child // of a checkpoint, what should be its children and is within one, which has not its text
	odd        []tag   // of children, without a partner

	Span   source.Span // with both tags
	Tag    source.Span // the opening tag
	Inner  source.Span // between the tags
	Closed bool        // there is a </task>; without, it ends before the next task or the end of the text
}

// IsCheckpoint reports whether the task is a checkpoint, of a known type or not.
func (t *Task) IsCheckpoint() bool { return strings.HasPrefix(t.Type, Prefix) }

// Child is the first child of that name that is not empty, or else the first, of those of
// the task and then of those within these; nil if there is none.
func (t *Task) Child(name string) *Child {
	var found *Child
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

// Text is the text of the first child of one of the names that has any.
func (t *Task) Text(names ...string) string {
	for _, name := range names {
		if c := t.Child(name); c != nil && c.Text != "" {
			return c.Text
		}
	}
	return ""
}

// Files returns what <files> lists, an entry of a line or between commas each.
func (t *Task) Files() []string {
	var all []string
	for _, name := range strings.FieldsFunc(t.Text(FilesTag), func(c rune) bool { return c == ',' || c == '\n' }) {
		if name = strings.Trim(name, "-*` \t\r"); name != "" {
			all = append(all, name)
		}
	}
	return all
}

// Attr is the attribute of that name; nil if there is none.
func (t *Task) Attr(name string) *Attr { return attr(t.Attrs, name) }

func attr(attrs []Attr, name string) *Attr {
	if i := slices.IndexFunc(attrs, func(a Attr) bool { return a.Name == name }); i >= 0 {
		return &attrs[i]
	}
	return nil
}

// Gate is the attribute gate; "" if there is none.
func (t *Task) Gate() string {
	if a := t.Attr("gate"); a != nil {
		return a.Value
	}
	return ""
}

// Title says on one line what the task is: its name or, of a checkpoint without,
// what it asks.
func (t *Task) Title() string {
	for _, name := range []string{NameTag, DecisionTag, ActionTag, BuiltTag} {
		if text := firstLine(t.Text(name)); text != "" {
			return text
		}
	}
	return ""
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return spelling.OneLine(line)
}

// tasks finds the tasks among the tags.
func (p *Plan) tasks(s *scanned) {
	open := -1
	for i := 0; i < len(s.tags); i++ {
		t := &s.tags[i]
		switch {
		case open < 0 && s.isOtherTask(i):
			p.addTask(s, i, s.closing(i), s.tags[s.closing(i)].span.Start)
			i = s.closing(i)
		case t.name == "tasks" && t.closes:
			p.end = t.span
		case t.name != "task", s.isProse(open, i):
		case t.alone:
			if open < 0 {
				p.addTask(s, i, i, t.span.End)
			}
		case t.closes && open < 0:
			p.Stray = append(p.Stray, Stray{Span: t.span, Closes: true})
		case t.closes:
			p.addTask(s, open, i, t.span.Start)
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

// isOtherTask reports whether the i-th tag begins a task of another name: a feature, as plans of
// type tdd have it, or a checkpoint with its type. Source: GSD, corpus.
func (s *scanned) isOtherTask(i int) bool {
	t := &s.tags[i]
	if !t.opens() || t.name != FeatureTag && t.name != CheckpointKey || !beginsLine(s.text, t.span.Start) {
		return false
	}
	kind := attr(attributes(s.text, t.inside), "type")
	k := s.closing(i)
	return k >= 0 && (t.name == FeatureTag && k > i+1 && kind == nil || kind != nil && strings.HasPrefix(kind.Value, Prefix))
}

// unclosed adds the task that the open-th tag begins and nothing closes before the
// next-th: it ends there, before a </tasks>, or with the text.
func (p *Plan) unclosed(s *scanned, open, next int) {
	p.Stray = append(p.Stray, Stray{Span: s.tags[open].span})
	end := len(s.text)
	if next < len(s.tags) {
		end = s.tags[next].span.Start
	}
	for i := open + 1; i < next; i++ {
		if s.tags[i].name == "tasks" && s.tags[i].closes {
			next, end = i, s.tags[i].span.Start
		}
	}
	p.addTask(s, open, next, end)
	p.Tasks[len(p.Tasks)-1].Closed = false
}

// addTask adds the task from the open-th tag to the close-th, before which its
// text ends.
func (p *Plan) addTask(s *scanned, open, closing, end int) {
	tag := &s.tags[open]
	t := &Task{
		Number: len(p.Tasks) + 1, Attrs: attributes(s.text, tag.inside), Closed: true,
		Tag: tag.span, Inner: source.Span{Start: tag.span.End, End: end}, Span: source.Span{Start: tag.span.Start, End: end},
	}
	if closing < len(s.tags) && s.tags[closing].name == tag.name && s.tags[closing].closes {
		t.Span.End = s.tags[closing].span.End
	}
	if a := t.Attr("type"); a != nil {
		t.Type = strings.TrimSpace(a.Value)
	} else if tag.name == FeatureTag {
		t.Type = TDD
	}
	t.Children = slices.Clone(s.children(open+1, closing, end)) // without the room to grow: a folder has thousands
	t.readOptions(s)
	t.readNested(s)
	if t.Closed && closing > open {
		t.odd = s.unpaired(open+1, closing)
	}
	p.Tasks = append(p.Tasks, t)
}

// readNested reads what a person has to check besides a program, and the children of a
// checkpoint that are within another.
func (t *Task) readNested(s *scanned) {
	for i := range t.Children {
		c := &t.Children[i]
		if c.Name != VerifyTag && !t.IsCheckpoint() {
			continue
		}
		var cut []source.Span
		for _, within := range s.within(c) {
			switch {
			case within.Name == HumanCheckTag && c.Name == VerifyTag:
				t.HumanCheck = cmp.Or(t.HumanCheck, within.Text)
				t.checks = append(t.checks, within)
			case slices.Contains(nestedTags, within.Name) && t.IsCheckpoint():
				t.nested, cut = append(t.nested, within), append(cut, within.Span)
			}
		}
		if cut != nil {
			c.Text = s.content(c.Inner, cut...)
		}
	}
}

// nestedTags are the children of checkpoints that some plans have within <action>. Source:
// corpus.
var nestedTags = []string{BuiltTag, HowTag, InstructionTag, WhyTag, ResumeTag}

// children are the elements from the first-th tag to before the last-th that are
// closed before end. An opening tag that nothing closes is text.
func (s *scanned) children(first, last, end int) []Child {
	var found []Child
	for i := first; i < last; i++ {
		t := &s.tags[i]
		if !t.opens() {
			continue
		}
		k := s.closer(i, end)
		if k < 0 {
			continue
		}
		inner := source.Span{Start: t.span.End, End: s.tags[k].span.Start}
		found = append(found, Child{
			Name: t.name, Attrs: attributes(s.text, t.inside),
			Span: source.Span{Start: t.span.Start, End: s.tags[k].span.End}, Tag: t.span, Inner: inner,
			Text: s.content(inner),
		})
		i = k
	}
	return found
}

// within are the elements within a child.
func (s *scanned) within(c *Child) []Child {
	first := s.tagAt(c.Inner.Start)
	return s.children(first, s.tagAt(c.Inner.End), c.Inner.End)
}

// tagAt is the index of the first tag that begins at offset or behind.
func (s *scanned) tagAt(offset int) int {
	return sort.Search(len(s.tags), func(i int) bool { return s.tags[i].span.Start >= offset })
}

// content is the text of span as a person reads it, without comments and the spans to cut.
func (s *scanned) content(span source.Span, cut ...source.Span) string {
	first := sort.Search(len(s.hidden), func(i int) bool { return s.hidden[i].Start >= span.Start })
	for _, h := range s.hidden[first:] {
		if h.Start >= span.End {
			break
		}
		if strings.HasPrefix(s.text[h.Start:], "<!--") && h.End <= span.End {
			cut = append(cut, h)
		}
	}
	slices.SortFunc(cut, func(a, b source.Span) int { return a.Start - b.Start })
	var b strings.Builder
	at := span.Start
	for _, c := range cut {
		if c.Start >= at {
			b.WriteString(s.text[at:c.Start])
			at = c.End
		}
	}
	if at == span.Start {
		return dedent(s.text[at:span.End])
	}
	b.WriteString(s.text[at:span.End])
	return dedent(b.String())
}

// dedent takes the white space off that all lines of text but the first have in
// common, and what stands around it.
func dedent(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	lines := strings.Split(text, "\n")
	common, known := "", false
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
		if i == 0 || lines[i] == "" {
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
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
	dedented := strings.TrimRight(strings.TrimLeft(strings.Join(lines, "\n"), "\n \t"), "\n \t")
	if i := strings.Index(text, dedented); i >= 0 {
		return text[i : i+len(dedented)] // a plan keeps its text, and need not keep this twice
	}
	return dedented
}
