package custom

import (
	"cmp"
	"slices"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// Kinds of budgets: the ids of the rules about them.
const (
	LineBudget  = "format/line-budget"
	TokenBudget = "format/token-budget"
	BulletCount = "format/bullet-count"
)

// Budgets are all limits of d and what it uses of them, in the order of the file.
// Tokens are counted by count; nil leaves them out. The limits are those of the format.
func (d *Document) Budgets(_ schema.Limits, count func(string) int) []schema.Budget {
	limits := d.Format.Schema.Limits
	b := budgeter{file: d.File, count: count, all: make([]schema.Budget, 0, 1+len(d.Sections))} // mostly one of a section
	b.add(schema.Budget{Span: d.File.All()}, d.File.Lines(), limits.Lines, limits.Tokens)
	for _, g := range d.Match.Groups {
		title := g.Section.Title
		b.add(schema.Budget{Title: title, Group: title, Span: g.Body()}, g.Lines(), cmp.Or(g.Group.Lines, limits.GroupLines), g.Group.Tokens)
		b.bullets(schema.Budget{Title: title, Group: title, Span: g.Section.Span}, len(g.Items()), g.Group.Max)
		for _, s := range g.Subsections {
			about := schema.Budget{Title: s.Section.Title, Group: title, Span: schema.Body(s.Section)}
			b.add(about, d.File.CountLines(about.Span), s.Subsection.Lines, s.Subsection.Tokens)
			b.bullets(about, len(s.Items()), s.Subsection.Max)
		}
	}
	for s := range d.Unnamed() {
		body := schema.Body(s)
		b.add(schema.Budget{Title: s.Title, Group: s.Title, Span: body}, d.File.CountLines(body), limits.GroupLines, 0)
	}
	slices.SortStableFunc(b.all, func(x, y schema.Budget) int { return x.Span.Start - y.Span.Start })
	return b.all
}

// A budgeter collects budgets.
type budgeter struct {
	file  *source.File
	count func(string) int
	all   []schema.Budget
}

func (b *budgeter) add(about schema.Budget, lines, maxLines, maxTokens int) {
	if maxLines > 0 {
		about.Kind, about.Unit, about.Used, about.Limit = LineBudget, "lines", lines, maxLines
		b.all = append(b.all, about)
	}
	if maxTokens > 0 && b.count != nil {
		about.Kind, about.Unit, about.Limit = TokenBudget, "tokens", maxTokens
		about.Used = schema.TokensWithin(b.file.Slice(about.Span), maxTokens, b.count)
		b.all = append(b.all, about)
	}
}

func (b *budgeter) bullets(about schema.Budget, used, most int) {
	if most > 0 {
		about.Kind, about.Unit, about.Used, about.Limit = BulletCount, "bullets", used, most
		b.all = append(b.all, about)
	}
}

// Savings are the bullets, and other blocks, within b that free most, one after the
// other until the budget holds. Of equal ones the longest come first.
func (d *Document) Savings(b schema.Budget, count func(string) int) []schema.Saving {
	var all []schema.Saving
	for _, s := range d.Sections {
		saving := schema.Saving{Group: s.Title}
		if top := s.Parent; top != nil && s.Level > d.Format.Schema.GroupLevel() {
			saving = schema.Saving{Group: top.Title, Subsection: s.Title}
		}
		for _, p := range d.pieces(s, b.Kind == BulletCount) {
			if b.Span.Covers(p.span) {
				saving.Bullet, saving.Frees = spelling.OneLine(d.File.Slice(p.text)), d.cost(b, p.span, count)
				all = append(all, saving)
			}
		}
	}
	return schema.Largest(all, b.Over())
}

// A piece is a bullet or another block, with its text.
type piece struct{ span, text source.Span }

// pieces are what could go of s: its bullets and, unless only they count, other blocks.
func (d *Document) pieces(s *mdcheckpoint.Section, bullets bool) []piece {
	var all []piece
	for _, block := range s.Blocks {
		for _, item := range block.Items {
			all = append(all, piece{item.Span, item.Text})
		}
		if len(block.Items) == 0 && !bullets && block.Kind != mdcheckpoint.Break {
			all = append(all, piece{block.Span, block.Span})
		}
	}
	return all
}

func (d *Document) cost(b schema.Budget, span source.Span, count func(string) int) int {
	switch b.Kind {
	case BulletCount:
		return 1
	case TokenBudget:
		return count(d.File.Slice(span))
	}
	return d.File.CountLines(span)
}

// Outline gives the tree of d with what it uses of its budgets. Tokens are counted by
// count, all of them whatever the limit is.
func (d *Document) Outline(count func(string) int) *schema.Outline {
	var missing []schema.MissingGroup
	for _, g := range d.Match.Missing() {
		m := schema.MissingGroup{Group: g}
		if g.Numbered() {
			m.N = 1
		}
		missing = append(missing, m)
	}
	items := func(s *mdcheckpoint.Section) []schema.Item {
		var all []schema.Item
		for _, item := range s.Bullets() {
			all = append(all, schema.Item{Text: d.Match.Bullet(item), Span: item.Span})
		}
		return all
	}
	return d.Match.Outline(schema.View{Limits: d.Format.Schema.Limits, Count: count, Items: items, Missing: missing, AnyTitle: true})
}
