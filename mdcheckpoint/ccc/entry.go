package ccc

import (
	"strings"
	"unicode"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// An Entry is an item of a list of the progress file, or the paragraph that
// stands for one. All texts are on one line.
type Entry struct {
	Key  string // of the section: completedKey, currentKey, …
	Line string // all of it, without the marker of the list and what is nested in it
	// Text is what the entry is about: the task, decision, blocker or learning.
	Text string
	// Detail is what the format puts after it: the status of the current task,
	// the reason of a decision, what unblocks a blocker; "" if it is missing.
	Detail  string
	Mark    Mark
	leading bool   // Mark is before the text
	Number  int    // of "Task 3: …"; -1 without. Text keeps it
	Commit  string // "-- abc1234" of a completed task; "" without
	Stamp   string // "[2006-01-02 15:04]" of a learning, without brackets

	Span   source.Span // with the marker and what is nested
	Body   source.Span // where Line stands
	Item   *mdcheckpoint.Item
	names  []name // by which the entry is found
	first  name   // of the first line of several; zero for an entry of one line
	raw    string // an entry of several lines as it is written, "" for one of one
	nested string // what is nested in the item, as it is written, from the end of Body
}

// The marks between the parts of an entry. Source: checkpoint, step 1; engine.
const (
	dash      = " — "
	unblocked = "(unblocked by:"
	commitTag = " -- "
)

// entriesOf returns the entries of a group, and the places that say "none". Without a list, a paragraph is an entry if the section has only one
// entry.
func (p *Progress) entriesOf(g *schema.GroupMatch) (entries, blank []Entry) {
	add := func(e Entry) {
		if isNothing(e.Key, e.Line) && e.nested == "" {
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
		e := Entry{Key: g.Group.Key, Line: OneLine(p.slice(b.Span)), Span: b.Span, Body: b.Span}
		if prose || isNothing(e.Key, e.Line) {
			add(e)
		}
	}
	return entries, blank
}

// proseCounts reports whether a paragraph in the section is an entry: the current task of shape E is one, and so is any paragraph among the
// blockers.
func proseCounts(key string) bool {
	return key == currentKey || key == blockersKey || key == flaggedKey
}

func (p *Progress) itemEntry(key string, item *mdcheckpoint.Item) Entry {
	e := Entry{Key: key, Span: item.Span, Body: item.Text, Item: item}
	if len(item.Blocks) > 0 {
		e.Body.End = item.Blocks[0].Span.End
	}
	e.Line = OneLine(p.slice(e.Body))
	e.nested = p.Text()[e.Body.End:item.Span.End]
	if raw := p.slice(e.Body); strings.ContainsAny(raw, "\r\n") {
		e.raw, e.first = raw, nameOf(raw[:strings.IndexAny(raw, "\r\n")])
	}
	return e
}

// content is the span of all of the entry but the marker of the list.
func (e *Entry) content() source.Span { return source.Span{Start: e.Body.Start, End: e.Span.End} }

// read fills in the parts of the line.
func (e Entry) read() Entry {
	e.Text = e.Line
	if e.Key != decisionsKey && e.Key != learningsKey { // what cannot be done has no mark
		e.Mark, e.Text, e.leading = cutMark(e.Line)
	}
	switch e.Key {
	case completedKey:
		e.cutCommit()
	case currentKey:
		if e.Text, e.Detail = cutLast(e.Text, dash); e.Detail == none {
			e.Detail = "" // as a task is written that has a dash and no status
		}
	case decisionsKey:
		e.Text, e.Detail = cutFirst(e.Text, ": ")
	case learningsKey:
		e.cutStamp()
	case blockersKey, flaggedKey:
		e.cutCondition()
	}
	e.Number, _ = cutNumber(e.Text)
	e.setNames()
	return e
}

// cutCommit reads "task -- abc1234 (2 min)". Text after the hash is ignored.
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

func cutFirst(text, sep string) (before, after string) {
	before, after, _ = strings.Cut(text, sep)
	return before, after
}

// setNames sets the names by which the entry is found: its text, its whole line and, for a current task, the text before each of its dashes.
func (e *Entry) setNames() {
	e.names = append(e.names, nameOf(e.Text))
	if e.Line != e.Text {
		e.names = append(e.names, nameOf(e.Line))
	}
	if e.Key != currentKey {
		return
	}
	const most = 8 // dashes; a line with more is not a task
	for line := e.Text; strings.Contains(line, dash) && len(e.names) < most; {
		line, _ = cutLast(line, dash)
		e.names = append(e.names, nameOf(line))
	}
}

// is reports whether the entry is the one that text names.
func (e *Entry) is(text string) bool {
	n := nameOf(text)
	return e.isNamed(&n)
}

// isLine reports whether text is all that the entry says, a status included.
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

// find returns the first entry that text names or, without one, the only entry of several lines whose first line is text; nil if there is none.
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

// findEach is what [find] finds in each of lists. Where one has an entry of all of the
// text, one that only begins so is not meant.
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

// written returns part, a text of the entry, with the line breaks of the file, so that its first line still finds the entry.
func (e *Entry) written(part string) string {
	for at := range e.raw {
		if rest, ok := cutFolded(e.raw[at:], part); ok {
			return e.raw[at : len(e.raw)-len(rest)]
		}
	}
	return part
}

// cutFolded takes off raw what folds to text, see [OneLine].
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
