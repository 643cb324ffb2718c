package planfile

import (
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A hidden is text whose tags count for nothing.
type hidden struct {
	source.Span
	kind hiddenKind
}

type hiddenKind uint8

const (
	comment hiddenKind = iota
	fenced             // code between two lines
	inline             // code between backticks
)

// A scanned is the text of a plan as a row of tags.
type scanned struct {
	text   string
	start  int
	tags   []tag            // in order
	closed map[string][]int // of a name, the indexes in tags of what closes it
	hidden []hidden         // in order
	torns  []tear           // fences that hide nothing though they are closed

	// The first fence and the first comment that nothing closes; empty without. Each is the
	// rest of a line. They hide nothing: what an agent would still execute must not be
	// overlooked.
	openFence, openComment source.Span

	open       map[string]int // of paired elements, how many more opening than closing tags were read
	looks      int            // how often a partner was looked for after a fence
	noComment  bool           // no comment is closed from here on
	unclosable [2]int         // by kind of fence, the shortest mark that nothing closes from here on; 0 is none
}

// scan finds the tags in text from start on. What is in comments, in fenced code or
// between backticks of one line is text. It takes time in proportion to the length of text: a
// tag ends before the next "<" or is none.
func scan(text string, start int) *scanned {
	most := min(strings.Count(text[start:], "<"), strings.Count(text[start:], ">"))
	s := &scanned{text: text, start: start, tags: make([]tag, 0, most), closed: map[string][]int{}, open: map[string]int{}}
	for at := start; at < len(text); {
		end := lineEnd(text, at)
		if stop := s.fence(at, end); stop > 0 {
			at = stop
		} else {
			at = s.line(at, end)
		}
	}
	return s
}

// line reads the rest of a line, and returns where to continue: after a tag or comment.
func (s *scanned) line(at, end int) int {
	codes := codeSpans(s.text[at:end])
	for base, next := at, -1; at < end; {
		for len(codes) > 0 && codes[0].Start+base < at {
			codes = codes[1:]
		}
		if next < at {
			next = until(s.text[:end], at, "<")
		}
		switch {
		case len(codes) > 0 && codes[0].Start+base < next:
			s.hide(codes[0].Shift(base), inline)
			at = codes[0].End + base
		case next == end:
			return end
		default:
			at = s.sign(next)
		}
	}
	return at
}

// sign reads the comment or tag that begins with the "<" at an offset, and returns where to continue.
func (s *scanned) sign(at int) int {
	const opener, closer = "<!--", "-->"
	if strings.HasPrefix(s.text[at:], opener) {
		stop := -1
		if !s.noComment {
			stop = strings.Index(s.text[at+len(opener):], closer)
		}
		if stop >= 0 {
			end := at + len(opener) + stop + len(closer)
			s.hide(spanOf(at, end), comment)
			return end
		}
		s.noComment = true
		if s.openComment.Len() == 0 && beginsLine(s.text, at) {
			s.openComment = restOfLine(s.text, at)
		}
		return at + 1
	}
	t, ok := readTag(s.text, at)
	if !ok {
		return at + 1
	}
	if t.closes {
		s.closed[t.name] = append(s.closed[t.name], len(s.tags))
	}
	s.tags = append(s.tags, t)
	t.count(s.open)
	return t.End
}

// hide adds text whose tags count for nothing.
func (s *scanned) hide(at source.Span, kind hiddenKind) {
	if len(s.hidden) == cap(s.hidden) {
		s.hidden = slices.Grow(s.hidden, max(4, len(s.hidden))) // append would copy more often
	}
	s.hidden = append(s.hidden, hidden{at, kind})
}

// hiddenAt is the comment or the code that an offset is in; empty if there is none.
func (s *scanned) hiddenAt(at int) hidden {
	i := sort.Search(len(s.hidden), func(i int) bool { return s.hidden[i].End > at })
	if i < len(s.hidden) && s.hidden[i].Contains(at) {
		return s.hidden[i]
	}
	return hidden{}
}

func (s *scanned) isHidden(at int) bool { return s.hiddenAt(at).Len() > 0 }

// tagAt is the index of the first tag that begins at offset or behind.
func (s *scanned) tagAt(offset int) int {
	return sort.Search(len(s.tags), func(i int) bool { return s.tags[i].Start >= offset })
}

// closer is the index of the first tag after the i-th that closes it and stands
// before end; -1 if there is none, or if the i-th does not open an element.
func (s *scanned) closer(i, end int) int {
	all := s.closed[s.tags[i].name]
	k := sort.SearchInts(all, i+1)
	if !s.tags[i].opens() || k == len(all) || s.tags[all[k]].Start >= end {
		return -1
	}
	return all[k]
}

// closing is closer in all of the text.
func (s *scanned) closing(i int) int { return s.closer(i, len(s.text)) }

// title is the first heading of a level, or below it, outside elements, comments and code.
func (s *scanned) title(level int) string {
	for at := s.start; at < len(s.text); {
		end := lineEnd(s.text, at)
		line := s.text[at:end]
		if text := heading(line); text != "" && line[level-1] == '#' && beginsLine(s.text, at) && !s.isHidden(at) {
			return text
		}
		for i := s.tagAt(at); i < len(s.tags) && s.tags[i].Start < end; i++ {
			if k := s.closing(i); k >= 0 {
				end = s.tags[k].End
				break
			}
		}
		at = end
	}
	return ""
}

// objective is the text of the first <objective>.
func (s *scanned) objective() string {
	for i := range s.tags {
		if k := s.closing(i); k >= 0 && s.tags[i].name == "objective" {
			return strings.TrimSpace(s.text[s.tags[i].End:s.tags[k].Start])
		}
	}
	return ""
}

func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// restOfLine is the text of a line from offset on, without white space around it.
func restOfLine(text string, offset int) source.Span {
	line := strings.TrimRight(text[offset:lineEnd(text, offset)], " \t\r\n")
	start := offset + len(line) - len(strings.TrimLeft(line, " \t"))
	return spanOf(start, offset+len(line))
}

// beginsLine reports whether only white space is before offset in its line.
func beginsLine(text string, offset int) bool {
	before := strings.TrimRight(text[:offset], " \t")
	return before == "" || before == bom || before[len(before)-1] == '\n'
}

// heading is the text of an ATX heading; "" if line is none.
func heading(line string) string {
	bare := strings.TrimLeft(line, "#")
	if n := len(line) - len(bare); n == 0 || n > 6 || !strings.HasPrefix(bare, " ") {
		return ""
	}
	return strings.TrimSpace(bare)
}
