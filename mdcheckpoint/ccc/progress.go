package ccc

import (
	"slices"
	"strings"

	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

type Progress struct {
	Document *mdcheckpoint.Document
	Match    *schema.Match // match with the grammar of Shape
	Shape    Shape
	Header   []Line

	Issue      Value // from the header line, or else from the section of shape E
	IssueID    string
	IssueTitle string
	Session    Value
	Mode       Value // with its prefix, such as exec:tdd

	Completed, Current, Remaining []Entry
	Decisions, Learnings          []Entry
	Blockers                      []Entry // from both sections of blockers
	Prompt                        Prompt

	blank []Entry // texts which state that a section has no entries
}

// Prompt is the continuation prompt.
type Prompt struct {
	Section *mdcheckpoint.Section // may be nil
	Text    string                // lines separated by line feeds, or ""
	Span    source.Span           // from the first to the last block
	runs    []source.Span         // parts between comments
}

// ParseProgress parses text as the progress file called name. It returns the errors of
// [mdcheckpoint.Parse].
func ParseProgress(name, text string) (*Progress, error) {
	d, err := mdcheckpoint.Parse(name, text)
	if err != nil {
		return nil, err
	}
	shape := shapeOf(d)
	p := &Progress{Document: d, Shape: shape, Match: shape.Format().Match(d)}
	p.readHeader()
	p.readEntries()
	p.readPrompt()
	p.Session, p.Mode = p.headerValue(sessionLine), p.headerValue(modeLine)
	p.Issue = p.headerValue(issueLine)
	if g := p.group(issueKey); p.Issue.Text == "" && g != nil {
		p.Issue = p.firstText(g)
	}
	p.IssueID, p.IssueTitle = splitIssue(p.Issue.Text)
	return p, nil
}

// Text returns the text of the whole file.
func (p *Progress) Text() string { return p.Document.File.Text }

// ModeName returns the execution mode in lower case, without its prefix.
func (p *Progress) ModeName() string { return modeText(p.Mode.Text) }

// Goal returns the goal of shape E.
func (p *Progress) Goal() Value {
	if g := p.group(goalKey); g != nil {
		return p.firstText(g)
	}
	return Value{}
}

func (p *Progress) slice(s source.Span) string { return p.Document.File.Slice(s) }

func (p *Progress) group(key string) *schema.GroupMatch { return p.Match.Group(key, 0) }

func (p *Progress) firstText(g *schema.GroupMatch) Value {
	for _, b := range g.Section.Blocks {
		switch b.Kind {
		case mdcheckpoint.Paragraph:
			return p.value(b.Span)
		case mdcheckpoint.List:
			return p.value(b.Items[0].Text)
		}
	}
	return Value{}
}

func (p *Progress) readEntries() {
	for _, g := range p.Match.Groups {
		if to := p.list(g.Group.Key); to != nil {
			entries, blank := p.entriesOf(g)
			*to, p.blank = append(*to, entries...), append(p.blank, blank...)
		}
	}
}

// list returns the entries of the section with the key, or nil if such a section has none.
func (p *Progress) list(key string) *[]Entry {
	switch key {
	case completedKey:
		return &p.Completed
	case currentKey:
		return &p.Current
	case remainingKey:
		return &p.Remaining
	case decisionsKey:
		return &p.Decisions
	case learningsKey:
		return &p.Learnings
	case blockersKey, flaggedKey:
		return &p.Blockers
	}
	return nil
}

// Entries returns the entries of a section. The caller must not change them.
func (p *Progress) Entries(key string) []Entry {
	all := p.list(key)
	switch {
	case all == nil:
		return nil
	case key != blockersKey && key != flaggedKey:
		return *all
	}
	return slices.DeleteFunc(slices.Clone(*all), func(e Entry) bool { return e.Key != key })
}

func (p *Progress) placeholders() (found []Entry) {
	for i := range p.blank {
		e := &p.blank[i]
		_, text, _ := cutMark(e.Line)
		is := func(other Entry) bool { return other.Key == e.Key }
		if prose.IsPlaceholder(strings.TrimSuffix(text, ".")) && !slices.ContainsFunc(p.Entries(e.Key), is) && !slices.ContainsFunc(found, is) {
			found = append(found, *e)
		}
	}
	return found
}

func (p *Progress) readPrompt() {
	g := p.group(promptKey)
	if g == nil {
		return
	}
	end := g.Section.Heading.End
	p.Prompt = Prompt{Section: g.Section, Span: source.Between(end, end)}
	runs := p.promptRuns(g.Body())
	if len(runs) == 0 {
		return
	}
	p.Prompt.runs, p.Prompt.Span = runs, source.Between(runs[0].Start, runs[len(runs)-1].End)
	text := ""
	for _, run := range runs {
		text += p.slice(run) + "\n"
	}
	if text = tidy(text); !isBlank(text) {
		p.Prompt.Text = text
	}
}

func (p *Progress) promptRuns(body source.Span) (runs []source.Span) {
	parted := true
	for _, b := range p.Document.Blocks {
		switch {
		case b.Span.Start < p.Prompt.Span.Start || !body.Covers(b.Span):
		case b.Kind == mdcheckpoint.Comment:
			parted = true
		case parted:
			runs, parted = append(runs, b.Span), false
		default:
			runs[len(runs)-1].End = b.Span.End
		}
	}
	return runs
}

func tidy(text string) string {
	lines := strings.Split(spelling.LineFeeds(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

func (p *Progress) finished() int {
	n := len(p.Completed)
	for i := range p.Completed {
		if p.Completed[i].Mark == Open {
			n--
		}
	}
	return n
}

func (p *Progress) tasks() int { return len(p.Completed) + len(p.Current) + len(p.Remaining) }

// isAhead reports whether the list has one completed task more than the state.
func (p *Progress) isAhead(s *engine.State) bool {
	return p != nil && s.Has(engine.IndexField) && s.Int(engine.ReplanField) == 0 && p.countable(completedKey) && p.finished() == s.Int(engine.IndexField)+1
}

// awaitsCount reports whether isAhead is true and the stop handler will count the task.
func (s *Session) awaitsCount() bool {
	if !s.Progress.isAhead(s.State) {
		return false
	}
	gate := s.State.Gate()
	return gate != 0 || s.State.Loops(s.Preferences) && !s.State.Halts(s.Preferences) && s.State.Int(engine.IndexField) < s.State.Int(engine.TotalField)
}

// countable reports whether the sections contain only flat lists of tasks.
func (p *Progress) countable(keys ...string) bool {
	for _, g := range p.Match.Groups {
		key := g.Group.Key
		uncounted := func(b *mdcheckpoint.Block) bool { return !p.flat(key, b) }
		nests := func(e Entry) bool { return e.nestsBox() }
		if slices.Contains(keys, key) && (slices.ContainsFunc(g.Section.Blocks, uncounted) || slices.ContainsFunc(p.Entries(key), nests)) {
			return false
		}
	}
	return true
}

func (p *Progress) flat(key string, b *mdcheckpoint.Block) bool {
	switch b.Kind {
	case mdcheckpoint.Comment, mdcheckpoint.Break, mdcheckpoint.List:
		return true
	}
	return b.Kind == mdcheckpoint.Paragraph && (key == currentKey || isBlank(p.slice(b.Span)))
}

func (e *Entry) nestsBox() bool {
	return strings.Contains(e.Nested, "[ ]") || strings.Contains(strings.ToLower(e.Nested), "[x]")
}

const maxSentences = 8

func (p *Progress) doneInPrompt() string {
	task, _ := prose.CurrentTask(p.Prompt.Text)
	all := slices.Concat(p.Completed, p.Current, p.Remaining)
	found := ""
	for _, text := range sentences(task) {
		if isBlank(text) {
			continue
		}
		named := Entry{Key: currentKey, Line: text}.read()
		for i := range named.names {
			for k := range all {
				switch e := &all[k]; {
				case !e.isNamed(&named.names[i]):
				case e.Key != completedKey || e.Mark == Open:
					return ""
				case found == "":
					found = e.Text
				}
			}
		}
	}
	return found
}

// sentences returns text and its beginnings that end before ". ".
func sentences(text string) []string {
	all := []string{text}
	for i := range text {
		if strings.HasPrefix(text[i:], ". ") && len(all) < maxSentences {
			all = append(all, text[:i])
		}
	}
	return all
}
