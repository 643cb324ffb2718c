package planfile

import (
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Remark is a comment that stands on lines of its own.
type Remark struct {
	Span source.Span
	// Next is what follows it, with the remark itself: an element with its tags, the
	// section of a heading, or text up to the next blank line or tag at the beginning of
	// a line. It is empty if nothing does.
	Next source.Span
}

// Remarks are those of the plan, in the order of the text. Comments between others
// are passed over: all of a row are about what follows the last.
func (p *Plan) Remarks() []Remark {
	text := p.Text()
	s := scan(text, p.Front.Span.End)
	stops, sections := s.outline(p.Front.Span.End)
	var found []Remark
	next := map[int]int{} // of the comments, where what follows ends, by where the comment begins
	for i := len(s.hidden) - 1; i >= 0; i-- {
		span := s.hidden[i]
		if !strings.HasPrefix(text[span.Start:], "<!--") || !beginsLine(text, span.Start) {
			continue
		}
		at := span.End + len(text[span.End:]) - len(strings.TrimLeft(text[span.End:], " \t\r\n"))
		end, isComment := next[at]
		if !isComment {
			end = p.endOf(s, at, stops, sections)
		}
		next[span.Start] = end
		r := Remark{Span: span}
		if end > at {
			r.Next = source.Span{Start: span.Start, End: end}
		}
		found = append(found, r)
	}
	slices.Reverse(found)
	return found
}

// endOf is where that ends which begins at offset at; at itself if nothing does.
func (p *Plan) endOf(s *scanned, at int, stops []int, sections map[int]int) int {
	if at >= len(s.text) {
		return at
	}
	if end, ok := sections[at]; ok {
		return end
	}
	if i := s.tagAt(at); i < len(s.tags) && s.tags[i].span.Start == at {
		return p.elementEnd(s, i)
	}
	i := sort.SearchInts(stops, at+1)
	if i == len(stops) {
		return len(s.text)
	}
	return stops[i]
}

// elementEnd is where the element ends whose tag is the i-th: a task where the plan has
// its end, closed or not. A closing tag begins nothing.
func (p *Plan) elementEnd(s *scanned, i int) int {
	t := &s.tags[i]
	k := sort.Search(len(p.Tasks), func(k int) bool { return p.Tasks[k].Span.Start >= t.span.Start })
	switch {
	case t.closes:
		return t.span.Start
	case k < len(p.Tasks) && p.Tasks[k].Span.Start == t.span.Start:
		return p.Tasks[k].Span.End
	case !t.alone && s.closing(i) >= 0:
		return s.tags[s.closing(i)].span.End
	}
	return t.span.End
}

// beginsLine reports whether only white space stands before offset in its line.
func beginsLine(text string, offset int) bool {
	before := strings.TrimRight(text[:offset], " \t")
	return before == "" || before == bom || before[len(before)-1] == '\n'
}

// outline gives where text stops: before blank lines, headings and lines that begin
// with a tag, in order; and by where a heading begins the end of its section. Code and
// comments have none of them.
func (s *scanned) outline(start int) (stops []int, sections map[int]int) {
	sections = map[int]int{}
	var open [7]int // by level, where the heading of the section begins that is not ended; -1 without
	for i := range open {
		open[i] = -1
	}
	for at := start; at < len(s.text); at = lineEnd(s.text, at) {
		line := s.text[at:lineEnd(s.text, at)]
		bare := strings.TrimLeft(line, " \t\r\n")
		first := at + len(line) - len(bare)
		hidden := s.hiddenAt(at)
		within := hidden.Start < at && at < hidden.End
		level := 0
		if !within && heading(line) != "" {
			level = len(line) - len(strings.TrimLeft(line, "#"))
		}
		switch i := s.tagAt(first); {
		case within:
		case bare == "", level > 0, i < len(s.tags) && s.tags[i].span.Start == first:
			stops = append(stops, at)
		}
		if level > 0 {
			endSections(open[level:], sections, at)
			open[level] = at
		}
	}
	endSections(open[:], sections, len(s.text))
	return stops, sections
}

// endSections ends the sections that are open at one place.
func endSections(open []int, sections map[int]int, at int) {
	for i, begins := range open {
		if begins >= 0 {
			sections[begins], open[i] = at, -1
		}
	}
}

// Unclosed are the first line that opens fenced code which nothing closes, and the
// first comment that nothing closes, if there are such: the rest of a line each. What
// they would hide is read all the same.
func (p *Plan) Unclosed() (fence, comment source.Span) {
	text := p.Text()
	s := &scanned{text: text, torns: p.torns}
	s.hide(p.Front.Span.End)
	for _, f := range readFences(text, p.Front.Span.End, p.torns).all {
		if !s.isHidden(f.start) {
			fence = restOfLine(text, f.start)
			break
		}
	}
	for at := max(p.Front.Span.End, s.lastComment); at >= 0 && at < len(text); at++ {
		i := strings.Index(text[at:], "<!--")
		if i < 0 {
			break
		}
		if at += i; !s.isHidden(at) && beginsLine(text, at) {
			comment = restOfLine(text, at)
			break
		}
	}
	return fence, comment
}

// Fences are the fenced code that something closes, in the order of the text.
func (p *Plan) Fences() []source.Span {
	s := &scanned{text: p.Text(), torns: p.torns}
	s.hide(p.Front.Span.End)
	return slices.DeleteFunc(s.hidden, func(h source.Span) bool {
		mark, _ := fenceMark(s.text[h.Start:lineEnd(s.text, h.Start)])
		return mark == "" || !beginsLine(s.text, h.Start)
	})
}

// restOfLine is the text of a line from offset on, without white space around it.
func restOfLine(text string, offset int) source.Span {
	line := strings.TrimRight(text[offset:lineEnd(text, offset)], " \t\r\n")
	start := offset + len(line) - len(strings.TrimLeft(line, " \t"))
	return source.Span{Start: start, End: offset + len(line)}
}
