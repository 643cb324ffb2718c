package lsp

import (
	"strings"
	"unicode/utf8"

	"mdck/internal/report"
	"mdck/mdcheckpoint/source"
)

const bom = "\ufeff"

// A mapper converts between byte offsets in a text and editor positions in UTF-16 code units. It is
// not safe for concurrent use.
//
// Only a line feed ends a line; a carriage return before it belongs to the line ending.
type mapper struct {
	file   *source.File
	hidden int // bytes of a byte order mark, which the editor hides
	ruler  *report.Ruler
}

func newMapper(file *source.File) *mapper { return &mapper{file: file, ruler: report.NewRuler(file)} }

func newFileMapper(file *source.File) *mapper {
	m := newMapper(file)
	m.hidden = len(file.Text) - len(strings.TrimPrefix(file.Text, bom))
	return m
}

// line returns the start and end of line n; the first is 1.
func (m *mapper) line(n int) (start, end int) {
	s := m.file.LineSpan(n)
	text := m.file.Slice(s)
	if text, ok := strings.CutSuffix(text, "\n"); ok {
		s.End = s.Start + len(strings.TrimSuffix(text, "\r"))
	}
	return max(s.Start, m.hidden), max(s.End, m.hidden)
}

// position returns the position of an offset. It never splits a character or a line ending.
func (m *mapper) position(offset int) position {
	offset = min(max(offset, m.hidden), len(m.file.Text))
	n := m.file.Line(offset)
	start, end := m.line(n)
	return position{Line: n - 1, Character: m.ruler.Units(min(offset, end)) - m.ruler.Units(start)}
}

func (m *mapper) offset(p position) int {
	if p.Line < 0 {
		return m.hidden
	}
	if end := len(m.file.Text); p.Line >= m.file.Line(end) {
		return end
	}
	at, end := m.line(p.Line + 1)
	for units := 0; at < end; {
		c, size := utf8.DecodeRuneInString(m.file.Text[at:])
		if units += report.UnitsOf(c); units > p.Character {
			break
		}
		at += size
	}
	return at
}

func (m *mapper) span(s source.Span) span {
	start := m.position(s.Start)
	return span{Start: start, End: m.position(max(s.End, s.Start))}
}
