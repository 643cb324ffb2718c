package schema

import (
	"slices"
	"sort"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// A Match is a document matched with a [Schema]. All lists are in the order of the file.
type Match struct {
	Schema   *Schema
	Document *mdcheckpoint.Document
	Title    *mdcheckpoint.Section // first heading above the level of groups, or nil
	ID       string                // value of the placeholder in the title, or ""
	Groups   []*GroupMatch
	Extra    []*mdcheckpoint.Section // unknown sections that are not below one at the level of groups
}

// A GroupMatch is an existing group.
type GroupMatch struct {
	Group       *Group
	N           int    // value of {N} in the title, or 0
	Value       string // value of the placeholder as written, or ""
	Section     *mdcheckpoint.Section
	Subsections []*SubsectionMatch
	Extra       []*mdcheckpoint.Section
	document    *mdcheckpoint.Document
}

// A SubsectionMatch is an existing subsection.
type SubsectionMatch struct {
	Subsection *Subsection
	Section    *mdcheckpoint.Section
}

// Match matches d with the schema.
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

// Group returns the first group with that key and number, or nil. n is 0 without a number.
//
//go:noinline
func (m *Match) Group(key string, n int) *GroupMatch {
	for _, g := range m.Groups {
		if g.Group.Key == key && g.N == n {
			return g
		}
	}
	return nil
}

// All returns the groups with that key, in the order of the file.
//
//go:noinline
func (m *Match) All(key string) (all []*GroupMatch) {
	for _, g := range m.Groups {
		if g.Group.Key == key {
			all = append(all, g)
		}
	}
	return all
}

// Compare compares groups of one key by date or number. It is negative if g is older.
func (g *GroupMatch) Compare(h *GroupMatch) int {
	if g.Group.Dated() {
		return strings.Compare(g.Value, h.Value)
	}
	return g.N - h.N
}

// Same reports whether g and h have the same key and the same number or value.
func (g *GroupMatch) Same(h *GroupMatch) bool {
	return g.Group.Key == h.Group.Key && g.N == h.N &&
		(g.Group.Numbered() || spelling.FoldTitle(g.Value) == spelling.FoldTitle(h.Value))
}

// Surplus returns the groups beyond those that the format keeps, in the order of the file.
func (m *Match) Surplus() (surplus []*GroupMatch) {
	for i := range m.Schema.Groups {
		surplus = append(surplus, m.surplus(&m.Schema.Groups[i])...)
	}
	sort.SliceStable(surplus, func(i, j int) bool { return surplus[i].Section.Heading.Start < surplus[j].Section.Heading.Start })
	return surplus
}

func (m *Match) surplus(g *Group) []*GroupMatch {
	all := m.All(g.Key)
	if g.Keep == 0 || len(all) <= g.Keep {
		return nil
	}
	if g.ordered() {
		sort.SliceStable(all, func(i, j int) bool { return all[i].Compare(all[j]) < 0 })
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

// Missing returns the required groups that the document lacks.
func (m *Match) Missing() (missing []*Group) {
	for i := range m.Schema.Groups {
		g := &m.Schema.Groups[i]
		is := func(there *GroupMatch) bool { return there.Group.Key == g.Key }
		if !g.Optional && !slices.ContainsFunc(m.Groups, is) {
			missing = append(missing, g)
		}
	}
	return missing
}

func (m *Match) top() *mdcheckpoint.Section {
	if all := m.Document.Sections; m.Title == nil && len(all) > 0 && all[0].Level < m.Schema.GroupLevel() {
		return all[0]
	}
	return m.Title
}

// Top returns the place of findings about the whole document: the title, or else the start.
func (m *Match) Top() source.Span {
	if m.Title != nil {
		return m.Title.Heading
	}
	start := max(m.Document.BOM, m.Document.FrontMatter.End)
	return source.Between(start, start)
}

// A Repeat is a section that occurs again. First is its first occurrence.
type Repeat struct {
	Section, First *mdcheckpoint.Section
	Group          *Group // nil for a subsection
}

// Repeated returns the second and later occurrences of sections that may occur only once.
func (m *Match) Repeated() []Repeat {
	type name struct {
		group, subsection string
		number            int // number of a group, or index of a subsection's group
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

// Title returns the title of the group as the format spells it.
func (g *GroupMatch) Title() string {
	if g.Value != "" && !g.Group.Numbered() {
		return g.Section.Title
	}
	return g.Group.TitleFor(g.N)
}

// Subsection returns the first subsection with that title, or nil.
func (g *GroupMatch) Subsection(title string) *SubsectionMatch {
	for _, s := range g.Subsections {
		if s.Subsection.Title == title {
			return s
		}
	}
	return nil
}

// Missing returns the required subsections that the group lacks.
func (g *GroupMatch) Missing() (missing []*Subsection) {
	for i := range g.Group.Subsections {
		s := &g.Group.Subsections[i]
		if !s.Optional && g.Subsection(s.Title) == nil {
			missing = append(missing, s)
		}
	}
	return missing
}

// Body returns the span of the group without the separator after it.
func (g *GroupMatch) Body() source.Span { return Body(g.Section) }

// Lines returns the number of lines of Body.
func (g *GroupMatch) Lines() int { return g.document.File.CountLines(g.Body()) }

// Body returns the span of a section and its children. It excludes thematic breaks at the end, and
// comments after them.
func Body(s *mdcheckpoint.Section) source.Span {
	last := lastOf(s)
	return source.Between(s.Heading.Start, endOf(last, last.Blocks))
}

func lastOf(s *mdcheckpoint.Section) *mdcheckpoint.Section {
	for len(s.Children) > 0 {
		s = s.Children[len(s.Children)-1]
	}
	return s
}

func endOf(s *mdcheckpoint.Section, blocks []*mdcheckpoint.Block) int {
	if blocks = withoutTail(blocks); len(blocks) == 0 {
		return s.Heading.End
	}
	return blocks[len(blocks)-1].Span.End
}

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

// Items returns all bullets of the group and its subsections.
func (g *GroupMatch) Items() []*mdcheckpoint.Item { return Items(g.Section) }

// Items returns all bullets of the subsection and the sections below.
func (s *SubsectionMatch) Items() []*mdcheckpoint.Item { return Items(s.Section) }

// Items returns all bullets of a section and the sections below.
func Items(s *mdcheckpoint.Section) []*mdcheckpoint.Item {
	all := s.Bullets()
	for _, child := range s.Children {
		all = append(all, Items(child)...)
	}
	return all
}
