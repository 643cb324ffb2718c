package handoff

import (
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Note is a hand-off as it is read. It is not changed by edits.
type Note struct {
	*schema.Match
	Goal    string // on one line; "" if the note has none
	Entries map[string][]Entry
	Facts   Facts
	// nothing are the places that say that a section has no entries, by key.
	nothing map[string][]Entry
}

// Parse reads text as the note called name. The error is that of [mdcheckpoint.Parse].
func Parse(name, text string) (*Note, error) {
	d, err := mdcheckpoint.Parse(name, text)
	if err != nil {
		return nil, err
	}
	return read(matchNote(d)), nil
}

func read(m *schema.Match) *Note {
	n := &Note{Match: m, Entries: map[string][]Entry{}, nothing: map[string][]Entry{}}
	for _, g := range m.Groups {
		switch key := g.Group.Key; key {
		case goalKey:
			n.readGoal(g)
		case factsKey:
			n.readFacts(g)
		default:
			n.readEntries(key, g.Section)
		}
	}
	return n
}

// text is the text of the file.
func (n *Note) text() string { return n.Document.File.Text }

func (n *Note) slice(span source.Span) string { return n.Document.File.Slice(span) }

// first returns the first section with that key; nil if there is none.
func (n *Note) first(key string) *schema.GroupMatch {
	if all := n.All(key); len(all) > 0 {
		return all[0]
	}
	return nil
}

func (n *Note) readGoal(g *schema.GroupMatch) {
	var texts []string
	for _, b := range g.Section.Blocks {
		if text := spelling.OneLine(n.slice(b.Span)); b.Kind != mdcheckpoint.Comment && !isNothing(text) {
			texts = append(texts, strings.TrimPrefix(text, "- "))
		}
	}
	if n.Goal == "" {
		n.Goal = strings.Join(texts, " ")
	}
}

// readEntries reads the items of a section or, if it has none, its paragraphs, which are no tables.
func (n *Note) readEntries(key string, s *mdcheckpoint.Section) {
	var all []Entry
	for _, item := range n.items(key, s) {
		all = append(all, n.itemEntry(key, item))
	}
	listed := len(all) > 0
	for _, b := range s.Blocks {
		if e := (Entry{Key: key, Line: spelling.OneLine(n.slice(b.Span)), Span: b.Span, Body: b.Span}); b.Kind == mdcheckpoint.Paragraph && !strings.HasPrefix(e.Line, "|") && (!listed || isNothing(e.Line)) {
			all = append(all, e)
		}
	}
	for _, e := range all {
		if isNothing(e.Line) && e.nested == "" {
			n.nothing[key] = append(n.nothing[key], e)
			continue
		}
		e.read()
		n.Entries[key] = append(n.Entries[key], e)
	}
}

// items returns the items in a section and in those below it, without those whose heading or label says
// that they belong to another one.
func (n *Note) items(key string, s *mdcheckpoint.Section) []*mdcheckpoint.Item {
	var all []*mdcheckpoint.Item
	for i, b := range s.Blocks {
		if i == 0 || !n.isLabel(s.Blocks[i-1]) || !isOther(key, n.slice(s.Blocks[i-1].Span)) {
			all = append(all, b.Items...)
		}
	}
	for _, child := range s.Children {
		if !isOther(key, child.Title) {
			all = append(all, n.items(key, child)...)
		}
	}
	return all
}

// isLabel reports whether a block says what the list below it is: a line in bold, or with a colon at its end.
func (n *Note) isLabel(b *mdcheckpoint.Block) bool {
	text := strings.TrimRight(n.slice(b.Span), "* ")
	return b.Kind == mdcheckpoint.Paragraph && !strings.Contains(text, "\n") && (strings.HasPrefix(text, "**") || strings.HasSuffix(text, ":"))
}

func (n *Note) itemEntry(key string, item *mdcheckpoint.Item) Entry {
	e := Entry{Key: key, Span: item.Span, Body: item.Text, Item: item}
	if len(item.Blocks) > 0 {
		e.Body.End = item.Blocks[0].Span.End
	}
	e.Line = spelling.OneLine(n.slice(e.Body))
	e.nested = n.text()[e.Body.End:item.Span.End]
	return e
}

// isDone reports whether the note lists text as completed, or has it ticked anywhere.
func (n *Note) isDone(text string) bool { return n.completed(text) != nil }

// completed returns the entry that says that text is completed; nil if none does.
func (n *Note) completed(text string) *Entry {
	id := identity(text)
	if e := find(n.Entries[doneKey], id); e != nil {
		return e
	}
	for _, key := range []string{nextKey, pendingKey} {
		if e := find(n.Entries[key], id); e != nil && e.Ticked {
			return e
		}
	}
	return nil
}

// open returns the entries of a section that are not completed by what n and kept, texts that
// were archived as completed, say.
func (n *Note) open(key string, kept Kept) []Entry {
	return slices.DeleteFunc(slices.Clone(n.Entries[key]), func(e Entry) bool { return e.Ticked || n.isDone(e.Text) || kept.has(e.Text) })
}

// nextAction returns what to do next: the next action, or the first pending item if there is
// none. It is never an item that is completed. "" if nothing is left.
func (n *Note) nextAction(kept Kept) string {
	if all := n.todo(kept); len(all) > 0 {
		return all[0].Text
	}
	return ""
}

// todo returns what is to be done: the next action first, then what is pending, each once.
func (n *Note) todo(kept Kept) []Entry {
	var all []Entry
	for _, e := range append(n.open(nextKey, kept), n.open(pendingKey, kept)...) {
		if find(all, identity(e.Text)) == nil {
			all = append(all, e)
		}
	}
	return all
}

// later returns what is to be done after the next action.
func (n *Note) later(kept Kept) []Entry {
	all := n.todo(kept)
	return all[min(1, len(all)):]
}

// saysNothingNext reports whether the note has a text such as (none) for its next action.
func (n *Note) saysNothingNext() bool {
	return len(n.nothing[nextKey]) > 0 && len(n.Entries[nextKey]) == 0
}

// finished reports whether something is completed and nothing is left.
func (n *Note) finished(kept Kept) bool {
	return len(n.Entries[doneKey]) > 0 && n.nextAction(kept) == ""
}
