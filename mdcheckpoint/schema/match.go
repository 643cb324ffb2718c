package schema

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// A Match is a document seen as a [Schema]. Everything is in the order of the
// file.
type Match struct {
	Schema   *Schema
	Document *mdcheckpoint.Document
	Title    *mdcheckpoint.Section // the first heading above groups; nil if there is none, or the schema has none
	ID       string                // what is in the title for its placeholder; "" if the title does not match
	Groups   []*GroupMatch
	Extra    []*mdcheckpoint.Section // headings above subsections, or outside groups, that the schema does not know
}

// A GroupMatch is a group that exists.
type GroupMatch struct {
	Group       *Group
	N           int    // what stands for {N}; 0 for a group without it
	Value       string // what stands for the placeholder, as it is written; "" without one
	Section     *mdcheckpoint.Section
	Subsections []*SubsectionMatch
	Extra       []*mdcheckpoint.Section // headings below it that the schema does not know
	document    *mdcheckpoint.Document
}

// A SubsectionMatch is a subsection that exists.
type SubsectionMatch struct {
	Subsection *Subsection
	Section    *mdcheckpoint.Section
}

// Match reads d as the schema describes it.
func (s *Schema) Match(d *mdcheckpoint.Document) *Match {
	m, titles := &Match{Schema: s, Document: d}, s.finder()
	for _, section := range d.Sections {
		switch level := s.GroupLevel(); {
		case section.Level < level:
			m.addTitle(section)
		case section.Level == level:
			m.addGroup(section, titles)
		default:
			m.addSubsection(section, titles)
		}
	}
	return m
}

func (m *Match) addTitle(section *mdcheckpoint.Section) {
	if m.Title != nil || m.Schema.Title == "" {
		m.Extra = append(m.Extra, section)
		return
	}
	m.Title = section
	m.ID, _ = m.Schema.Fill(m.Schema.Title, section.Title)
}

func (m *Match) addGroup(section *mdcheckpoint.Section, titles *finder) {
	g, n, value := titles.find(section.Title)
	if g == nil {
		m.Extra = append(m.Extra, section)
		return
	}
	m.Groups = append(m.Groups, &GroupMatch{Group: g, N: n,
		Value: value, Section: section, document: m.Document})
}

// addSubsection puts a heading below the level of groups into the group that it
// is in. What is below an unknown heading of that level is not looked at.
func (m *Match) addSubsection(section *mdcheckpoint.Section, titles *finder) {
	level := m.Schema.GroupLevel()
	top := section
	for top.Parent != nil && top.Level > level {
		top = top.Parent
	}
	if len(m.Groups) == 0 || m.Groups[len(m.Groups)-1].Section != top {
		if top.Level != level {
			m.Extra = append(m.Extra, section)
		}
		return
	}
	g := m.Groups[len(m.Groups)-1]
	if section.Level == level+1 {
		if sub := titles.part(g.Group, section.Title); sub != nil {
			g.Subsections = append(g.Subsections,
				&SubsectionMatch{Subsection: sub, Section: section})
			return
		}
	}
	g.Extra = append(g.Extra, section)
}

// Group is the first group with that key and number; n is 0 for a group that
// does not repeat. It is nil if there is none.
func (m *Match) Group(key string, n int) *GroupMatch {
	for _, g := range m.Groups {
		if g.Group.Key == key && g.N == n {
			return g
		}
	}
	return nil
}

// All are the groups with that key, in the order of the file.
func (m *Match) All(key string) []*GroupMatch {
	var all []*GroupMatch
	for _, g := range m.Groups {
		if g.Group.Key == key {
			all = append(all, g)
		}
	}
	return all
}

// Compare orders two groups of one kind by their numbers or dates: below 0 where g is the
// older one, 0 where nothing tells.
func (g *GroupMatch) Compare(h *GroupMatch) int {
	if g.Group.Dated() {
		return strings.Compare(g.Value, h.Value)
	}
	return g.N - h.N
}

// Same reports whether g and h are of one kind and have the same number, or the same text for
// their placeholder.
func (g *GroupMatch) Same(h *GroupMatch) bool {
	return g.Group.Key == h.Group.Key && g.N == h.N &&
		(g.Group.Numbered() || Fold(g.Value) == Fold(h.Value))
}

// Surplus returns the groups beyond the number that the format keeps, in the order of the file: with numbers or dates all but the newest, else
// those farthest from where the format has the newest.
func (m *Match) Surplus() []*GroupMatch {
	var surplus []*GroupMatch
	for i := range m.Schema.Groups {
		surplus = append(surplus, m.surplus(&m.Schema.Groups[i])...)
	}
	slices.SortFunc(surplus, func(a, b *GroupMatch) int {
		return a.Section.Heading.Start - b.Section.Heading.Start
	})
	return surplus
}

func (m *Match) surplus(g *Group) []*GroupMatch {
	all := m.All(g.Key)
	if g.Keep == 0 || len(all) <= g.Keep {
		return nil
	}
	if g.ordered() {
		slices.SortStableFunc(all, (*GroupMatch).Compare)
	} else if g.NewestFirst {
		slices.Reverse(all)
	}
	kept := 0
	for i := len(all) - 1; i >= 0; i-- {
		if i == len(all)-1 || !g.ordered() || all[i].Compare(all[i+1]) != 0 {
			kept++
		}
		if kept > g.Keep {
			return all[:i+1]
		}
	}
	return nil
}

// Missing are the groups that are neither optional nor there.
func (m *Match) Missing() []*Group {
	var missing []*Group
	for i := range m.Schema.Groups {
		g := &m.Schema.Groups[i]
		is := func(there *GroupMatch) bool { return there.Group.Key == g.Key }
		if !g.Optional && !slices.ContainsFunc(m.Groups, is) {
			missing = append(missing, g)
		}
	}
	return missing
}

// Top is where what concerns the whole document is reported: at its title, else
// where its text begins.
func (m *Match) Top() source.Span {
	if m.Title != nil {
		return m.Title.Heading
	}
	start := max(m.Document.BOM, m.Document.FrontMatter.End)
	return source.Span{Start: start, End: start}
}

// A Repeat is a section that is in its document already.
type Repeat struct {
	Section, First *mdcheckpoint.Section
	Group          *Group // nil for a subsection
}

// Repeated are the sections that may be there once, and are there before: a numbered
// group once for each number, a subsection once in its group.
func (m *Match) Repeated() []Repeat {
	type name struct {
		group, subsection string
		number            int // of a group; of a subsection the place of its group
	}
	var all []Repeat
	first := map[name]*mdcheckpoint.Section{}
	add := func(key name, g *Group, s *mdcheckpoint.Section) {
		if there := first[key]; there != nil {
			all = append(all, Repeat{s, there, g})
			return
		}
		first[key] = s
	}
	for i, g := range m.Groups {
		if g.Group.Numbered() || !g.Group.Repeats() {
			add(name{group: g.Group.Key, number: g.N}, g.Group, g.Section)
		}
		for _, s := range g.Subsections {
			add(name{subsection: s.Subsection.Title, number: i}, nil, s.Section)
		}
	}
	return all
}

// Title is the title of the group as the protocol writes it.
func (g *GroupMatch) Title() string {
	if g.Value != "" && !g.Group.Numbered() {
		return g.Section.Title
	}
	return g.Group.TitleFor(g.N)
}

// Subsection is the first subsection with that title; nil if there is none.
func (g *GroupMatch) Subsection(title string) *SubsectionMatch {
	for _, s := range g.Subsections {
		if s.Subsection.Title == title {
			return s
		}
	}
	return nil
}

// Missing are the required subsections that do not exist.
func (g *GroupMatch) Missing() []*Subsection {
	var missing []*Subsection
	for i := range g.Group.Subsections {
		s := &g.Group.Subsections[i]
		if !s.Optional && g.Subsection(s.Title) == nil {
			missing = append(missing, s)
		}
	}
	return missing
}

// Body is the group without the blank lines and the thematic break that part it
// from the next: what its line budget is about.
func (g *GroupMatch) Body() source.Span { return Body(g.Section) }

// Lines is the number of lines of Body.
func (g *GroupMatch) Lines() int { return g.document.File.CountLines(g.Body()) }

// Body is a section from its heading to the end of its last block that is neither
// a closing thematic break nor a comment after one.
func Body(s *mdcheckpoint.Section) source.Span {
	last := lastOf(s)
	return source.Span{Start: s.Heading.Start, End: endOf(last, last.Blocks)}
}

// lastOf is the last section of s and those below it.
func lastOf(s *mdcheckpoint.Section) *mdcheckpoint.Section {
	for len(s.Children) > 0 {
		s = s.Children[len(s.Children)-1]
	}
	return s
}

// endOf is where the last of blocks, which are the first ones of s, ends that is part of it.
func endOf(s *mdcheckpoint.Section, blocks []*mdcheckpoint.Block) int {
	if blocks = withoutTail(blocks); len(blocks) == 0 {
		return s.Heading.End
	}
	return blocks[len(blocks)-1].Span.End
}

// withoutTail are blocks without closing thematic breaks, and without comments
// after one: those are about what follows.
func withoutTail(blocks []*mdcheckpoint.Block) []*mdcheckpoint.Block {
	for i := len(blocks) - 1; i >= 0; i-- {
		switch blocks[i].Kind {
		case mdcheckpoint.Break:
			blocks = blocks[:i]
		case mdcheckpoint.Comment:
		default:
			return blocks
		}
	}
	return blocks
}

// Items are all bullets of the group, those below deeper headings included, in
// the order of the file.
func (g *GroupMatch) Items() []*mdcheckpoint.Item { return Items(g.Section) }

// Items are the bullets of the subsection, those below deeper headings
// included, in the order of the file.
func (s *SubsectionMatch) Items() []*mdcheckpoint.Item { return Items(s.Section) }

// Items are the bullets of a section, those below deeper headings included, in the order
// of the file.
func Items(s *mdcheckpoint.Section) []*mdcheckpoint.Item {
	all := s.Bullets()
	for _, child := range s.Children {
		all = append(all, Items(child)...)
	}
	return all
}
