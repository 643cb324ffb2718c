// Package schema describes heading-and-bullet formats as data and matches a
// document against such a description.
//
// A [Schema] says which sections a file has, in which order, which of them
// repeat, and how much they may hold. [Schema.Match] says what of it a document
// has, what it lacks and what it has besides; it judges nothing, so the lenient
// reading of a format and the strict rules about it share one parse. Titles
// take a placeholder in braces, such as {N} for a whole number; they are no
// regular expressions.
package schema

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Schema describes one format.
type Schema struct {
	// Title is that of the only heading of level 1, such as "Checkpoint: {ID}";
	// "" for a format without one, in which every such heading is extra.
	Title  string
	Groups []Group // headings of one level, in the order in which they belong
	Level  int     // of groups, 1 to 5, subsections being one deeper; 0 means 2
	// Loosen returns what of a title is compared with those of groups, such as [Loosened]; nil is all of it.
	Loosen func(title string) string
	Colons bool // a colon at the end of a title says nothing
	// Bullets says that a group holds nothing but bullets of one line, below the headings of
	// its subsections.
	Bullets bool
	Limits  Limits
}

// GroupLevel is the level of the headings of groups.
func (s *Schema) GroupLevel() int {
	if s.Level == 0 {
		return 2
	}
	return s.Level
}

// Keys returns the keys of the groups.
func (s *Schema) Keys() []string {
	var keys []string
	for i := range s.Groups {
		keys = append(keys, s.Groups[i].Key)
	}
	return keys
}

// Find returns the group that name means: its key or slug, with or without hyphens, or a
// beginning of it that no other shares, or a heading such as "Session 3", of which value is
// what replaces the placeholder. With no or several candidates it returns nil and the keys
// that are possible.
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

// choose returns the index of the slug that name means, with or without hyphens: the whole of
// it, or a beginning that no other shares; else -1 and the slugs that are possible.
func choose(name string, slugs []string) (i int, near []string) {
	want := Slug(name)
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

// Limits are budgets; zero means none.
type Limits struct {
	Lines      int // of the file, as [source.File.Lines] counts them
	GroupLines int // of each group, as [GroupMatch.Lines] counts them
	Tokens     int // of the file
	Characters int // of the file, as [source.Characters] counts them
}

// A Group describes a section of the level of its [Schema].
type Group struct {
	Key         string // short name, as commands take it
	Title       string
	Keep        int  // how many of a repeated group stay; 0 keeps all
	NewestFirst bool // of a repeated group: what was added last is in front
	Subsections []Subsection
	Listed      bool // a list is in the group outside Subsections
	Optional    bool
	Min, Max    int // bullets of the whole of it; Max 0 means no limit
	Lines       int // it may have, as [GroupMatch.Lines] counts them; 0 means [Limits.GroupLines]
	Tokens      int // it may have, of its body; 0 means no limit
}

// Repeats reports whether the group may be there more than once: its title has a
// placeholder.
func (g *Group) Repeats() bool { return strings.Contains(g.Title, "{") }

// Numbered reports whether what tells the repeated groups apart is a number.
func (g *Group) Numbered() bool { return strings.Contains(g.Title, numberSlot) }

// Dated reports whether what tells the repeated groups apart is a date.
func (g *Group) Dated() bool { return strings.Contains(g.Title, dateSlot) }

// ordered reports whether repeated groups have an order of their own.
func (g *Group) ordered() bool { return g.Numbered() || g.Dated() }

// Placeholders that take only some texts.
const (
	numberSlot = "{N}"    // a whole number
	dateSlot   = "{DATE}" // 2006-01-02
)

// Name is the title for people, who take <N> for a number and {N} for a slip.
func (g *Group) Name() string { return ForPeople(g.Title) }

// ForPeople is a title with its placeholder as people take it for one.
func ForPeople(title string) string {
	return strings.ReplaceAll(strings.ReplaceAll(title, "{", "<"), "}", ">")
}

// TitleFor returns the title of the group with n in place of its placeholder.
func (g *Group) TitleFor(n int) string {
	return strings.Replace(g.Title, numberSlot, strconv.Itoa(n), 1)
}

// TitleWith returns the title of the group with value in place of its placeholder.
func (g *Group) TitleWith(value string) string {
	before, rest, _ := strings.Cut(g.Title, "{")
	_, after, found := strings.Cut(rest, "}")
	if !found {
		return g.Title
	}
	return before + value + after
}

// Subsection gives the subsection that name means: its title or slug, or a
// beginning of the slug that no other shares. With no or several candidates it
// gives nil and the slugs that were in question.
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
	Lines    int      // of its body; 0 means no limit
	Tokens   int      // of its body; 0 means no limit
	Labels   []string // words that bullets may begin with, before a colon
}

// Slug is the name of the subsection for a command line.
func (s *Subsection) Slug() string { return Slug(s.Title) }

// Range says how many bullets the subsection may have, for people.
func (s *Subsection) Range() string { return Range(s.Min, s.Max) }

// Range says how many bullets the group may have, for people.
func (g *Group) Range() string { return Range(g.Min, g.Max) }

// Range says how many bullets a section may have, for people; most 0 is not a limit.
func Range(least, most int) string {
	switch {
	case most == 0 && least == 0:
		return "any number of bullets"
	case most == 0:
		return strconv.Itoa(least) + " or more bullets"
	case least == 0 && most == 1:
		return "at most 1 bullet"
	case least == 0:
		return "at most " + strconv.Itoa(most) + " bullets"
	case least == 1 && most == 1:
		return "1 bullet"
	case least == most:
		return strconv.Itoa(most) + " bullets"
	}
	return strconv.Itoa(least) + " to " + strconv.Itoa(most) + " bullets"
}

// Slug makes a name for the command line of a title: lower case, a hyphen for
// each run of other characters than letters and digits.
func Slug(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

// Fold is how titles are compared: without emphasis marks, case and extra white
// space, and with a full-width colon read as a plain one.
func Fold(title string) string {
	folded := make([]byte, 0, len(title))
	space := false // white space that is before the next letter
	for _, r := range title {
		switch {
		case r == '*' || r == '`':
			continue
		case unicode.IsSpace(r):
			space = len(folded) > 0
			continue
		case r == '：':
			r = ':'
		}
		if space {
			folded = append(folded, ' ')
			space = false
		}
		folded = utf8.AppendRune(folded, unicode.ToLower(r))
	}
	return string(folded)
}

// Loosened is title without what people put around one that they mean: a number in
// front, a colon at the end, a count in brackets; with spaces around slashes.
func Loosened(title string) string {
	if strings.ContainsAny(title, "*`/") { // few have any, and each heading is asked often
		title = strings.NewReplacer("*", "", "`", "", "/", " / ").Replace(title)
	}
	title = strings.TrimSpace(title)
	if digits := len(title) - len(strings.TrimLeft(title, "0123456789")); digits > 0 &&
		len(title) > digits && (title[digits] == '.' || title[digits] == ')') {
		title = strings.TrimSpace(title[digits+1:])
	}
	title = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(title, ":"), "："))
	if open := strings.LastIndex(title, "("); open > 0 && strings.HasSuffix(title, ")") &&
		strings.Trim(title[open:], "()0123456789/ ") == "" {
		title = strings.TrimSpace(title[:open])
	}
	return strings.TrimSuffix(title, ":")
}

// Uncolon is title without colons at its end, and without white space around it.
func Uncolon(title string) string {
	for {
		title = strings.TrimSpace(title)
		rest := strings.TrimRight(title, "*`")
		mark := strings.TrimRight(rest, ":：")
		if mark == rest {
			return title
		}
		title = mark + title[len(rest):]
	}
}

// Bare is title without the pictures with which people decorate headings.
func Bare(title string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x2190 && (unicode.Is(unicode.So, r) ||
			unicode.Is(unicode.Sk, r) || r == '\ufe0f') {
			return -1
		}
		return r
	}, title)
}
