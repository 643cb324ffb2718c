package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Remark is a comment that stands on lines of its own.
type Remark struct {
	Span source.Span
	// Next is what follows it, with the remark itself: an element with its tags, the
	// section of a heading, or text up to the next blank line, remark or tag at the beginning
	// of a line. It is empty if nothing does.
	Next source.Span
}

// scan is the text of p as a row of tags.
func (p *Plan) scan() *scanned { return scan(p.Text(), p.Front.Span.End) }

// Remarks are those of the plan, in the order of the text. Comments between others
// are passed over: all of a row are about what follows the last.
func (p *Plan) Remarks() []Remark {
	s := p.scan()
	var found []Remark
	for _, h := range slices.Backward(s.hidden) {
		if h.kind != comment || !beginsLine(s.text, h.Start) {
			continue
		}
		at := skip(s.text, h.End, space)
		end := 0
		if last := len(found) - 1; last >= 0 && found[last].Span.Start == at {
			end = found[last].Next.End
		} else {
			end = p.endOf(s, at)
		}
		r := Remark{Span: h.Span}
		if end > at {
			r.Next = spanOf(h.Start, end)
		}
		found = append(found, r)
	}
	slices.Reverse(found)
	return found
}

// endOf is where that ends which begins at offset at; at itself if nothing does.
func (p *Plan) endOf(s *scanned, at int) int {
	if i := s.tagAt(at); i < len(s.tags) && s.tags[i].Start == at {
		return p.elementEnd(s, i)
	}
	level := headingLevel(s.text[at:])
	for first := at; at < len(s.text); {
		end := lineEnd(s.text, at)
		if at > first && s.stops(at, end, level) {
			break
		}
		if at = end; s.hiddenAt(at).Start < at { // within code or a comment
			at = max(at, s.hiddenAt(at).End)
		}
	}
	return at
}

// stops reports whether a line ends the section of a heading of a level; 0 is text without one.
func (s *scanned) stops(at, end, level int) bool {
	if of := headingLevel(s.text[at:end]); level > 0 || of > 0 {
		return of > 0 && (of <= level || level == 0)
	}
	first := skip(s.text[:end], at, space)
	if first == end {
		return true
	}
	i := s.tagAt(first)
	return i < len(s.tags) && s.tags[i].Start == first || strings.HasPrefix(s.text[first:], "<!--") && s.isHidden(first)
}

// headingLevel is the number of signs of the heading that text begins with; 0 without.
func headingLevel(text string) int {
	line := text[:lineEnd(text, 0)]
	if heading(line) == "" {
		return 0
	}
	return len(line) - len(strings.TrimLeft(line, "#"))
}

// elementEnd is where the element of the i-th tag ends; a closing tag begins nothing.
func (p *Plan) elementEnd(s *scanned, i int) int {
	t := &s.tags[i]
	if t.closes {
		return t.Start
	}
	byStart := func(task *Task, start int) int { return task.Span.Start - start }
	if k, ok := slices.BinarySearchFunc(p.Tasks, t.Start, byStart); ok {
		return p.Tasks[k].Span.End
	}
	if k := s.closing(i); k >= 0 {
		return s.tags[k].End
	}
	return t.End
}

// Unclosed are the first line that opens fenced code which nothing closes, and the
// first comment that nothing closes, if there are such: the rest of a line each. What
// they would hide is read anyway.
func (p *Plan) Unclosed() (fence, comment source.Span) {
	s := p.scan()
	return s.openFence, s.openComment
}

// Fences are the fenced code that something closes, in the order of the text.
func (p *Plan) Fences() []source.Span {
	var all []source.Span
	for _, h := range p.scan().hidden {
		if h.kind == fenced {
			all = append(all, h.Span)
		}
	}
	return all
}
