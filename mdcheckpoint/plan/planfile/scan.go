package planfile

import (
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A hiddenText is a comment or code. Its tags do not count.
type hiddenText struct {
	source.Span
	kind hiddenKind
}

type hiddenKind uint8

const (
	comment hiddenKind = iota
	fenced
	inline // code between backticks in one line
)

type scanResult struct {
	text   string
	start  int
	tags   []tag
	closed map[string][]int // name -> indexes of closing tags in tags
	hidden []hiddenText     // in the order of the text
	tears  []tear           // code fences that are normal text

	// openFence and openComment are the first lines of the first unclosed fence and comment, or
	// empty. They hide nothing, because an agent would execute the tasks after them.
	openFence, openComment source.Span

	open       map[string]int // name -> opening tags minus closing tags so far
	searches   int
	noComment  bool   // no comment is closed in the rest of the text
	unclosable [2]int // length from which ` and ~ fences stay open; 0 if unknown
}

// scan finds the tags, comments and code from the offset start on, in linear time.
func scan(text string, start int) *scanResult {
	most := min(strings.Count(text[start:], "<"), strings.Count(text[start:], ">"))
	s := &scanResult{text: text, start: start, tags: make([]tag, 0, most), closed: map[string][]int{}, open: map[string]int{}}
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

// line scans the line text[at:end], and returns where to continue.
func (s *scanResult) line(at, end int) int {
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

// sign reads the comment or tag at an offset, and returns where to continue.
func (s *scanResult) sign(at int) int {
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

func (s *scanResult) hide(at source.Span, kind hiddenKind) {
	if len(s.hidden) == cap(s.hidden) {
		s.hidden = slices.Grow(s.hidden, max(4, len(s.hidden))) // append alone would copy more often
	}
	s.hidden = append(s.hidden, hiddenText{at, kind})
}

func (s *scanResult) hiddenAt(at int) hiddenText {
	i := sort.Search(len(s.hidden), func(i int) bool { return s.hidden[i].End > at })
	if i < len(s.hidden) && s.hidden[i].Contains(at) {
		return s.hidden[i]
	}
	return hiddenText{}
}

func (s *scanResult) isHidden(at int) bool { return s.hiddenAt(at).Len() > 0 }

func (s *scanResult) tagAt(offset int) int {
	return sort.Search(len(s.tags), func(i int) bool { return s.tags[i].Start >= offset })
}

func (s *scanResult) closer(i, end int) int {
	all := s.closed[s.tags[i].name]
	k := sort.SearchInts(all, i+1)
	if !s.tags[i].opens() || k == len(all) || s.tags[all[k]].Start >= end {
		return -1
	}
	return all[k]
}

func (s *scanResult) closing(i int) int { return s.closer(i, len(s.text)) }

// title returns the first heading that begins with signs, such as "##".
func (s *scanResult) title(signs string) string {
	for at := s.start; at < len(s.text); {
		end := lineEnd(s.text, at)
		line := s.text[at:end]
		if text := heading(line); text != "" && strings.HasPrefix(line, signs) && beginsLine(s.text, at) && !s.isHidden(at) {
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

// hasList reports whether a line begins with a list marker, such as "- " or "1. ".
func (s *scanResult) hasList() bool {
	for at := s.start; at < len(s.text); at = lineEnd(s.text, at) {
		marker, _, ok := strings.Cut(s.text[at:lineEnd(s.text, at)], " ")
		number, isNumber := strings.CutSuffix(strings.Replace(marker, ")", ".", 1), ".")
		isMarker := marker == "-" || marker == "*" || marker == "+" || isNumber && IsNumber(number)
		if ok && isMarker && !s.isHidden(at) {
			return true
		}
	}
	return false
}

func (s *scanResult) objective() string {
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

func restOfLine(text string, offset int) source.Span {
	line := strings.TrimRight(text[offset:lineEnd(text, offset)], " \t\r\n")
	start := offset + len(line) - len(strings.TrimLeft(line, " \t"))
	return spanOf(start, offset+len(line))
}

func beginsLine(text string, offset int) bool {
	before := strings.TrimRight(text[:offset], " \t")
	return before == "" || before == bom || before[len(before)-1] == '\n'
}

func heading(line string) string {
	bare := strings.TrimLeft(line, "#")
	if n := len(line) - len(bare); n == 0 || n > 6 || !strings.HasPrefix(bare, " ") {
		return ""
	}
	return strings.TrimSpace(bare)
}
