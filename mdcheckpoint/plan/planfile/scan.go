package planfile

import (
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A tag is an opening or closing tag in the text.
type tag struct {
	name   string
	span   source.Span
	closes bool
	alone  bool // <name/>
	inside source.Span
}

// spelled is t without its attributes.
func (t *tag) spelled() string {
	if t.closes {
		return "</" + t.name + ">"
	}
	return "<" + t.name + ">"
}

// opens reports whether t is an opening tag with something behind it.
func (t *tag) opens() bool { return !t.closes && !t.alone }

// A scanned is the text of a plan as a row of tags.
type scanned struct {
	text   string
	tags   []tag            // in order
	closed map[string][]int // of a name, the indexes in tags of what closes it
	hidden []source.Span    // comments, fenced code and code within a line; in order
	typed  []int            // by tag, the index of the first from there on that begins a task with a type; nil if not asked for

	torns []tear // the fences that hide nothing though they are closed

	lastComment int // where the last "-->" stands; -1 without
}

// scan finds the tags in text from start on. What stands in comments, in fenced
// code or between backticks of one line is text, unless it parts an element from one of its
// tags. It takes time in proportion to the length of text: a tag ends before the next "<" or
// is none.
func scan(text string, start int) *scanned {
	const most = 16 // fences that part elements
	s := scanBut(text, start, nil)
	for t := s.torn(); t != nil && len(s.torns) < most; t = s.torn() {
		without := scanBut(text, start, append(slices.Clone(s.torns), *t))
		if sum(excess(without.tags)) >= sum(excess(s.tags)) {
			break
		}
		s = without
	}
	return s
}

// scanBut is scan where some fences hide nothing.
func scanBut(text string, start int, torns []tear) *scanned {
	s := &scanned{text: text, closed: map[string][]int{}, torns: torns}
	s.hide(start)
	s.readTags(start)
	return s
}

// readTags reads the tags from start on that are not hidden.
func (s *scanned) readTags(start int) {
	for at := start; at < len(s.text); {
		i := strings.IndexByte(s.text[at:], '<')
		if i < 0 {
			break
		}
		at += i
		if hidden := s.hiddenAt(at); hidden.Len() > 0 {
			at = hidden.End
			continue
		}
		t, ok := readTag(s.text, at)
		if !ok {
			at++
			continue
		}
		if t.closes && s.closed != nil {
			s.closed[t.name] = append(s.closed[t.name], len(s.tags))
		}
		s.tags = append(s.tags, t)
		at = t.span.End
	}
}

// readTag reads the tag whose "<" is at start. A name of letters, digits, "-", "_"
// and "." must follow; a ">" within quotes does not end the tag unless the quotes
// are not closed before the next "<".
func readTag(text string, start int) (tag, bool) {
	at := start + 1
	t := tag{closes: at < len(text) && text[at] == '/'}
	if t.closes {
		at++
	}
	name := at
	for at < len(text) && isNameByte(text[at], at == name) {
		at++
	}
	t.name = text[name:at]
	if t.name == "" || at == len(text) || strings.IndexByte(" \t\r\n/>", text[at]) < 0 {
		return t, false
	}
	rest := text[at:]
	if i := strings.IndexByte(rest, '<'); i >= 0 {
		rest = rest[:i]
	}
	end := tagEnd(rest)
	if end < 0 {
		return t, false
	}
	t.span = source.Span{Start: start, End: at + end + 1}
	t.inside = source.Span{Start: at, End: at + end}
	if !t.closes && end > 0 && rest[end-1] == '/' {
		t.alone = true
		t.inside.End--
	}
	return t, true
}

func isNameByte(c byte, first bool) bool {
	return isLetter(c) || !first && (isDigit(c) || c == '-' || c == '_' || c == '.')
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// tagEnd is where the ">" of a tag stands, or -1.
func tagEnd(rest string) int {
	quote := byte(0)
	for i := range len(rest) {
		switch c := rest[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i
		}
	}
	return strings.IndexByte(rest, '>')
}

func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// heading is the text of an ATX heading; "" if line is none.
func heading(line string) string {
	bare := strings.TrimLeft(line, "#")
	if n := len(line) - len(bare); n == 0 || n > 6 || !strings.HasPrefix(bare, " ") {
		return ""
	}
	return strings.TrimSpace(bare)
}

// title is the first heading of a level, or below it, from offset on that is in no element,
// comment or code; "" if there is none.
func (s *scanned) title(offset, level int) string {
	for i := 0; i <= len(s.tags); i++ {
		end := len(s.text)
		if i < len(s.tags) {
			end = s.tags[i].span.Start
		}
		for at := offset; at < end; at = lineEnd(s.text, at) {
			line := s.text[at:lineEnd(s.text, at)]
			if text := heading(line); text != "" && line[level-1] == '#' && beginsLine(s.text, at) && !s.isHidden(at) {
				return text
			}
		}
		if i == len(s.tags) {
			break
		}
		if t := &s.tags[i]; t.opens() {
			if k := s.closing(i); k >= 0 {
				i = k
			}
		}
		offset = s.tags[i].span.End
	}
	return ""
}

// closer is the index of the first tag behind the i-th that closes it and stands
// before end; -1 if there is none.
func (s *scanned) closer(i, end int) int {
	all := s.closed[s.tags[i].name]
	k := sort.SearchInts(all, i+1)
	if k == len(all) || s.tags[all[k]].span.Start >= end {
		return -1
	}
	return all[k]
}

// closing is closer in all of the text.
func (s *scanned) closing(i int) int { return s.closer(i, len(s.text)) }

// objective is the text of the first <objective> outside of tasks.
func (s *scanned) objective() string {
	for i := range s.tags {
		if t := &s.tags[i]; t.name == "objective" && t.opens() {
			if k := s.closing(i); k >= 0 {
				return strings.TrimSpace(s.text[t.span.End:s.tags[k].span.Start])
			}
		}
	}
	return ""
}
