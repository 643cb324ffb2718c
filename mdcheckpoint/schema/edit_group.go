package schema

import (
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// Rank returns the index of the group with that key, or -1.
func (s *Schema) Rank(key string) int {
	return slices.IndexFunc(s.Groups, func(g Group) bool { return g.Key == key })
}

// Insert adds text, the new group own, at the place for its key and its number or date.
func (e *Editor) Insert(own *GroupMatch, text string) source.Edit {
	older := func(g *GroupMatch) bool { return !own.Group.ordered() || g.Compare(own) < 0 }
	all := e.Match.All(own.Group.Key)
	if own.Group.NewestFirst || falls(all) {
		if i := slices.IndexFunc(all, older); i >= 0 {
			return e.insertBefore(all[i], text)
		}
		older = func(*GroupMatch) bool { return true }
	}
	if before := e.before(own.Group, older); before != nil {
		place := e.lineEnd(e.end(before.Section))
		return source.Insert(place, e.separator()+text+e.tail(place))
	}
	end := e.topEnd()
	if end < 0 {
		return e.insertFirst(text)
	}
	place, blank := e.lineEnd(end), e.eol()+e.eol()
	if e.Separates() && e.breakBefore(place) {
		return source.Insert(place, blank+text+strings.TrimSuffix(e.separator(), blank))
	}
	return source.Insert(place, blank+text+e.tail(place))
}

func falls(all []*GroupMatch) bool {
	back := func(a, b *GroupMatch) int { return b.Compare(a) }
	return len(all) > 1 && all[0].Compare(all[len(all)-1]) > 0 &&
		slices.IsSortedFunc(all, back)
}

func (e *Editor) insertBefore(g *GroupMatch, text string) source.Edit {
	start := g.Section.Own.Start
	if i := slices.Index(e.Match.Document.Sections, g.Section); i > 0 {
		start, _ = e.leading(e.Match.Document.Sections[i-1])
	}
	return source.Insert(start, text+e.separator())
}

// end returns the end of the body of s, which excludes comments about the next section.
func (e *Editor) end(s *mdcheckpoint.Section) int {
	last := lastOf(s)
	_, blocks := e.leading(last)
	return endOf(last, blocks)
}

// leading returns the start of the blocks at the end of s that belong to the next section, and the
// blocks before.
func (e *Editor) leading(s *mdcheckpoint.Section) (start int, before []*mdcheckpoint.Block) {
	start, before = s.Own.End, s.Blocks
	for n := len(before) - 1; n >= 0 && e.leadsOn(s, before[n], start); n-- {
		start, before = e.Match.Document.File.LinesOf(before[n].Span).Start, before[:n]
	}
	return start, before
}

func (e *Editor) insertFirst(text string) source.Edit {
	start := max(e.Match.Document.BOM, e.Match.Document.FrontMatter.End)
	all := e.text()
	gap := e.separator()
	if strings.TrimSpace(all[start:]) == "" {
		gap = e.eol()
	}
	text += gap
	if start > e.Match.Document.BOM && !strings.HasSuffix(all[:start], "\n") &&
		!strings.HasSuffix(all[:start], "\r") {
		text = e.eol() + text // the file ends with front matter
	}
	return source.Insert(start, text)
}

// breakBefore reports whether a new group at place needs a thematic break after it.
func (e *Editor) breakBefore(place int) bool {
	for _, b := range e.Match.Document.Blocks {
		if b.Span.Start >= place {
			return b.Kind == mdcheckpoint.Heading
		}
	}
	return false
}

func (e *Editor) separator() string {
	eol := e.eol()
	if e.Separates() {
		return eol + eol + "---" + eol + eol
	}
	return eol + eol
}

func (e *Editor) Separates() bool {
	if len(e.Match.Groups) < 2 {
		return e.Breaks
	}
	return slices.ContainsFunc(e.Match.Document.Blocks, isBreak)
}

func isBreak(b *mdcheckpoint.Block) bool { return b.Kind == mdcheckpoint.Break }

// before returns the group that a new group must follow, or nil.
func (e *Editor) before(group *Group, older func(*GroupMatch) bool) (before *GroupMatch) {
	rank := e.Match.Schema.Rank(group.Key)
	for _, g := range e.Match.Groups {
		same := g.Group.Key == group.Key
		if e.Match.Schema.Rank(g.Group.Key) < rank || same && older(g) {
			before = g
		}
	}
	return before
}

// topEnd returns the end of the text above the groups, or -1 if there is none.
func (e *Editor) topEnd() int {
	level, sections, title := e.Match.Schema.GroupLevel(), e.Match.Document.Sections, e.Match.top()
	if title == nil {
		return e.preambleEnd()
	}
	end := endOf(title, title.Blocks)
	for _, s := range sections[slices.Index(sections, title)+1:] {
		if s.Level == level || s.Level <= title.Level {
			break
		}
		end = endOf(s, s.Blocks)
	}
	return end
}

func (e *Editor) preambleEnd() int {
	end := -1
	for _, b := range e.Match.Document.Blocks {
		if e.Match.Document.Preamble.Covers(b.Span) && !isBreak(b) {
			end = b.Span.End
		}
	}
	return end
}

// Prune returns the edits that remove groups, and their texts. groups must be in the order of the
// file.
func (e *Editor) Prune(groups []*GroupMatch) (edits []source.Edit, texts []string) {
	end := 0
	for _, g := range groups {
		span := e.removal(g)
		texts = append(texts, e.removed(g, span))
		span.Start = max(span.Start, end)
		end = max(span.Start, span.End)
		edits = append(edits, source.Edit{Span: source.Between(span.Start, end)})
	}
	return edits, texts
}

func (e *Editor) removal(g *GroupMatch) source.Span {
	sections := e.Match.Document.Sections
	i := sort.Search(len(sections),
		func(i int) bool { return sections[i].Own.Start >= g.Section.Own.Start })
	start, end := g.Section.Own.Start, e.lineEnd(g.Body().End)
	if i > 0 {
		before := sections[i-1]
		start = e.lineEnd(endOf(before, before.Blocks))
	} else if last := g.Section.Span.End; strings.Trim(e.text()[end:last], breakRunes) == "" {
		end = last // g is first, so remove the separator after it
	}
	return source.Between(start, end)
}

// breakRunes are the characters of thematic breaks and of the blank lines around them.
const breakRunes = "-*_ \t\r\n"

func (e *Editor) removed(g *GroupMatch, span source.Span) string {
	file, body := e.Match.Document.File, g.Body()
	before := file.Slice(source.Between(span.Start, body.Start))
	return strings.TrimLeft(before, breakRunes) + file.Slice(body) + e.eol()
}
