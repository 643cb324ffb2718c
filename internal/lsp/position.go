package lsp

import (
	"strings"
	"unicode/utf8"

	"mdck/internal/report"
	"mdck/mdcheckpoint/source"
)

const bom = "\ufeff"

// A mapper converts between byte offsets in a text and positions of an editor, which are in UTF-16
// code units. It is not safe for concurrent use.
//
// Lines end with a line feed, as in findings. A carriage return before the line feed is part of the
// line ending. A lone carriage return does not end a line: editors that treat it as a line ending
// never send one.
type mapper struct {
	file   *source.File
	hidden int // bytes of a byte order mark at the start, which the editor hides
	ruler  *report.Ruler
}

func newMapper(file *source.File) *mapper { return &mapper{file: file, ruler: report.NewRuler(file)} }

// newFileMapper returns the mapper of a file on disk. An editor hides the byte order mark of such a
// file.
func newFileMapper(file *source.File) *mapper {
	m := newMapper(file)
	m.hidden = len(file.Text) - len(strings.TrimPrefix(file.Text, bom))
	return m
}

// line returns the offsets of the start of line n and of the end of its text. The first line is 1.
func (m *mapper) line(n int) (start, end int) {
	s := m.file.LineSpan(n)
	text := m.file.Slice(s)
	if text, ok := strings.CutSuffix(text, "\n"); ok {
		s.End = s.Start + len(strings.TrimSuffix(text, "\r"))
	}
	return max(s.Start, m.hidden), max(s.End, m.hidden)
}

// position returns the position of an offset. For an offset outside of the text, it uses the
// nearest offset in the text. For an offset inside of a character or line ending, it returns the
// start of that character or line ending.
func (m *mapper) position(offset int) position {
	offset = min(max(offset, m.hidden), len(m.file.Text))
	n := m.file.Line(offset)
	start, end := m.line(n)
	return position{Line: n - 1, Character: m.ruler.Units(min(offset, end)) - m.ruler.Units(start)}
}

// offset returns the offset of a position. For a position after the end of a line, it returns the
// end of the line. For a position after the last line, it returns the end of the text. For a
// position inside of a character, it returns the start of the character.
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
