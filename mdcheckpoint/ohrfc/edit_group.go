package ohrfc

import (
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Filling is the bullets for one subsection, each on one line and without a
// marker.
type Filling struct {
	Subsection *schema.Subsection
	Bullets    []string
}

// RenderGroup is the text of a group with the given fillings, without a line
// ending at the end.
func RenderGroup(title string, fillings []Filling, eol string) string {
	var b strings.Builder
	b.WriteString("## " + title)
	for _, f := range fillings {
		b.WriteString(eol + eol + "### " + f.Subsection.Title)
		for _, bullet := range f.Bullets {
			b.WriteString(eol + "- " + bullet)
		}
	}
	return b.String()
}

// PutGroup gives the edit that writes a group: in place of the one that is
// there with that key and number, or where the order of the format wants it.
func (c *Checkpoint) PutGroup(group *schema.Group, n int, fillings []Filling) source.Edit {
	text := RenderGroup(group.TitleFor(n), fillings, c.eol())
	if there := c.Match.Group(group.Key, n); there != nil {
		return source.Edit{Span: there.Body(), New: text}
	}
	return c.insert(group, n, text)
}

// insert gives the edit that puts text, a new group, behind what the format has
// before it: another group, else the title, else what stands above all headings.
// A thematic break parts it from its neighbours, but not from the title.
func (c *Checkpoint) insert(group *schema.Group, n int, text string) source.Edit {
	if before := c.before(group, n); before != nil {
		return source.Edit{Span: c.lineEnd(before.Body().End), New: c.separator() + text}
	}
	blank := c.eol() + c.eol()
	end := c.topEnd()
	if end < 0 {
		return c.insertFirst(text)
	}
	place := c.lineEnd(end)
	if c.breakBefore(place) {
		return source.Edit{Span: place, New: blank + text + strings.TrimSuffix(c.separator(), blank)}
	}
	return source.Edit{Span: place, New: blank + text}
}

// insertFirst is for a file that holds nothing before its groups.
func (c *Checkpoint) insertFirst(text string) source.Edit {
	start := max(c.Document.BOM, c.Document.FrontMatter.End)
	all := c.Text()
	switch {
	case strings.TrimSpace(all[start:]) == "":
		text += c.eol()
	default:
		text += c.separator()
	}
	if start > c.Document.BOM && !strings.HasSuffix(all[:start], "\n") && !strings.HasSuffix(all[:start], "\r") {
		text = c.eol() + text // behind front matter that ends the file
	}
	return source.Edit{Span: source.Span{Start: start, End: start}, New: text}
}

// breakBefore reports whether a group that is put at place needs a thematic
// break behind it: another heading follows, and none stands between.
func (c *Checkpoint) breakBefore(place source.Span) bool {
	for _, b := range c.Document.Blocks {
		if b.Span.Start >= place.Start {
			return b.Kind == mdcheckpoint.Heading
		}
	}
	return false
}

// separator is what parts two groups.
func (c *Checkpoint) separator() string {
	eol := c.eol()
	if c.separates() {
		return eol + eol + "---" + eol + eol
	}
	return eol + eol
}

// separates reports whether groups are parted by thematic breaks; a file with
// fewer than two groups does not say, and follows the template, which does.
func (c *Checkpoint) separates() bool {
	if len(c.Match.Groups) < 2 {
		return true
	}
	return slices.ContainsFunc(c.Document.Blocks, isBreak)
}

func isBreak(b *mdcheckpoint.Block) bool { return b.Kind == mdcheckpoint.Break }

// before is the group after which a new one belongs: the last in the file that
// the format has before it; nil if there is none.
func (c *Checkpoint) before(group *schema.Group, n int) *schema.GroupMatch {
	var before *schema.GroupMatch
	for _, g := range c.Match.Groups {
		if Rank(g.Group.Key) < Rank(group.Key) || g.Group.Key == group.Key && g.N < n {
			before = g
		}
	}
	return before
}

// topEnd is the end of what stands above the sections of level 2: the title with
// what belongs to it, or else the text before the first heading; -1 if there is
// neither.
func (c *Checkpoint) topEnd() int {
	if t := c.Match.Title; t != nil {
		own := mdcheckpoint.Section{Heading: t.Heading, Blocks: t.Blocks}
		for _, child := range t.Children {
			if child.Level == 2 {
				break
			}
			own.Children = append(own.Children, child)
		}
		return schema.Body(&own).End
	}
	end := -1
	for _, b := range c.Document.Blocks {
		if c.Document.Preamble.Covers(b.Span) && !isBreak(b) {
			end = b.Span.End
		}
	}
	return end
}

// Rank is the place of the group with that key in the order of the format.
func Rank(key string) int {
	return slices.IndexFunc(Format.Groups, func(g schema.Group) bool { return g.Key == key })
}

// RemoveGroup gives the edit that takes a group out, with what parts it from
// the section before it.
func (c *Checkpoint) RemoveGroup(g *schema.GroupMatch) source.Edit {
	sections := c.Document.Sections
	i := sort.Search(len(sections), func(i int) bool { return sections[i].Own.Start >= g.Section.Own.Start })
	start := g.Section.Own.Start
	if i > 0 {
		start = c.lineEnd(ownEnd(sections[i-1])).Start
	}
	return source.Edit{Span: source.Span{Start: start, End: c.lineEnd(g.Body().End).Start}}
}

// ownEnd is [schema.Body]'s end of s itself, without what stands below it.
func ownEnd(s *mdcheckpoint.Section) int {
	return schema.Body(&mdcheckpoint.Section{Heading: s.Heading, Blocks: s.Blocks}).End
}

func (c *Checkpoint) eol() string { return c.Document.File.EOL() }

// lineEnd is the place at the end of the line in which the byte before offset
// stands, before its line ending.
func (c *Checkpoint) lineEnd(offset int) source.Span {
	end := len(c.Text())
	if i := strings.IndexAny(c.Text()[offset:], "\r\n"); i >= 0 {
		end = offset + i
	}
	return source.Span{Start: end, End: end}
}
