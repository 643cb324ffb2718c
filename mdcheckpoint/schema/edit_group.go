package schema

import (
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// An Editor makes the edits of a document as its format wants them: spans of the
// text and what stands there instead. Every byte outside of them stays. An Editor
// keeps no state; after an edit was made, the document has to be matched anew.
type Editor struct {
	*Match
	// Stale reports whether a comment is one of a template, which gives way to
	// content; nil knows none.
	Stale func(comment string) bool
	// Breaks says that thematic breaks part groups where the file has fewer than two
	// of them, and so does not say itself.
	Breaks bool
	// Blank says that a blank line parts a heading from what follows it, unless Tight, and
	// what is new from the next line.
	Blank, Tight bool
}

// A Filling is what is to be written in one place: bullets or a text.
type Filling struct {
	Subsection *Subsection // nil: directly below the heading of the group
	Bullets    []string    // each on one line and without a marker
	Text       string      // blocks of Markdown with \n between lines; "" where there are bullets
}

// RenderGroup is the text of a group with the given fillings, without a line
// ending at the end.
func (s *Schema) RenderGroup(title string, fillings []Filling, eol string) string {
	var b strings.Builder
	b.WriteString(s.heading(0) + title)
	for _, f := range fillings {
		b.WriteString(eol + eol + s.heading(1) + f.Subsection.Title)
		for _, bullet := range f.Bullets {
			b.WriteString(eol + "- " + bullet)
		}
	}
	return b.String()
}

// heading is what stands before the title of a group, or of what is deeper by that
// many levels.
func (s *Schema) heading(deeper int) string {
	return strings.Repeat("#", s.GroupLevel()+deeper) + " "
}

// Rank is the place of the group with that key in the order of the format; -1 if
// there is none.
func (s *Schema) Rank(key string) int {
	return slices.IndexFunc(s.Groups, func(g Group) bool { return g.Key == key })
}

// Insert gives the edit that puts text, a new group with that number, behind what
// the format has before it: another group, else the title, else what stands above
// all headings. A group whose newest stands first goes before the others of its
// kind. Where thematic breaks part groups, one parts it from its neighbours, but
// not from the title.
func (e *Editor) Insert(group *Group, n int, text string) source.Edit {
	older := func(g *GroupMatch) bool { return g.N < n || !group.Numbered() }
	return e.insert(e.first(group), e.before(group, older), text)
}

// InsertOrdered is [Editor.Insert] for a new group of a kind that has an order of its
// own: older reports which of those that are there it belongs behind or, where the newest
// stands first, in front of.
func (e *Editor) InsertOrdered(group *Group, older func(*GroupMatch) bool, text string) source.Edit {
	if !group.NewestFirst {
		return e.insert(nil, e.before(group, older), text)
	}
	var next *GroupMatch
	if all := e.All(group.Key); slices.ContainsFunc(all, older) {
		next = all[slices.IndexFunc(all, older)]
	}
	return e.insert(next, e.before(group, func(*GroupMatch) bool { return true }), text)
}

// insert puts text in front of next, or else behind before, or else behind what stands
// above all groups.
func (e *Editor) insert(next, before *GroupMatch, text string) source.Edit {
	if next != nil {
		return e.insertBefore(next, text)
	}
	if before != nil {
		place := e.lineEnd(e.End(before.Section))
		return source.Edit{Span: place, New: e.separator() + text + e.tail(place)}
	}
	blank := e.eol() + e.eol()
	end := e.topEnd()
	if end < 0 {
		return e.insertFirst(text)
	}
	place := e.lineEnd(end)
	if e.Separates() && e.breakBefore(place) {
		return source.Edit{Span: place, New: blank + text + strings.TrimSuffix(e.separator(), blank)}
	}
	return source.Edit{Span: place, New: blank + text + e.tail(place)}
}

// first is the group before which a new one of its kind belongs; nil if that is not
// what the format says, or there is none.
func (e *Editor) first(group *Group) *GroupMatch {
	if all := e.All(group.Key); group.NewestFirst && len(all) > 0 {
		return all[0]
	}
	return nil
}

// insertBefore puts text between g, with the comments that lead on to it, and what
// stands before it.
func (e *Editor) insertBefore(g *GroupMatch, text string) source.Edit {
	start := g.Section.Own.Start
	if i := slices.Index(e.Document.Sections, g.Section); i > 0 {
		above := e.Document.Sections[i-1]
		start = e.leading(above)
	}
	return source.Edit{Span: source.Span{Start: start, End: start}, New: text + e.separator()}
}

// End is where the body of s ends, without comments that lead on to what follows.
func (e *Editor) End(s *mdcheckpoint.Section) int {
	last := lastOf(s)
	start := e.leading(last)
	own := mdcheckpoint.Section{Heading: last.Heading}
	for _, b := range last.Blocks {
		if b.Span.Start < start {
			own.Blocks = append(own.Blocks, b)
		}
	}
	return ownEnd(&own)
}

// lastOf is the last section of s and those below it.
func lastOf(s *mdcheckpoint.Section) *mdcheckpoint.Section {
	for len(s.Children) > 0 {
		s = s.Children[len(s.Children)-1]
	}
	return s
}

// leading is where the comments begin that lead on from the end of s to the next
// heading; without any, that is where s ends.
func (e *Editor) leading(s *mdcheckpoint.Section) int {
	start := s.Own.End
	for _, b := range slices.Backward(s.Blocks) {
		if !e.leadsOn(s, b, start) {
			break
		}
		start = e.Document.File.LinesOf(b.Span).Start
	}
	return start
}

// insertFirst is for a file that holds nothing before its groups.
func (e *Editor) insertFirst(text string) source.Edit {
	start := max(e.Document.BOM, e.Document.FrontMatter.End)
	all := e.text()
	switch {
	case strings.TrimSpace(all[start:]) == "":
		text += e.eol()
	default:
		text += e.separator()
	}
	if start > e.Document.BOM && !strings.HasSuffix(all[:start], "\n") && !strings.HasSuffix(all[:start], "\r") {
		text = e.eol() + text // behind front matter that ends the file
	}
	return source.Edit{Span: source.Span{Start: start, End: start}, New: text}
}

// breakBefore reports whether a group that is put at place needs a thematic
// break behind it: another heading follows, and none stands between.
func (e *Editor) breakBefore(place source.Span) bool {
	for _, b := range e.Document.Blocks {
		if b.Span.Start >= place.Start {
			return b.Kind == mdcheckpoint.Heading
		}
	}
	return false
}

// separator is what parts two groups.
func (e *Editor) separator() string {
	eol := e.eol()
	if e.Separates() {
		return eol + eol + "---" + eol + eol
	}
	return eol + eol
}

// Separates reports whether groups are parted by thematic breaks.
func (e *Editor) Separates() bool {
	if len(e.Groups) < 2 {
		return e.Breaks
	}
	return slices.ContainsFunc(e.Document.Blocks, isBreak)
}

func isBreak(b *mdcheckpoint.Block) bool { return b.Kind == mdcheckpoint.Break }

// before is the group after which a new one belongs: the last in the file that
// the format has before it, or of its kind and older; nil if there is none.
func (e *Editor) before(group *Group, older func(*GroupMatch) bool) *GroupMatch {
	var before *GroupMatch
	rank := e.Schema.Rank(group.Key)
	for _, g := range e.Groups {
		same := g.Group.Key == group.Key
		if e.Schema.Rank(g.Group.Key) < rank || same && older(g) {
			before = g
		}
	}
	return before
}

// topEnd is the end of what stands above the groups: the title with what belongs to
// it, or else the text before the first heading; -1 if there is neither. A first
// heading above the level of groups is a title, whatever the format says of it.
func (e *Editor) topEnd() int {
	level, sections, title := e.Schema.GroupLevel(), e.Document.Sections, e.Title
	if title == nil && len(sections) > 0 && sections[0].Level < level {
		title = sections[0]
	}
	if title == nil {
		return e.preambleEnd()
	}
	end := ownEnd(title)
	for _, s := range sections[slices.Index(sections, title)+1:] {
		if s.Level == level || s.Level <= title.Level {
			break
		}
		end = ownEnd(s)
	}
	return end
}

func (e *Editor) preambleEnd() int {
	end := -1
	for _, b := range e.Document.Blocks {
		if e.Document.Preamble.Covers(b.Span) && !isBreak(b) {
			end = b.Span.End
		}
	}
	return end
}

// RemoveGroup gives the edit that takes a group out, with what parts it from
// the section before it.
func (e *Editor) RemoveGroup(g *GroupMatch) source.Edit {
	sections := e.Document.Sections
	i := sort.Search(len(sections), func(i int) bool { return sections[i].Own.Start >= g.Section.Own.Start })
	start, end := g.Section.Own.Start, e.lineEnd(g.Body().End).Start
	if i > 0 {
		start = e.lineEnd(ownEnd(sections[i-1])).Start
	} else if last := g.Section.Span.End; strings.Trim(e.text()[end:last], "-*_ \t\r\n") == "" {
		end = last // nothing stands before it that it is parted from
	}
	return source.Edit{Span: source.Span{Start: start, End: end}}
}

// Apart are edits that take something out, in the order of the file, each without what
// one before it takes out already: what parts two groups goes with either of them.
func Apart(removals []source.Edit) []source.Edit {
	all := slices.SortedFunc(slices.Values(removals), func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	end := 0
	for i := range all {
		s := &all[i].Span
		s.Start = max(s.Start, end)
		s.End = max(s.End, s.Start)
		end = s.End
	}
	return all
}

// Removed is the text of g with the comments before its heading that go with it
// when it is taken out, as an archive keeps it.
func (e *Editor) Removed(g *GroupMatch) string {
	file, body := e.Document.File, g.Body()
	before := file.Slice(source.Span{Start: e.RemoveGroup(g).Span.Start, End: body.Start})
	return strings.TrimLeft(before, "-*_ \t\r\n") + file.Slice(body) + e.eol()
}

// ownEnd is [Body]'s end of s itself, without what stands below it.
func ownEnd(s *mdcheckpoint.Section) int {
	return Body(&mdcheckpoint.Section{Heading: s.Heading, Blocks: s.Blocks}).End
}

func (e *Editor) eol() string { return e.Document.File.EOL() }

func (e *Editor) text() string { return e.Document.File.Text }

// lineEnd is the place at the end of the line in which the byte before offset
// stands, before its line ending.
func (e *Editor) lineEnd(offset int) source.Span { return LineEnd(e.Document.File, offset) }

// LineEnd is the place at the end of the line of file in which the byte before
// offset stands, before its line ending.
func LineEnd(file *source.File, offset int) source.Span {
	end := len(file.Text)
	if i := strings.IndexAny(file.Text[offset:], "\r\n"); i >= 0 {
		end = offset + i
	}
	return source.Span{Start: end, End: end}
}
