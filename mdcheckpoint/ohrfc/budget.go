package ohrfc

import (
	"cmp"
	"slices"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// What budgets are about.
const (
	FileLines  = "lines of the file"
	GroupLines = "lines of a group"
	Bullets    = "bullets of a subsection"
	FileTokens = "tokens of the file"
)

// A Budget is how much of a limit a checkpoint uses.
type Budget struct {
	Kind        string // FileLines, GroupLines, Bullets or FileTokens
	Title       string // of the group or subsection; "" for the file
	Unit        string // of Used and Limit: lines, bullets, tokens
	Used, Limit int
	Group       string      // title of the group; "" for the file
	Span        source.Span // what is counted
}

// Over is by how much the limit is exceeded; 0 if it is kept.
func (b Budget) Over() int { return max(0, b.Used-b.Limit) }

// Budgets are all limits of c and what it uses of them, in the order of the
// file. Tokens are counted by count; nil leaves them out. A limit of 0 is none.
func (c *Checkpoint) Budgets(limits schema.Limits, count func(string) int) []Budget {
	file := c.Document.File
	var all []Budget
	if limits.Lines > 0 {
		all = append(all, Budget{Kind: FileLines, Unit: "lines", Used: file.Lines(), Limit: limits.Lines, Span: file.All()})
	}
	if limits.Tokens > 0 && count != nil {
		all = append(all, Budget{Kind: FileTokens, Unit: "tokens", Used: tokens(file.Text, limits.Tokens, count), Limit: limits.Tokens, Span: file.All()})
	}
	for _, s := range c.Document.Sections {
		if s.Level == 2 && limits.GroupLines > 0 {
			body := schema.Body(s)
			all = append(all, Budget{Kind: GroupLines, Title: s.Title, Group: s.Title, Unit: "lines", Used: file.CountLines(body), Limit: limits.GroupLines, Span: body})
		}
	}
	for _, g := range c.Match.Groups {
		for _, s := range g.Subsections {
			if s.Subsection.Max > 0 {
				all = append(all, Budget{
					Kind: Bullets, Title: s.Subsection.Title, Group: g.Section.Title, Unit: "bullets",
					Used: len(s.Items()), Limit: s.Subsection.Max, Span: s.Section.Span,
				})
			}
		}
	}
	return all
}

// tokens is the count of text. No token is shorter than a byte, so a text of
// fewer bytes than the limit keeps it, and its bytes stand for its tokens.
func tokens(text string, limit int, count func(string) int) int {
	if len(text) <= limit {
		return len(text)
	}
	return count(text)
}

// Broken are the budgets of after that are exceeded, and by more than in before.
// Of several with one title the first is compared with the first, and so on.
func Broken(before, after []Budget) []Budget {
	type about struct{ kind, group, title string }
	was := map[about][]int{}
	for _, b := range before {
		a := about{b.Kind, b.Group, b.Title}
		was[a] = append(was[a], b.Used)
	}
	var broken []Budget
	for _, b := range after {
		a, used := about{b.Kind, b.Group, b.Title}, 0
		if list := was[a]; len(list) > 0 {
			used, was[a] = list[0], list[1:]
		}
		if b.Over() > 0 && b.Used > used {
			broken = append(broken, b)
		}
	}
	return broken
}

// A Saving is a bullet that could go to keep a budget.
type Saving struct {
	Group, Subsection string
	Bullet            string
	Frees             int // in the unit of the budget
	Sum               int // with those before it
}

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
	slices.SortStableFunc(all, func(x, y Saving) int {
		return cmp.Or(cmp.Compare(y.Frees, x.Frees), cmp.Compare(len(y.Bullet), len(x.Bullet)))
	})
	sum := 0
	for i := range all {
		sum += all[i].Frees
		all[i].Sum = sum
		if sum >= b.Over() {
			return all[:i+1]
		}
	}
	return all
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
