// Package schema describes formats of headings and bullets as data. It matches documents with such a
// description, and edits their sections.
//
// A [Schema] defines the sections of a file, their order, which of them repeat, and their limits.
// [Schema.Match] returns the sections of a document, known and unknown. [Match.Missing] returns those
// that the document lacks. Package schema reports no problems; package lint does. A title can have
// a placeholder in braces, such as {N} for a whole number.
package schema

import (
	"slices"
	"strconv"
	"strings"

	"mdck/internal/spelling"
)

// A Schema describes one format.
type Schema struct {
	// Title is the title of the level-1 heading, such as "Checkpoint: {ID}", or "" for none.
	Title  string
	Groups []Group // groups of one level, in order
	Level  int     // level of groups, from 1 to 5; 0 means 2
	// Loosen returns the part of a title to compare, like [spelling.PlainTitle]. Nil compares the
	// whole title.
	Loosen func(title string) string
	Colons bool // ignore a colon at the end of a title
	// Bullets means that groups have only one-line bullets, in subsections.
	Bullets bool
	Limits  Limits
}

// GroupLevel returns the level of group headings.
func (s *Schema) GroupLevel() int {
	if s.Level == 0 {
		return 2
	}
	return s.Level
}

// Keys returns the keys of the groups.
func (s *Schema) Keys() (keys []string) {
	for i := range s.Groups {
		keys = append(keys, s.Groups[i].Key)
	}
	return keys
}

// Find returns the group called name: a key, a unique prefix of a key, or a heading such as
// "Session 3", where value is "3". For an unknown name, near has the possible keys.
func (s *Schema) Find(name string) (group *Group, value string, near []string) {
	i, near := choose(name, s.Keys())
	if i >= 0 {
		return &s.Groups[i], "", nil
	}
	for i := range s.Groups {
		if value, ok := s.Fill(s.Groups[i].Title, name); ok {
			return &s.Groups[i], value, nil
		}
	}
	return nil, "", near
}

// choose returns the index of the slug that name or a unique prefix stands for, or -1 and the
// possible slugs.
func choose(name string, slugs []string) (i int, near []string) {
	want := spelling.Slug(name)
	if want == "" {
		return -1, slugs
	}
	for i, slug := range slugs {
		if unhyphened(slug) == unhyphened(want) {
			return i, nil
		}
		if strings.HasPrefix(slug, want) {
			near = append(near, slug)
		}
	}
	switch len(near) {
	case 0:
		return -1, slugs
	case 1:
		return slices.Index(slugs, near[0]), nil
	}
	return -1, near
}

func unhyphened(slug string) string { return strings.ReplaceAll(slug, "-", "") }

// Limits are budgets. Zero means no limit.
type Limits struct {
	Lines      int // most lines of the file, as in [source.File.Lines]
	GroupLines int // most lines of each group, as in [GroupMatch.Lines]
	Tokens     int // of the file
	Characters int // most characters of the file, as in [source.Characters]
}

// A Group describes a section at the level of the groups.
type Group struct {
	Key         string // short name for commands
	Title       string
	Keep        int // how many repeated groups to keep; 0 keeps all
	NewestFirst bool
	Subsections []Subsection
	Listed      bool // the group has a list outside its subsections
	Optional    bool
	Min, Max    int // bullets in the whole group; Max 0 means no limit
	Lines       int // most lines, as in [GroupMatch.Lines]; 0 means [Limits.GroupLines]
	Tokens      int // most tokens of the body; 0 means no limit
}

// Repeats reports whether the title has a placeholder, so that the group may repeat.
func (g *Group) Repeats() bool { return strings.Contains(g.Title, "{") }

// Numbered reports whether repeated groups differ by a number.
func (g *Group) Numbered() bool { return strings.Contains(g.Title, numberSlot) }

// Dated reports whether repeated groups differ by a date.
func (g *Group) Dated() bool { return strings.Contains(g.Title, dateSlot) }

func (g *Group) ordered() bool { return g.Numbered() || g.Dated() }

// Placeholders that accept only certain values.
const (
	numberSlot = "{N}"    // a whole number
	dateSlot   = "{DATE}" // 2006-01-02
)

// Name returns the title for messages, with <N> in place of {N}.
//
//go:noinline
func (g *Group) Name() string { return spelling.ShowPlaceholders(g.Title) }

// TitleFor returns the title with n for its placeholder.
func (g *Group) TitleFor(n int) string {
	return strings.Replace(g.Title, numberSlot, strconv.Itoa(n), 1)
}

// TitleWith returns the title with value for its placeholder.
func (g *Group) TitleWith(value string) string {
	before, rest, _ := strings.Cut(g.Title, "{")
	_, after, found := strings.Cut(rest, "}")
	if !found {
		return g.Title
	}
	return before + value + after
}

// Subsection returns the subsection called name: a title, a slug or a unique prefix of a slug. For an
// unknown name, it returns the possible slugs.
func (g *Group) Subsection(name string) (*Subsection, []string) {
	var slugs []string
	for i := range g.Subsections {
		slugs = append(slugs, g.Subsections[i].Slug())
	}
	i, near := choose(name, slugs)
	if i < 0 {
		return nil, near
	}
	return &g.Subsections[i], nil
}

// A Subsection describes a section one level below its group.
type Subsection struct {
	Title    string
	Optional bool
	Min, Max int      // bullets; Max 0 means no limit
	Lines    int      // most lines of the body; 0 means no limit
	Tokens   int      // most tokens of the body; 0 means no limit
	Labels   []string // words before a colon that may begin a bullet
}

// Slug returns the name of the subsection for use on a command line.
func (s *Subsection) Slug() string { return spelling.Slug(s.Title) }

// Range describes the allowed number of bullets.
func (s *Subsection) Range() string { return Range(s.Min, s.Max) }

// Range describes the allowed number of bullets.
func (g *Group) Range() string { return Range(g.Min, g.Max) }

// Range describes the allowed number of bullets. If most is 0, there is no maximum.
func Range(least, most int) string {
	switch bullets := spelling.Count(most, "bullet"); {
	case most == 0 && least == 0:
		return "any number of bullets"
	case most == 0:
		return strconv.Itoa(least) + " or more bullets"
	case least == 0:
		return "at most " + bullets
	case least == most:
		return bullets
	default:
		return strconv.Itoa(least) + " to " + bullets
	}
}
