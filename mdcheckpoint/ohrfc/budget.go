package ohrfc

import (
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// What budgets are about.
const (
	FileLines  = "lines of the file"
	GroupLines = "lines of a group"
	Bullets    = "bullets of a subsection"
	FileTokens = "tokens of the file"
)

// A Budget is how much of a limit a checkpoint uses. Its Kind is FileLines,
// GroupLines, Bullets or FileTokens.
type Budget = schema.Budget

// Budgets are all limits of c and what it uses of them, in the order of the
// file. Tokens are counted by count; nil leaves them out. A limit of 0 is none.
func (c *Checkpoint) Budgets(limits schema.Limits, count func(string) int) []Budget {
	file := c.Document.File
	all := make([]Budget, 0, 2+len(c.Document.Sections)) // those of the file, and at most one of a section
	if limits.Lines > 0 {
		all = append(all, Budget{Kind: FileLines, Rule: "ohrfc/line-budget", Unit: "lines", Used: file.Lines(), Limit: limits.Lines, Span: file.All()})
	}
	if limits.Tokens > 0 && count != nil {
		all = append(all, Budget{Kind: FileTokens, Rule: "ohrfc/token-budget", Unit: "tokens", Used: schema.TokensWithin(file.Text, limits.Tokens, count), Limit: limits.Tokens, Span: file.All()})
	}
	for _, s := range c.Document.Sections {
		if s.Level == 2 && limits.GroupLines > 0 {
			body := schema.Body(s)
			all = append(all, Budget{Kind: GroupLines, Rule: "ohrfc/group-budget", Title: s.Title, Group: s.Title, Unit: "lines", Used: file.CountLines(body), Limit: limits.GroupLines, Span: body})
		}
	}
	for _, g := range c.Match.Groups {
		for _, s := range g.Subsections {
			if s.Subsection.Max > 0 {
				all = append(all, Budget{
					Kind: Bullets, Rule: "ohrfc/bullet-count", Title: s.Subsection.Title, Group: g.Section.Title, Unit: "bullets",
					Used: len(s.Items()), Limit: s.Subsection.Max, Span: s.Section.Span,
				})
			}
		}
	}
	return all
}

// A Saving is a bullet that could go to keep a budget.
type Saving = schema.Saving

// Savings are the bullets within b that free most, one after the other until
// the budget holds. Of equal ones the longest come first.
func (c *Checkpoint) Savings(b Budget, count func(string) int) []Saving {
	var all []Saving
	for _, g := range c.Match.Groups {
		for _, s := range g.Subsections {
			for _, item := range s.Items() {
				if b.Span.Covers(item.Span) {
					all = append(all, Saving{Group: g.Title(), Subsection: s.Subsection.Title, Bullet: c.Bullet(item), Frees: c.cost(b, item, count)})
				}
			}
		}
	}
	return schema.Largest(all, b.Over())
}

func (c *Checkpoint) cost(b Budget, item *mdcheckpoint.Item, count func(string) int) int {
	switch b.Kind {
	case Bullets:
		return 1
	case FileTokens:
		return count(c.Document.File.Slice(item.Span))
	}
	return c.Document.File.CountLines(item.Span)
}
