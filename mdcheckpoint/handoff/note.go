package handoff

import (
	"io/fs"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Note is a parsed hand-off. Edits do not change it.
type Note struct {
	*schema.Match
	Goal    string // one line, or ""
	Entries map[string][]Entry
	Facts   Facts
	// nothing contains texts such as "none", by section.
	nothing map[string][]Entry
	kept    archivedItems // the items in the archive of the note
}

// Parse parses text as the note called name. It returns the errors of [mdcheckpoint.Parse].
func Parse(name, text string) (*Note, error) {
	d, err := mdcheckpoint.Parse(name, text)
	if err != nil {
		return nil, err
	}
	return read(matchNote(d), nil), nil
}

// load reads the note called name in tree, without its archive.
func load(tree fs.FS, name string) (*Note, error) {
	text, err := source.ReadRegular(tree, name)
	if err != nil {
		return nil, err
	}
	return Parse(name, text)
}

func read(m *schema.Match, kept archivedItems) *Note {
	n := &Note{Match: m, kept: kept, Entries: map[string][]Entry{}, nothing: map[string][]Entry{}}
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

func (n *Note) text() string { return n.Document.File.Text }

func (n *Note) slice(span source.Span) string { return n.Document.File.Slice(span) }

func (n *Note) first(key string) *schema.GroupMatch {
	if all := n.All(key); len(all) > 0 {
		return all[0]
	}
	return nil
}

func (n *Note) readGoal(g *schema.GroupMatch) {
	var texts []string
	for _, b := range g.Section.Blocks {
		switch text := strings.TrimPrefix(spelling.OneLine(n.slice(b.Span)), "- "); {
		case b.Kind == mdcheckpoint.Comment:
		case spelling.IsNone(text):
			n.nothing[goalKey] = append(n.nothing[goalKey], Entry{Key: goalKey, Line: text, Place: schema.Place{Span: b.Span, Body: b.Span}})
		default:
			texts = append(texts, text)
		}
	}
	if n.Goal == "" {
		n.Goal = strings.Join(texts, " ")
	}
}

func (n *Note) readEntries(key string, s *mdcheckpoint.Section) {
	var all []Entry
	for _, item := range n.items(key, s) {
		all = append(all, n.itemEntry(key, item))
	}
	listed := len(all) > 0
	for _, b := range s.Blocks {
		if e := (Entry{Key: key, Line: spelling.OneLine(n.slice(b.Span)), Place: schema.Place{Span: b.Span, Body: b.Span}}); b.Kind == mdcheckpoint.Paragraph && !strings.HasPrefix(e.Line, "|") && (!listed || spelling.IsNone(e.Line)) {
			all = append(all, e)
		}
	}
	for _, e := range all {
		if spelling.IsNone(e.Line) && e.Nested == "" {
			n.nothing[key] = append(n.nothing[key], e)
			continue
		}
		e.read()
		n.Entries[key] = append(n.Entries[key], e)
	}
}

// items returns the items of a section, without those below a label or heading of another section.
func (n *Note) items(key string, s *mdcheckpoint.Section) (all []*mdcheckpoint.Item) {
	for i, b := range s.Blocks {
		if i == 0 || !n.isLabel(s.Blocks[i-1]) || !isOther(key, n.slice(s.Blocks[i-1].Span)) {
			all = append(all, b.Items...)
		}
	}
	for _, child := range s.Children {
		ticked, _ := cutTick(child.Title)
		if over := ticked && (key == nextKey || key == pendingKey || key == blockersKey); !over && !isOther(key, child.Title) {
			all = append(all, n.items(key, child)...)
		}
	}
	return all
}

func (n *Note) isLabel(b *mdcheckpoint.Block) bool {
	text := strings.TrimRight(n.slice(b.Span), "* ")
	return b.Kind == mdcheckpoint.Paragraph && !strings.Contains(text, "\n") && (strings.HasPrefix(text, "**") || strings.HasSuffix(text, ":"))
}

func (n *Note) itemEntry(key string, item *mdcheckpoint.Item) Entry {
	e := Entry{Key: key, Place: n.ItemPlace(item)}
	e.Line = spelling.OneLine(n.slice(e.Body))
	return e
}

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

// over returns the identities of completed items: those in Done, and those with a tick. Of equal
// items, the first one counts.
func (n *Note) over() map[string]bool {
	over := map[string]bool{}
	for _, e := range n.Entries[doneKey] {
		over[e.ids[0]], over[e.ids[1]] = true, true
	}
	for _, key := range []string{nextKey, pendingKey} {
		seen := map[string]bool{}
		for _, e := range n.Entries[key] {
			for _, id := range e.ids {
				over[id] = over[id] || e.Ticked && !seen[id]
				seen[id] = true
			}
		}
	}
	return over
}

func (n *Note) open(key string) []Entry {
	over := n.over()
	return slices.DeleteFunc(slices.Clone(n.Entries[key]), func(e Entry) bool { return e.Ticked || over[e.ids[0]] || n.kept[e.ids[0]] })
}

// nextAction returns the next action, or else the first pending item, or "".
func (n *Note) nextAction() string {
	if all := n.todo(); len(all) > 0 {
		return all[0].Text
	}
	return ""
}

func (n *Note) todo() (all []Entry) {
	seen := map[string]bool{}
	for _, e := range append(n.open(nextKey), n.open(pendingKey)...) {
		if !seen[e.ids[0]] {
			all = append(all, e)
			seen[e.ids[0]], seen[e.ids[1]] = true, true
		}
	}
	return all
}

func (n *Note) later() []Entry {
	all := n.todo()
	return all[min(1, len(all)):]
}

func (n *Note) saysNoNext() bool {
	return len(n.nothing[nextKey]) > 0 && len(n.Entries[nextKey]) == 0
}

func (n *Note) finished() bool {
	return len(n.Entries[doneKey]) > 0 && n.nextAction() == ""
}
