package ccc

import (
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// Outline gives the tree of the progress file. What stands directly in a section
// are its entries, or the bullets of one that the format does not know. The format
// has no budgets, so nothing has a limit.
func (p *Progress) Outline(count func(text string) int) *schema.Outline {
	var missing []schema.MissingGroup
	for _, g := range p.Match.Missing() {
		missing = append(missing, schema.MissingGroup{Group: g})
	}
	return p.Match.Outline(schema.View{Count: count, Items: p.items(), Missing: missing})
}

// items gives what stands directly in a section: entries in one that has them and
// in those below it, bullets in any other.
func (p *Progress) items() func(*mdcheckpoint.Section) []schema.Item {
	listed := map[*mdcheckpoint.Section]bool{}
	for _, g := range p.Match.Groups {
		listed[g.Section] = p.list(g.Group.Key) != nil
	}
	entries := map[*mdcheckpoint.Section][]schema.Item{}
	for _, list := range [...][]Entry{p.Completed, p.Current, p.Remaining, p.Decisions, p.Learnings, p.Blockers} {
		for _, e := range list {
			s := p.Document.SectionAt(e.Span.Start)
			entries[s] = append(entries[s], schema.Item{Text: e.Line, Span: e.Span})
		}
	}
	return func(s *mdcheckpoint.Section) []schema.Item {
		for above := s; above != nil; above = above.Parent {
			if listed[above] {
				return entries[s]
			}
		}
		var items []schema.Item
		for _, item := range s.Bullets() {
			items = append(items, schema.Item{Text: p.itemEntry("", item).Line, Span: item.Span})
		}
		return items
	}
}
