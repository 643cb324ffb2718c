package planfile

import (
	"cmp"
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// isProse reports whether the i-th tag, of a task, is only spoken of: within a line of
// text, or in an element in which commands and sentences stand. open is the index of the
// tag of the task that it stands in, -1 without.
func (s *scanned) isProse(open, i int) bool {
	t := &s.tags[i]
	before, behind := s.beside(t.span)
	if !t.closes {
		return before && attr(attributes(s.text, t.inside), "type") == nil
	}
	if s.inElement(open, i) {
		return true
	}
	return (before || behind) && (open < 0 || behind && s.closesLater(i))
}

// beside reports whether text that is no tag stands before and behind span in its line.
func (s *scanned) beside(span source.Span) (before, behind bool) {
	const far = 1 << 10 // bytes back, of a line that is too long for prose
	from := max(0, span.Start-far)
	start := from + strings.LastIndexByte(s.text[from:span.Start], '\n') + 1
	at := start
	for k := s.tagAt(start); k < len(s.tags) && s.tags[k].span.Start < span.Start; k++ {
		before = before || strings.Trim(s.text[at:s.tags[k].span.Start], " \t\ufeff") != ""
		at = min(s.tags[k].span.End, span.Start)
	}
	before = before || strings.Trim(s.text[at:span.Start], " \t\ufeff") != ""
	rest := strings.TrimLeft(s.text[span.End:min(len(s.text), span.End+far)], " \t\r")
	return before, rest != "" && rest[0] != '\n' && rest[0] != '<'
}

// prosy are elements in which a tag may be spoken of.
var prosy = []string{AutomatedTag, VerifyTag, ActionTag, "objective"}

// inElement reports whether the i-th tag stands within such an element that begins behind
// the open-th tag and ends before the next task.
func (s *scanned) inElement(open, i int) bool {
	const far = 64 // tags back
	for j := i - 1; j > max(open, i-far); j-- {
		t := &s.tags[j]
		if !t.opens() || !slices.Contains(prosy, t.name) {
			continue
		}
		if k := s.closing(j); k > i && k < s.nextTask(i) {
			return true
		}
	}
	return false
}

// closesLater reports whether another tag closes a task behind the i-th and before the
// next task.
func (s *scanned) closesLater(i int) bool {
	k := s.closing(i)
	return k >= 0 && k < s.nextTask(i)
}

// nextTask is the index of the first tag behind the i-th that begins a task with a type.
func (s *scanned) nextTask(i int) int {
	if s.typed == nil {
		s.typed = make([]int, len(s.tags)+1)
		s.typed[len(s.tags)] = len(s.tags)
		for k := len(s.tags) - 1; k >= 0; k-- {
			s.typed[k] = s.typed[k+1]
			if t := &s.tags[k]; t.name == "task" && !t.closes && attr(attributes(s.text, t.inside), "type") != nil {
				s.typed[k] = k
			}
		}
	}
	return s.typed[i+1]
}

// odd adds to the stray tags those that begin a line and were meant as one of a task: one
// that no > ends, and one with capital letters.
func (p *Plan) odd(s *scanned) {
	for _, span := range s.torn {
		p.Stray = append(p.Stray, Stray{Span: span, Torn: true})
	}
	for i := range s.tags {
		t := &s.tags[i]
		if t.name != "task" && !t.closes && strings.EqualFold(t.name, "task") && beginsLine(s.text, t.span.Start) {
			p.Stray = append(p.Stray, Stray{Span: t.span, Case: true})
		}
	}
	slices.SortStableFunc(p.Stray, func(a, b Stray) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
}

// tearOff notes the tag of a task at the beginning of a line that the next tag comes
// before the end of.
func (s *scanned) tearOff(at int) {
	const name = "<task "
	if strings.HasPrefix(s.text[at:], name) && beginsLine(s.text, at) && strings.Contains(s.text[at:lineEnd(s.text, at)], "type") {
		s.torn = append(s.torn, restOfLine(s.text, at))
	}
}
