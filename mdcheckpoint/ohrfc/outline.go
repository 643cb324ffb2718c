package ohrfc

import (
	"slices"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// A Standing says how something stands to its budget.
type Standing string

// Standings, each worse than those before it.
const (
	Kept    Standing = "ok"
	Near    Standing = "near"    // it has at least nearPercent of its budget, and keeps it
	Under   Standing = "under"   // it has less than its least
	Over    Standing = "over"    // it has more than its budget
	Missing Standing = "missing" // it should be there and is not
)

// nearPercent is the part of a budget from which on its headroom is worth a word.
const nearPercent = 90

// Worse is the worse of s and t.
func (s Standing) Worse(t Standing) Standing {
	order := []Standing{Kept, Near, Under, Over, Missing}
	if slices.Index(order, t) > slices.Index(order, s) {
		return t
	}
	return s
}

// An Amount is how much of a budget something uses.
type Amount struct {
	Used  int
	Min   int // 0: none is asked for
	Limit int // 0: there is no limit
}

// Standing is how the amount stands to its limits.
func (a Amount) Standing() Standing {
	switch {
	case a.Limit > 0 && a.Used > a.Limit:
		return Over
	case a.Used < a.Min:
		return Under
	case a.Limit > 0 && 100*a.Used >= nearPercent*a.Limit:
		return Near
	}
	return Kept
}

// An Outline is a checkpoint as the tree of its sections, each with what it uses
// of its budgets.
type Outline struct {
	Lines  Amount // of the file
	Tokens Amount // of the file
	// Sections are those of level 2, those of level 1 but the title, and those that
	// stand below neither, in the order of the file; what is missing stands where
	// it belongs.
	Sections []*OutlineSection
}

// An OutlineSection is a section of an [Outline]. A missing one has
// a title, a level and its limits, and uses nothing.
type OutlineSection struct {
	Title   string // as it is written; of a missing one, as the protocol writes it
	Level   int
	Section *mdcheckpoint.Section // nil if it is missing
	Line    int                   // 1-based, of the heading; 0 if it is missing
	Known   bool                  // the protocol has a group or a subsection of that title
	Missing bool
	Lines   Amount // from its heading to the end of its body; only groups have a limit
	// Tokens are those of the body: heading, text and all sections below. A text
	// that is cut in two can have other tokens at the seam, and blank lines between
	// sections belong to none, so those of the parts do not sum up to the whole.
	Tokens int
	// Bullets are those of the section and of all below it, in a subsection that
	// the protocol knows; of any other those directly in it, without limits.
	Bullets  Amount
	Items    []OutlineItem // the bullets directly in it
	Sections []*OutlineSection
}

// An OutlineItem is a bullet of an [Outline].
type OutlineItem struct {
	Text   string // on one line, as [Checkpoint.Bullet] gives it
	Line   int    // 1-based
	Tokens int    // of the bullet with its marker
}

// Standing is the worst of what the section itself has; sections below it have
// their own.
func (s *OutlineSection) Standing() Standing {
	if s.Missing {
		return Missing
	}
	return s.Lines.Standing().Worse(s.Bullets.Standing())
}

// Outline gives the tree of c. Lines and bullets are counted as [Checkpoint.Budgets]
// counts them, tokens by count, all of them whatever the limit is.
func (c *Checkpoint) Outline(limits schema.Limits, count func(string) int) *Outline {
	file := c.Document.File
	o := outliner{
		checkpoint: c, limits: limits, count: count,
		groups:      map[*mdcheckpoint.Section]*schema.GroupMatch{},
		subsections: map[*mdcheckpoint.Section]known{},
		places:      map[*OutlineSection]place{},
	}
	for _, g := range c.Match.Groups {
		o.groups[g.Section] = g
		for _, s := range g.Subsections {
			o.subsections[s.Section] = known{s, g.Group}
		}
	}
	out := &Outline{
		Lines:  Amount{Used: file.Lines(), Limit: limits.Lines},
		Tokens: Amount{Used: count(file.Text), Limit: limits.Tokens},
	}
	for _, s := range c.Document.Sections {
		switch {
		case s == c.Match.Title:
		case s.Parent == nil, s.Parent == c.Match.Title:
			out.Sections = append(out.Sections, o.section(s))
		}
	}
	out.Sections = o.withMissing(out.Sections)
	return out
}

// An outliner makes the sections of one outline.
type outliner struct {
	checkpoint  *Checkpoint
	limits      schema.Limits
	count       func(string) int
	groups      map[*mdcheckpoint.Section]*schema.GroupMatch
	subsections map[*mdcheckpoint.Section]known
	places      map[*OutlineSection]place // of the sections that the protocol knows
}

// A known is a subsection with the group that it belongs to.
type known struct {
	*schema.SubsectionMatch
	group *schema.Group
}

func (o *outliner) section(s *mdcheckpoint.Section) *OutlineSection {
	file, body := o.checkpoint.Document.File, schema.Body(s)
	out := &OutlineSection{
		Title: s.Title, Level: s.Level, Section: s, Line: file.Line(s.Heading.Start),
		Lines: Amount{Used: file.CountLines(body)}, Tokens: o.count(file.Slice(body)),
	}
	if s.Level == 2 {
		out.Lines.Limit = o.limits.GroupLines
	}
	for _, item := range s.Bullets() {
		out.Items = append(out.Items, OutlineItem{
			Text: o.checkpoint.Bullet(item), Line: file.Line(item.Span.Start), Tokens: o.count(file.Slice(item.Span)),
		})
	}
	out.Bullets.Used = len(out.Items)
	for _, child := range s.Children {
		out.Sections = append(out.Sections, o.section(child))
	}
	if sub, ok := o.subsections[s]; ok {
		out.Known = true
		o.places[out] = placeIn(sub.group, sub.Subsection)
		out.Bullets = Amount{Used: len(sub.Items()), Min: sub.Subsection.Min, Limit: sub.Subsection.Max}
	}
	if g := o.groups[s]; g != nil {
		out.Known = true
		o.places[out] = place{Rank(g.Group.Key), g.N}
		out.Sections = o.withMissingSubsections(g, out.Sections)
	}
	return out
}

// withMissingSubsections puts what g lacks where it belongs among sections.
func (o *outliner) withMissingSubsections(g *schema.GroupMatch, sections []*OutlineSection) []*OutlineSection {
	for _, sub := range g.Missing() {
		missing := &OutlineSection{
			Title: sub.Title, Level: 3, Known: true, Missing: true,
			Bullets: Amount{Min: sub.Min, Limit: sub.Max},
		}
		o.places[missing] = placeIn(g.Group, sub)
		sections = o.insert(sections, missing)
	}
	return sections
}

// withMissing puts the groups that the checkpoint lacks where they belong.
func (o *outliner) withMissing(sections []*OutlineSection) []*OutlineSection {
	missing := o.checkpoint.MissingGroups()
	if o.checkpoint.Meta.Section == nil {
		missing = append(missing, MissingGroup{Group: Group(MetaKey)})
	}
	for _, m := range missing {
		group := &OutlineSection{
			Title: m.Title(), Level: 2, Known: true, Missing: true,
			Lines: Amount{Limit: o.limits.GroupLines},
		}
		o.places[group] = place{Rank(m.Group.Key), m.N}
		sections = o.insert(sections, group)
	}
	return sections
}

// A place is where a section belongs: its rank among its neighbours and, of
// those that repeat, its number.
type place struct{ rank, n int }

func placeIn(g *schema.Group, sub *schema.Subsection) place {
	return place{rank: slices.IndexFunc(g.Subsections, func(s schema.Subsection) bool { return s.Title == sub.Title })}
}

func (p place) before(q place) bool { return p.rank < q.rank || p.rank == q.rank && p.n < q.n }

// insert puts s behind the last of sections that belongs before it.
func (o *outliner) insert(sections []*OutlineSection, s *OutlineSection) []*OutlineSection {
	for i, other := range slices.Backward(sections) {
		if at, ok := o.places[other]; ok && at.before(o.places[s]) {
			return slices.Insert(sections, i+1, s)
		}
	}
	return slices.Insert(sections, 0, s)
}
