package schema

import (
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// A Place is an entry of a section: an item of a list, or a paragraph instead of a list.
type Place struct {
	Span   source.Span        // includes list marker and nested content
	Body   source.Span        // the text without list marker and nested content
	Item   *mdcheckpoint.Item // nil for a paragraph
	Nested string             // nested content as written; follows Body
}

// ItemPlace returns the place of an item.
func (m *Match) ItemPlace(item *mdcheckpoint.Item) Place {
	p := Place{Span: item.Span, Body: item.Text, Item: item}
	if len(item.Blocks) > 0 {
		p.Body.End = item.Blocks[0].Span.End
	}
	p.Nested = m.Document.File.Slice(source.Between(p.Body.End, p.Span.End))
	return p
}

// Entries describes the contents of a section. The places may be nil.
type Entries struct {
	First, Last *Place
	None        *Place // a text such as "none"
	Paragraph   bool   // the first entry is written as a paragraph
}

// AddEntries returns the edits that add lines to the section key, before or after its entries.
func (e *Editor) AddEntries(key string, there Entries, lines []string, front bool) []source.Edit {
	if last := there.Last; last != nil {
		return e.addBeside(there.First, last, lines, front)
	}
	text, none, g := e.Bullets(lines), there.None, e.Match.Group(key, 0)
	if there.Paragraph {
		text = lines[0]
	}
	switch {
	case none != nil && none.Item != nil:
		return e.ReplaceBullets([]*mdcheckpoint.Item{none.Item}, lines)
	case none != nil:
		return []source.Edit{source.Replace(none.Body, text)}
	case g != nil:
		return []source.Edit{e.AddText(g.Section, text)}
	}
	return []source.Edit{e.NewSection(key, text)}
}

func (e *Editor) addBeside(first, last *Place, lines []string, front bool) []source.Edit {
	switch {
	case front && first.Item != nil:
		return e.InsertBullets(first.Item, lines)
	case front:
		return []source.Edit{source.Insert(first.Span.Start, e.Bullets(lines)+e.eol()+e.eol())}
	case last.Item != nil:
		return e.AppendBullets(last.Item, lines)
	}
	return []source.Edit{source.Insert(e.lineEnd(last.Span.End), e.eol()+e.eol()+e.Bullets(lines))}
}

// Bullets returns lines as a list, with the marker of the document.
func (e *Editor) Bullets(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	marker := Marker(e.Match.Document)
	return marker + strings.Join(lines, e.eol()+marker)
}

// NewSection returns the edit that adds the section key with text.
func (e *Editor) NewSection(key, text string) source.Edit {
	s := e.Match.Schema
	group := &s.Groups[s.Rank(key)]
	return e.Insert(&GroupMatch{Group: group}, s.Heading(group.Title)+e.Gap()+text)
}
