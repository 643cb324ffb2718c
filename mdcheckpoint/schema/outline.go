package schema

import (
	"cmp"
	"slices"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// A BudgetState compares a used amount with its budget.
type BudgetState string

// Budget states, in order of increasing severity.
const (
	Within  BudgetState = "ok"
	Near    BudgetState = "near" // at least nearPercent of the limit, and not Over
	Under   BudgetState = "under"
	Over    BudgetState = "over"
	Missing BudgetState = "missing" // required, but does not exist
)

const nearPercent = 90

// Worse returns the more severe of s and t.
func (s BudgetState) Worse(t BudgetState) BudgetState {
	order := []BudgetState{Within, Near, Under, Over, Missing}
	if slices.Index(order, t) > slices.Index(order, s) {
		return t
	}
	return s
}

// An Amount is a used amount with its limits.
type Amount struct {
	Used  int `json:"used"`
	Min   int `json:"-"`
	Limit int `json:"limit,omitempty"` // 0 means no limit
}

func (a Amount) State() BudgetState {
	switch {
	case a.Limit > 0 && a.Used > a.Limit:
		return Over
	case a.Used < a.Min:
		return Under
	case a.Limit > 0 && 100*a.Used >= nearPercent*a.Limit:
		return Near
	}
	return Within
}

// An Outline is a document's tree of sections with budgets.
type Outline struct {
	Shape      string // shape of the document; "" if the protocol has only one
	Lines      Amount // of the file
	Tokens     Amount // of the file
	Characters Amount // of the file
	Level      int
	// Sections are the top-level sections without the title. Missing groups are at their places.
	Sections []*OutlineSection
}

// State returns the most severe state of the budgets of the file, not of its sections.
func (o *Outline) State() BudgetState {
	return o.Lines.State().Worse(o.Tokens.State()).Worse(o.Characters.State())
}

// An OutlineSection is a section of an [Outline]. A missing section has only a title, a level and
// limits.
type OutlineSection struct {
	Title   string // as written; of a missing section, as in the format
	Level   int
	Section *mdcheckpoint.Section // nil if the section is missing
	Line    int                   // line of the heading, from 1; 0 if missing
	Known   bool                  // the format has this group or subsection
	Listed  bool                  // same as Listed in Group
	Missing bool
	Lines   Amount // lines of the body
	// Tokens counts heading, text and subsections.
	Tokens Amount
	// Bullets includes those of sections below if the format limits them, otherwise only Items.
	Bullets  Amount
	Items    []OutlineItem
	Sections []*OutlineSection

	place place // in the format, if Known
}

// An OutlineItem is a bullet or another kind of item in an [Outline].
type OutlineItem struct {
	Text   string `json:"text"`   // on one line
	Line   int    `json:"line"`   // 1-based
	Tokens int    `json:"tokens"` // tokens of the whole item, including the marker
}

// State returns the most severe state of the section's own budgets.
func (s *OutlineSection) State() BudgetState {
	if s.Missing {
		return Missing
	}
	return s.Lines.State().Worse(s.Bullets.State()).Worse(s.Tokens.State())
}

// A View contains the options for an [Outline].
type View struct {
	Limits Limits
	Count  func(text string) int // counts tokens; nil counts none
	// Items returns the items directly in a section, in order. Nil means the bullets.
	Items   func(*mdcheckpoint.Section) []Item
	Missing []MissingGroup
}

// An Item is a text on one line, with the span of the whole item.
type Item struct {
	Text string
	Span source.Span
}

// A MissingGroup is a required group that is missing.
type MissingGroup struct {
	Group *Group
	N     int // number for {N} in the title, or 0
}

// Title returns the title of the missing group.
func (m MissingGroup) Title() string { return m.Group.TitleFor(m.N) }

// Outline returns the sections of the document, with the missing groups of v.
func (m *Match) Outline(v View) *Outline {
	if v.Count == nil {
		v.Count = func(string) int { return 0 }
	}
	o := outliner{v, m, map[*mdcheckpoint.Section]part{}}
	for _, g := range m.Groups {
		o.parts[g.Section] = part{g, nil}
		for _, s := range g.Subsections {
			o.parts[s.Section] = part{g, s}
		}
	}
	file := m.Document.File
	out := &Outline{
		Lines:      Amount{Used: file.Lines(), Limit: v.Limits.Lines},
		Tokens:     Amount{Used: v.Count(file.Text), Limit: v.Limits.Tokens},
		Characters: Amount{Used: source.Characters(file.Text), Limit: v.Limits.Characters},
		Level:      m.Schema.GroupLevel(),
	}
	title := m.top()
	for _, s := range m.Document.Sections {
		if s != title && (s.Parent == nil || s.Parent == title) {
			out.Sections = append(out.Sections, o.section(s))
		}
	}
	for _, missing := range v.Missing {
		s := &OutlineSection{Title: missing.Title(), Level: out.Level, Missing: true}
		o.group(s, missing.Group, missing.N)
		out.Sections = insert(out.Sections, s)
	}
	return out
}

type outliner struct {
	View
	match *Match
	parts map[*mdcheckpoint.Section]part
}

type part struct {
	*GroupMatch
	subsection *SubsectionMatch // nil for the group itself
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
	for _, item := range o.items(s) {
		out.Items = append(out.Items, OutlineItem{
			Text: item.Text, Line: file.Line(item.Span.Start), Tokens: o.Count(file.Slice(item.Span)),
		})
	}
	out.Bullets.Used = len(out.Items)
	for _, child := range s.Children {
		out.Sections = append(out.Sections, o.section(child))
	}
	switch p, known := o.parts[s]; {
	case !known:
	case p.subsection != nil:
		out.Bullets.Used = len(p.subsection.Items())
		out.subsection(p.Group, p.subsection.Subsection)
	default:
		o.group(out, p.Group, p.N)
		if p.Group.Min > 0 || p.Group.Max > 0 {
			out.Bullets.Used = len(p.GroupMatch.Items())
		}
		for _, sub := range p.Missing() {
			missing := &OutlineSection{Title: sub.Title, Level: s.Level + 1, Missing: true}
			missing.subsection(p.Group, sub)
			out.Sections = insert(out.Sections, missing)
		}
	}
	return out
}

func (o *outliner) items(s *mdcheckpoint.Section) []Item {
	if o.Items != nil {
		return o.Items(s)
	}
	var items []Item
	for _, item := range s.Bullets() {
		items = append(items, Item{Text: o.match.Bullet(item), Span: item.Span})
	}
	return items
}

func (o *outliner) group(s *OutlineSection, g *Group, n int) {
	s.Listed = g.Listed
	s.known(place{o.match.Schema.Rank(g.Key), n},
		cmp.Or(g.Lines, o.Limits.GroupLines), g.Tokens, g.Min, g.Max)
}

func (s *OutlineSection) subsection(g *Group, sub *Subsection) {
	rank := slices.IndexFunc(g.Subsections,
		func(o Subsection) bool { return o.Title == sub.Title })
	s.known(place{rank: rank}, sub.Lines, sub.Tokens, sub.Min, sub.Max)
}

func (s *OutlineSection) known(at place, lines, tokens, least, most int) {
	s.Known, s.place = true, at
	s.Lines.Limit, s.Tokens.Limit = lines, tokens
	s.Bullets.Min, s.Bullets.Limit = least, most
}

// A place is the rank of a section in the format, and its number.
type place struct{ rank, n int }

func insert(sections []*OutlineSection, s *OutlineSection) []*OutlineSection {
	for i, other := range slices.Backward(sections) {
		if at := other.place; other.Known && cmp.Or(at.rank-s.place.rank, at.n-s.place.n) < 0 {
			return slices.Insert(sections, i+1, s)
		}
	}
	return slices.Insert(sections, 0, s)
}
