package ccc

import (
	"strings"
	"unicode"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// An Entry is an item of a list in the progress file, or a paragraph in place of a list.
type Entry struct {
	Key  string // key of the section: completedKey, currentKey, …
	Line string // the text without list marker and nested content
	Text string
	// Detail is the second part of the entry: a status, a reason or a condition.
	Detail  string
	Mark    Mark
	leading bool   // Mark is before the text
	Number  int    // 3 for "Task 3: …"; -1 without a number
	Commit  string // hash after " -- ", or ""
	Stamp   string // "[2006-01-02 15:04]" of a learning, without brackets

	schema.Place
	names []name
	first name   // name of the first of several lines
	raw   string // as written, for an entry with several lines
}

// What separates the parts of an entry. Source: checkpoint, step 1; engine.
const (
	dash      = " — "
	unblocked = "(unblocked by:"
	commitTag = " -- "
)

// entriesOf returns the entries of a section, and separately texts such as "none".
func (p *Progress) entriesOf(g *schema.GroupMatch) (entries, blank []Entry) {
	add := func(e Entry) {
		if isNothing(e.Key, e.Line) && e.Nested == "" {
			blank = append(blank, e)
			return
		}
		entries = append(entries, e.read())
	}
	items := g.Items()
	entries = make([]Entry, 0, len(items))
	for _, item := range items {
		add(p.itemEntry(g.Group.Key, item))
	}
	prose := len(entries) == 0 && proseCounts(g.Group.Key)
	for _, b := range g.Section.Blocks {
		if b.Kind != mdcheckpoint.Paragraph {
			continue
		}
		e := Entry{Key: g.Group.Key, Line: spelling.OneLine(p.slice(b.Span)), Place: schema.Place{Span: b.Span, Body: b.Span}}
		if prose || isNothing(e.Key, e.Line) {
			add(e)
		}
	}
	return entries, blank
}

func proseCounts(key string) bool {
	return key == currentKey || key == blockersKey || key == flaggedKey
}

func (p *Progress) itemEntry(key string, item *mdcheckpoint.Item) Entry {
	e := Entry{Key: key, Place: p.Match.ItemPlace(item)}
	e.Line = spelling.OneLine(p.slice(e.Body))
	if raw := p.slice(e.Body); strings.ContainsAny(raw, "\r\n") {
		e.raw, e.first = raw, nameOf(raw[:strings.IndexAny(raw, "\r\n")])
	}
	return e
}

// content returns the span of the entry without its list marker.
func (e *Entry) content() source.Span { return source.Between(e.Body.Start, e.Span.End) }

func (e Entry) read() Entry {
	e.Text = e.Line
	if e.Key != decisionsKey && e.Key != learningsKey { // decisions and learnings cannot be done, so they have no mark
		e.Mark, e.Text, e.leading = cutMark(e.Line)
	}
	switch e.Key {
	case completedKey:
		e.cutCommit()
	case currentKey:
		if e.Text, e.Detail = cutLast(e.Text, dash); e.Detail == none {
			e.Detail = "" // currentStep writes (none) after a task that contains a dash but has no status
		}
	case decisionsKey:
		e.Text, e.Detail, _ = strings.Cut(e.Text, ": ")
	case learningsKey:
		e.cutStamp()
	case blockersKey, flaggedKey:
		e.cutCondition()
	}
	e.Number, _ = cutNumber(e.Text)
	e.setNames()
	return e
}

// cutCommit parses "task -- abc1234 (2 min)".
func (e *Entry) cutCommit() {
	i := strings.LastIndex(e.Text, commitTag)
	if i < 0 {
		return
	}
	hash, _, _ := strings.Cut(e.Text[i+len(commitTag):], " ")
	if hash = strings.Trim(hash, "`"); claim.IsCommit(hash) {
		e.Text, e.Commit = e.Text[:i], hash
	}
}

func (e *Entry) cutStamp() {
	rest, ok := strings.CutPrefix(e.Text, "[")
	stamp, rest, ok2 := strings.Cut(rest, "]")
	if _, isTime := ReadTime(stamp); ok && ok2 && isTime {
		e.Stamp, e.Text = stamp, strings.TrimSpace(rest)
	}
}

func (e *Entry) cutCondition() {
	i := strings.LastIndex(strings.ToLower(e.Text), unblocked)
	if i < 0 || len(strings.ToLower(e.Text)) != len(e.Text) || !strings.HasSuffix(e.Text, ")") {
		return
	}
	e.Detail = strings.TrimSpace(e.Text[i+len(unblocked) : len(e.Text)-1])
	e.Text = strings.TrimSpace(e.Text[:i])
}

func cutLast(text, sep string) (before, after string) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):]
	}
	return text, ""
}

func (e *Entry) setNames() {
	e.names = append(e.names, nameOf(e.Text))
	if e.Line != e.Text {
		e.names = append(e.names, nameOf(e.Line))
	}
	if e.Key != currentKey {
		return
	}
	const most = 8 // names; a line with more dashes is not a task
	for line := e.Text; strings.Contains(line, dash) && len(e.names) < most; {
		line, _ = cutLast(line, dash)
		e.names = append(e.names, nameOf(line))
	}
}

func (e *Entry) is(text string) bool {
	n := nameOf(text)
	return e.isNamed(&n)
}

func (e *Entry) isLine(text string) bool {
	return e.Detail != "" && same(e.Line, text)
}

func (e *Entry) isNamed(n *name) bool {
	for i := range e.names {
		if e.names[i].same(n) {
			return true
		}
	}
	return false
}

// find returns the entry that has text as a name, or else the only one that has it as its first line,
// or nil.
func find(entries []Entry, text string) *Entry {
	n := nameOf(text)
	var begins []*Entry
	for i := range entries {
		if entries[i].isNamed(&n) {
			return &entries[i]
		}
		if entries[i].raw != "" && entries[i].first.same(&n) {
			begins = append(begins, &entries[i])
		}
	}
	if len(begins) != 1 {
		return nil
	}
	return begins[0]
}

func findEach(text string, lists ...[]Entry) []*Entry {
	found := make([]*Entry, len(lists))
	whole := false
	for i, list := range lists {
		found[i] = find(list, text)
		whole = whole || found[i] != nil && found[i].is(text)
	}
	for i, e := range found {
		if whole && e != nil && !e.is(text) {
			found[i] = nil
		}
	}
	return found
}

// written returns part as the file has it, with line breaks.
func (e *Entry) written(part string) string {
	for at := range e.raw {
		if rest, ok := cutFolded(e.raw[at:], part); ok {
			return e.raw[at : len(e.raw)-len(rest)]
		}
	}
	return part
}

// cutFolded removes a prefix of raw that equals text apart from white space.
func cutFolded(raw, text string) (rest string, ok bool) {
	for i, word := range strings.Split(text, " ") {
		if i > 0 {
			bare := strings.TrimLeftFunc(raw, unicode.IsSpace)
			if len(bare) == len(raw) {
				return raw, false
			}
			raw = bare
		}
		if raw, ok = strings.CutPrefix(raw, word); !ok {
			return raw, false
		}
	}
	return raw, true
}
