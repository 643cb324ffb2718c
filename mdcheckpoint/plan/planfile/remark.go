package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Remark is a comment on its own lines.
type Remark struct {
	Span source.Span
	// Next has the comment and the text that it is about, or is empty.
	Next source.Span
}

func (p *Plan) scan() *scanResult { return scan(p.Text(), p.Front.Span.End) }

// Remarks returns the comments in text order.
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

// endOf returns the end of the element, section or paragraph at an offset, or the offset.
func (p *Plan) endOf(s *scanResult, at int) int {
	if i := s.tagAt(at); i < len(s.tags) && s.tags[i].Start == at {
		return p.elementEnd(s, i)
	}
	level := headingLevel(s.text[at:])
	for first := at; at < len(s.text); {
		end := lineEnd(s.text, at)
		if at > first && s.stops(at, end, level) {
			break
		}
		if at = end; s.hiddenAt(at).Start < at { // continue after code or a comment
			at = max(at, s.hiddenAt(at).End)
		}
	}
	return at
}

// stops reports whether the line text[at:end] ends a section of level, or a paragraph if level is
// 0.
func (s *scanResult) stops(at, end, level int) bool {
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

func headingLevel(text string) int {
	line := text[:lineEnd(text, 0)]
	if heading(line) == "" {
		return 0
	}
	return len(line) - len(strings.TrimLeft(line, "#"))
}

func (p *Plan) elementEnd(s *scanResult, i int) int {
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

// Unclosed returns the first lines of an unclosed code fence and comment, or empty spans.
func (p *Plan) Unclosed() (fence, comment source.Span) {
	s := p.scan()
	return s.openFence, s.openComment
}

// Fences returns the closed code blocks in text order.
func (p *Plan) Fences() (all []source.Span) {
	for _, h := range p.scan().hidden {
		if h.kind == fenced {
			all = append(all, h.Span)
		}
	}
	return all
}
