package lsp

import (
	"strings"
	"unicode/utf8"

	"mdck/internal/report"
	"mdck/mdcheckpoint/source"
)

const bom = "\ufeff"

// A mapper gives the places of a text as an editor counts them, in UTF-16 code units. It is not safe for
// concurrent use.
//
// Lines end with a line feed, as lines of findings do, and a carriage return before it
// belongs to the end. A lone carriage return ends none: editors that take it for an end
// send none, and those that send one do not.
type mapper struct {
	file   *source.File
	hidden int // bytes at the start that the editor does not show: a byte order mark
	ruler  *report.Ruler
}

// newMapper returns the mapper of a text as the editor has it.
func newMapper(file *source.File) *mapper { return &mapper{file: file, ruler: report.NewRuler(file)} }

// newFileMapper returns the mapper of a file on disk, of which an editor does not show a byte order mark.
func newFileMapper(file *source.File) *mapper {
	m := newMapper(file)
	m.hidden = len(file.Text) - len(strings.TrimPrefix(file.Text, bom))
	return m
}

// line is where the 1-based line starts, and where its text ends.
func (m *mapper) line(n int) (start, end int) {
	s := m.file.LineSpan(n)
	text := m.file.Slice(s)
	if text, ok := strings.CutSuffix(text, "\n"); ok {
		s.End = s.Start + len(strings.TrimSuffix(text, "\r"))
	}
	return max(s.Start, m.hidden), max(s.End, m.hidden)
}

// position is the place of an offset; one outside the text counts as the nearest in
// it, one within a character or a line ending as its start.
func (m *mapper) position(offset int) position {
	offset = min(max(offset, m.hidden), len(m.file.Text))
	n := m.file.Line(offset)
	start, end := m.line(n)
	return position{Line: n - 1, Character: m.ruler.Units(min(offset, end)) - m.ruler.Units(start)}
}

// offset is the place of a position in the text. A position behind the end of a line
// counts as its end, one behind the last line as the end of the text, and one within a
// character as its start.
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

// span is the place of a span of the text.
func (m *mapper) span(s source.Span) span {
	start := m.position(s.Start)
	return span{Start: start, End: m.position(max(s.End, s.Start))}
}
