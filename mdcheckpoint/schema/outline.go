package schema

import (
	"cmp"
	"slices"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
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
	Used  int `json:"used"`
	Min   int `json:"-"`               // 0: none is asked for
	Limit int `json:"limit,omitempty"` // 0: there is no limit
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

// An Outline is a document as the tree of its sections, each with what it uses
// of its budgets.
type Outline struct {
	Lines      Amount // of the file
	Tokens     Amount // of the file
	Characters Amount // of the file
	Level      int    // of the headings of groups
	// Sections are groups, headings above them but the title, and those that stand
	// below neither, in the order of the file; what is missing stands where it
	// belongs.
	Sections []*OutlineSection
}

// Standing is the worst of what the file itself has.
func (o *Outline) Standing() Standing {
	return o.Lines.Standing().Worse(o.Tokens.Standing()).Worse(o.Characters.Standing())
}

// An OutlineSection is a section of an [Outline]. A missing one has
// a title, a level and its limits, and uses nothing.
type OutlineSection struct {
	Title   string // as it is written; of a missing one, as the format writes it
	Level   int
	Section *mdcheckpoint.Section // nil if it is missing
	Line    int                   // 1-based, of the heading; 0 if it is missing
	Known   bool                  // the format has a group or a subsection of that title
	Listed  bool                  // the format has a list directly below its heading
	Missing bool
	Lines   Amount // from its heading to the end of its body
	// Tokens are those of the body: heading, text and all sections below. A text
	// that is cut in two can have other tokens at the seam, and blank lines between
	// sections belong to none, so those of the parts do not sum up to the whole.
	Tokens Amount
	// Bullets are those of the section and of all below it, in a subsection that the
	// format knows and a group that has limits; of any other the Items, without limits.
	Bullets  Amount
	Items    []OutlineItem // what is directly in it
	Sections []*OutlineSection

	place place // where it belongs, if it is Known
}

// An OutlineItem is a bullet of an [Outline], or what counts as one in its format.
type OutlineItem struct {
	Text   string `json:"text"`   // on one line
	Line   int    `json:"line"`   // 1-based
	Tokens int    `json:"tokens"` // of the whole of it, a bullet with its marker
}

// Standing is the worst of what the section itself has; sections below it have
// their own.
func (s *OutlineSection) Standing() Standing {
	if s.Missing {
		return Missing
	}
	return s.Lines.Standing().Worse(s.Bullets.Standing()).Worse(s.Tokens.Standing())
}

// A View is how the documents of a format are drawn as an [Outline].
type View struct {
	Limits Limits
	Count  func(text string) int // of tokens
	// Items are what is directly in a section, in the order of the file; nil means its bullets.
	Items   func(*mdcheckpoint.Section) []Item
	Missing []MissingGroup
	// AnyTitle says that a first heading above the level of groups is the title of a
	// document whose format has none.
	AnyTitle bool
}

// An Item is a text of a section, on one line, and where all of it stands.
type Item struct {
	Text string
	Span source.Span
}

// A MissingGroup is a group that should be there and is not.
type MissingGroup struct {
	Group *Group
	N     int // what stands for {N} in its title; 0 for a group that does not repeat
}

// Title is the title that the group would have.
func (m MissingGroup) Title() string { return m.Group.TitleFor(m.N) }

// Outline gives the tree of the document. Tokens are counted in all of it, whatever
// the limit is.
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
	title := m.Title
	if all := m.Document.Sections; v.AnyTitle && title == nil &&
		len(all) > 0 && all[0].Level < out.Level {
		title = all[0]
	}
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

// An outliner makes the sections of one outline.
type outliner struct {
	View
	match *Match
	parts map[*mdcheckpoint.Section]part
}

// A part is what the format has for a section.
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

// items returns what is directly in s.
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

// group sets what the format says of s, the group g with the number n.
func (o *outliner) group(s *OutlineSection, g *Group, n int) {
	s.Listed = g.Listed
	s.known(place{o.match.Schema.Rank(g.Key), n},
		cmp.Or(g.Lines, o.Limits.GroupLines), g.Tokens, g.Min, g.Max)
}

// subsection sets what the format says of s, a subsection of g.
func (s *OutlineSection) subsection(g *Group, sub *Subsection) {
	rank := slices.IndexFunc(g.Subsections,
		func(o Subsection) bool { return o.Title == sub.Title })
	s.known(place{rank: rank}, sub.Lines, sub.Tokens, sub.Min, sub.Max)
}

// known sets the place and the limits of a section that the format has.
func (s *OutlineSection) known(at place, lines, tokens, least, most int) {
	s.Known, s.place = true, at
	s.Lines.Limit, s.Tokens.Limit = lines, tokens
	s.Bullets.Min, s.Bullets.Limit = least, most
}

// A place is where a section belongs: its rank among its neighbours and, of
// those that repeat, its number.
type place struct{ rank, n int }

// insert puts s after the last of sections that belongs before it.
func insert(sections []*OutlineSection, s *OutlineSection) []*OutlineSection {
	for i, other := range slices.Backward(sections) {
		if at := other.place; other.Known && cmp.Or(at.rank-s.place.rank, at.n-s.place.n) < 0 {
			return slices.Insert(sections, i+1, s)
		}
	}
	return slices.Insert(sections, 0, s)
}
