package schema

import (
	"cmp"
	"slices"

	"mdck/mdcheckpoint"
)

// An outliner makes the sections of one outline.
type outliner struct {
	View
	match       *Match
	groups      map[*mdcheckpoint.Section]*GroupMatch
	subsections map[*mdcheckpoint.Section]known
	places      map[*OutlineSection]place // of the sections that the format knows
}

// A known is a subsection with the group that it belongs to.
type known struct {
	*SubsectionMatch
	group *Group
}

func (o *outliner) section(s *mdcheckpoint.Section) *OutlineSection {
	file, body := o.match.Document.File, Body(s)
	out := &OutlineSection{
		Title: s.Title, Level: s.Level, Section: s, Line: file.Line(s.Heading.Start),
		Lines: Amount{Used: file.CountLines(body)}, Tokens: Amount{Used: o.Count(file.Slice(body))},
	}
	if s.Level == o.match.Schema.GroupLevel() {
		out.Lines.Limit = o.Limits.GroupLines
	}
	for _, item := range o.Items(s) {
		out.Items = append(out.Items, OutlineItem{
			Text: item.Text, Line: file.Line(item.Span.Start), Tokens: o.Count(file.Slice(item.Span)),
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
		out.Lines.Limit, out.Tokens.Limit = sub.Subsection.Lines, sub.Subsection.Tokens
	}
	if g := o.groups[s]; g != nil {
		out.Known, out.Listed = true, g.Group.Listed
		o.limit(out, g)
		o.places[out] = place{o.match.Schema.Rank(g.Group.Key), g.N}
		out.Sections = o.withMissingSubsections(g, out.Sections)
	}
	return out
}

// limit sets the limits of a group that has some of its own.
func (o *outliner) limit(out *OutlineSection, g *GroupMatch) {
	out.Lines.Limit = cmp.Or(g.Group.Lines, o.Limits.GroupLines)
	out.Tokens.Limit = g.Group.Tokens
	if g.Group.Min > 0 || g.Group.Max > 0 {
		out.Bullets = Amount{Used: len(g.Items()), Min: g.Group.Min, Limit: g.Group.Max}
	}
}

// withMissingSubsections puts what g lacks where it belongs among sections.
func (o *outliner) withMissingSubsections(g *GroupMatch, sections []*OutlineSection) []*OutlineSection {
	for _, sub := range g.Missing() {
		missing := &OutlineSection{
			Title: sub.Title, Level: g.Section.Level + 1, Known: true, Missing: true,
			Bullets: Amount{Min: sub.Min, Limit: sub.Max}, Lines: Amount{Limit: sub.Lines}, Tokens: Amount{Limit: sub.Tokens},
		}
		o.places[missing] = placeIn(g.Group, sub)
		sections = o.insert(sections, missing)
	}
	return sections
}

// withMissing puts the groups that the document lacks where they belong.
func (o *outliner) withMissing(sections []*OutlineSection) []*OutlineSection {
	for _, m := range o.Missing {
		group := &OutlineSection{
			Title: m.Title(), Level: o.match.Schema.GroupLevel(), Known: true, Listed: m.Group.Listed, Missing: true,
			Lines: Amount{Limit: cmp.Or(m.Group.Lines, o.Limits.GroupLines)}, Tokens: Amount{Limit: m.Group.Tokens},
			Bullets: Amount{Min: m.Group.Min, Limit: m.Group.Max},
		}
		o.places[group] = place{o.match.Schema.Rank(m.Group.Key), m.N}
		sections = o.insert(sections, group)
	}
	return sections
}

// A place is where a section belongs: its rank among its neighbours and, of
// those that repeat, its number.
type place struct{ rank, n int }

func placeIn(g *Group, sub *Subsection) place {
	return place{rank: slices.IndexFunc(g.Subsections, func(s Subsection) bool { return s.Title == sub.Title })}
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
