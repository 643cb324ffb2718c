package ccc

import (
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// eol is the line ending of the file: a carriage return alone in one that has no
// other.
func (p *Progress) eol() string {
	if strings.Contains(p.Text(), "\r") && !strings.Contains(p.Text(), "\n") {
		return "\r"
	}
	return p.Document.File.EOL()
}

// lineEnd is the place at the end of the line that offset stands in, before its
// line ending.
func (p *Progress) lineEnd(offset int) source.Span {
	end := len(p.Text())
	if i := strings.IndexAny(p.Text()[offset:], "\r\n"); i >= 0 {
		end = offset + i
	}
	return source.Span{Start: end, End: end}
}

// nextLine is where the line after that of offset begins.
func (p *Progress) nextLine(offset int) int {
	end := p.lineEnd(offset).End
	rest := p.Text()[end:]
	switch {
	case strings.HasPrefix(rest, "\r\n"):
		return end + 2
	case rest != "":
		return end + 1
	}
	return end
}

// lineStart is where the line of offset begins.
func (p *Progress) lineStart(offset int) int {
	return strings.LastIndexAny(p.Text()[:offset], "\r\n") + 1
}

// wholeLines is span with the rest of its lines, if nothing else stands there.
// At the end of a file without a final line ending, the one before goes too.
func (p *Progress) wholeLines(span source.Span) source.Span {
	lines := source.Span{Start: p.lineStart(span.Start), End: p.nextLine(span.End)}
	around := p.Text()[lines.Start:span.Start] + p.Text()[span.End:lines.End]
	if strings.Trim(around, " \t\r\n") != "" {
		return span
	}
	if lines.End == len(p.Text()) && p.lineEnd(span.End).End == lines.End {
		lines.Start = len(strings.TrimSuffix(strings.TrimSuffix(p.Text()[:lines.Start], "\n"), "\r"))
	}
	return lines
}

// dropped is [Progress.wholeLines] of an entry that goes: with the line ending
// before it, unless it is the first, so that what is put behind the list at the
// same time does not touch it.
func (p *Progress) dropped(span source.Span, first bool) source.Span {
	lines := p.wholeLines(span)
	if first || lines == span || lines.Start != p.lineStart(span.Start) {
		return lines
	}
	before := strings.TrimSuffix(strings.TrimSuffix(p.Text()[:lines.Start], "\n"), "\r")
	return source.Span{Start: len(before), End: p.lineEnd(span.End).End}
}

// indent is the white space before the marker of item.
func (p *Progress) indent(item *mdcheckpoint.Item) string {
	before := p.Text()[:item.Marker.Start]
	return before[len(strings.TrimRight(before, " \t")):]
}

// like writes lines as items with the indentation and marker of item, the first
// without indentation; ordered ones count on from the number of item + step.
func (p *Progress) like(item *mdcheckpoint.Item, step int, lines []string) string {
	marker := p.slice(item.Marker)
	items := make([]string, len(lines))
	for i, line := range lines {
		mark := marker
		if item.Ordered {
			n, _ := atoi(marker[:len(marker)-1])
			mark = strconv.Itoa(n+step+i) + marker[len(marker)-1:]
		}
		items[i] = mark + " " + line
	}
	return strings.Join(items, p.eol()+p.indent(item))
}

// bullets writes lines as a list of its own.
func (p *Progress) bullets(lines []string) string {
	return "- " + strings.Join(lines, p.eol()+"- ")
}

// below is the edit that puts text into a section that holds nothing, or only
// what is to stay: behind that, else directly below the heading. Comments that
// lead on to the next section stay in front of it.
func (p *Progress) below(s *mdcheckpoint.Section, text string) source.Edit {
	after, gap, next := s.Heading.End, p.eol(), s.Own.End
	for _, b := range slices.Backward(s.Blocks) {
		if p.leadsOn(s, b, next) {
			next = b.Span.Start
			continue
		}
		if b.Kind != mdcheckpoint.Break {
			after, gap = b.Span.End, p.eol()+p.eol()
			break
		}
	}
	place := p.lineEnd(after)
	return source.Edit{Span: place, New: gap + text + p.apart(place.Start)}
}

// leadsOn reports whether b, a block of s, is a comment on what follows s: it
// stands directly above the next heading, or above another such comment at next,
// and not directly below its own heading.
func (p *Progress) leadsOn(s *mdcheckpoint.Section, b *mdcheckpoint.Block, next int) bool {
	return b.Kind == mdcheckpoint.Comment && s.Own.End < len(p.Text()) &&
		p.nextLine(b.Span.End) == p.lineStart(next) && p.nextLine(s.Heading.End) != p.lineStart(b.Span.Start)
}

// apart is one more line ending if the line after place is not blank: what is put
// at place must not run into it.
func (p *Progress) apart(place int) string {
	next := p.nextLine(place)
	line := p.Text()[next:p.lineEnd(next).End]
	if strings.TrimSpace(line) == "" {
		return ""
	}
	return p.eol()
}

// insert is the edit that makes the section with that key, in its place in the
// order of the format: behind the last section of the file that belongs before
// it, else behind what stands above all sections.
func (p *Progress) insert(key, content string) source.Edit {
	text := "## " + p.Match.Schema.Groups[Rank(key)].Title + p.eol() + content
	if before := p.before(key); before != nil {
		place := p.lineEnd(before.Body().End)
		return source.Edit{Span: place, New: p.eol() + p.eol() + text + p.apart(place.Start)}
	}
	return p.insertFirst(text)
}

func (p *Progress) before(key string) *schema.GroupMatch {
	var before *schema.GroupMatch
	for _, g := range p.Match.Groups {
		if Rank(g.Group.Key) < Rank(key) {
			before = g
		}
	}
	return before
}

// insertFirst puts text behind the title and the header, or where the text of the
// file begins.
func (p *Progress) insertFirst(text string) source.Edit {
	blank := p.eol() + p.eol()
	end := -1
	for _, b := range p.top() {
		if b.Kind != mdcheckpoint.Break {
			end = b.Span.End
		}
	}
	if end >= 0 {
		place := p.lineEnd(end)
		return source.Edit{Span: place, New: blank + text + p.apart(place.Start)}
	}
	start := max(p.Document.BOM, p.Document.FrontMatter.End)
	if start > p.Document.BOM && p.lineStart(start) != start {
		text = p.eol() + text // behind front matter that ends the file
	}
	if strings.TrimSpace(p.Text()[start:]) == "" {
		return source.Edit{Span: source.Span{Start: start, End: start}, New: text + p.eol()}
	}
	return source.Edit{Span: source.Span{Start: start, End: start}, New: text + blank}
}
