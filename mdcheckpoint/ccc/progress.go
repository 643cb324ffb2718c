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

// Progress is a progress file, read.
type Progress struct {
	Document *mdcheckpoint.Document
	Match    *schema.Match // by the grammar of Shape
	Shape    Shape
	Header   []Line // in the order of the file

	Issue      Value // header line or, without one, the section of shape E
	IssueID    string
	IssueTitle string
	Session    Value
	Mode       Value // with its prefix, such as exec:tdd; [Progress.ModeName] is without

	Completed, Current, Remaining []Entry
	Decisions, Learnings          []Entry
	Blockers                      []Entry // of both sections for them
	Prompt                        Prompt

	blank []Entry // what says in a section that it has no entries
}

// Prompt is the continuation prompt.
type Prompt struct {
	Section *mdcheckpoint.Section // nil if there is none
	Text    string                // lines parted by line feeds, no line feed at the end; "" if missing or a placeholder
	Span    source.Span           // from the first to the last block of it; empty, after the heading, if there is none
	runs    []source.Span         // of it that no comment parts
}

// ParseProgress reads text as the progress file called name. It fails only as
// [mdcheckpoint.Parse] does.
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

// Text is the whole text of the file.
func (p *Progress) Text() string { return p.Document.File.Text }

// ModeName is the execution mode without its prefix, in lower case.
func (p *Progress) ModeName() string { return modeText(p.Mode.Text) }

// Goal is what the section of shape E says, on one line.
func (p *Progress) Goal() Value {
	if g := p.group(goalKey); g != nil {
		return p.firstText(g)
	}
	return Value{}
}

func (p *Progress) slice(s source.Span) string { return p.Document.File.Slice(s) }

// group is the first section with that key, nil if there is none.
func (p *Progress) group(key string) *schema.GroupMatch { return p.Match.Group(key, 0) }

// firstText is the first paragraph or list item of a section.
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

// list is where the entries of the section with that key are kept, nil for a
// section without.
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

// Entries are the entries of the section with that key, in the order of the file.
// They belong to p: the caller must not change them.
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

// placeholders are what the template has in sections that hold nothing else, the
// first of each.
func (p *Progress) placeholders() []Entry {
	var found []Entry
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
	p.Prompt = Prompt{Section: g.Section, Span: source.Span{Start: end, End: end}}
	runs := p.promptRuns(g.Body())
	if len(runs) == 0 {
		return
	}
	p.Prompt.runs, p.Prompt.Span = runs, source.Span{Start: runs[0].Start, End: runs[len(runs)-1].End}
	text := ""
	for _, run := range runs {
		text += p.slice(run) + "\n"
	}
	if text = tidy(text); !isBlank(text) {
		p.Prompt.Text = text
	}
}

// promptRuns are the parts of the body of the prompt that no comment parts.
func (p *Progress) promptRuns(body source.Span) []source.Span {
	var runs []source.Span
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

// tidy is text with line feeds for line endings, without white space at the ends
// of lines and blank lines at its own.
func tidy(text string) string {
	lines := strings.Split(spelling.LineFeeds(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// finished is how many of the completed tasks have no open box.
func (p *Progress) finished() int {
	n := len(p.Completed)
	for i := range p.Completed {
		if p.Completed[i].Mark == Open {
			n--
		}
	}
	return n
}

// tasks is how many tasks there are in all of the lists.
func (p *Progress) tasks() int { return len(p.Completed) + len(p.Current) + len(p.Remaining) }

// isAhead reports whether the list of completed tasks has one more than the state counts: the
// stop handler counts a task after the session has written it down.
func (p *Progress) isAhead(s *engine.State) bool {
	return p != nil && s.Has(engine.IndexField) && s.Int(engine.ReplanField) == 0 && p.countable(completedKey) && p.finished() == s.Int(engine.IndexField)+1
}

// awaitsCount reports whether the task that the list has more than the state is one that the
// stop handler is going to count: at the next stop, or once a person has passed the gate.
func (s *Session) awaitsCount() bool {
	rule := s.State.Stop(engine.CompleteWord, s.Preferences).Rule
	return s.Progress.isAhead(s.State) && (rule == engine.GateRule || rule == engine.CompleteRule)
}

// countable reports whether the existing sections with those keys are flat lists of tasks. A table, a paragraph or a nested task may contain tasks
// that a count would miss.
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

// flat reports whether a block of a section holds a list of tasks, or nothing.
func (p *Progress) flat(key string, b *mdcheckpoint.Block) bool {
	switch b.Kind {
	case mdcheckpoint.Comment, mdcheckpoint.Break, mdcheckpoint.List:
		return true
	}
	return b.Kind == mdcheckpoint.Paragraph && (key == currentKey || isBlank(p.slice(b.Span)))
}

// nestsBox reports whether a box is below the line of the entry.
func (e *Entry) nestsBox() bool {
	return strings.Contains(e.nested, "[ ]") || strings.Contains(strings.ToLower(e.nested), "[x]")
}

// maxSentences is how many ends of sentences are tried for that of a task in a prompt.
const maxSentences = 8

// doneInPrompt returns the task at which the prompt is, if it is a completed one and none
// that is open; else "".
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

// sentences returns text up to the end of each of its first sentences: a task may have a
// period in it.
func sentences(text string) []string {
	all := []string{text}
	for i := range text {
		if strings.HasPrefix(text[i:], ". ") && len(all) < maxSentences {
			all = append(all, text[:i])
		}
	}
	return all
}
