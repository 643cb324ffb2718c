// Package source has what all formats share: texts of files, places in them, and edits.
//
// [NewFile] makes a [File] from a text; its methods convert offsets to lines and positions.
// [Apply] applies edits to a text, all or none, and copies all other bytes unchanged.
//
// A [Span] is a half-open range of bytes of the original text. Lines and columns are computed from
// offsets, only for output. Functions that read accept a span outside the file: they return the
// nearest place, or the part inside the file.
package source

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Named is a text with a name, such as a path.
type Named struct{ Name, Text string }

// A Span is the half-open range of bytes [Start, End).
type Span struct {
	Start, End int
}

// Between returns the span from start to before end.
func Between(start, end int) Span { return Span{Start: start, End: end} }

// Len returns the number of bytes in s.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether offset is in s.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Covers reports whether t is in s.
func (s Span) Covers(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Shift returns s moved by n bytes.
func (s Span) Shift(n int) Span { return Span{s.Start + n, s.End + n} }

// A Position is a line and column, as an editor shows them.
type Position struct {
	Name   string
	Line   int // 1-based
	Column int // 1-based, in bytes, as in go/token
}

// String returns name:line:column or, without a name, line:column.
func (p Position) String() string {
	if p.Name == "" {
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", p.Name, p.Line, p.Column)
}

// A File is a text with a name, from [NewFile]. It is safe for concurrent use.
type File struct {
	Name string // only for positions; may be ""
	Text string

	lines, ending sync.Once // compute starts and eol on first use
	starts        []int     // offset of each line, even of an empty last line
	eol           string
}

//go:noinline
func NewFile(name, text string) *File { return &File{Name: name, Text: text} }

func (f *File) lineStarts() []int {
	f.lines.Do(func() { f.starts = startsOf(f.Text) })
	return f.starts
}

// Check returns an [*Error] that wraps [ErrTooLarge] (above limit bytes) or [ErrNotUTF8].
func (f *File) Check(limit int) error {
	if len(f.Text) > limit {
		return f.Errorf(limit, "%w (%d bytes); expected at most %d", ErrTooLarge, len(f.Text), limit)
	}
	if i := InvalidUTF8(f.Text); i >= 0 {
		return f.Errorf(i, "%w: found byte %#02x", ErrNotUTF8, f.Text[i])
	}
	return nil
}

func startsOf(text string) []int {
	starts := make([]int, 1, 1+strings.Count(text, "\n"))
	for i := 0; i < len(text); i++ {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n
		starts = append(starts, i+1)
	}
	return starts
}

func lineEnding(text string) string {
	feeds, crlf := strings.Count(text, "\n"), strings.Count(text, "\r\n")
	switch {
	case crlf > feeds-crlf:
		return "\r\n"
	case feeds == 0 && strings.Contains(text, "\r"):
		return "\r"
	}
	return "\n"
}

// Slice returns the text in s, without the part of s outside the file.
func (f *File) Slice(s Span) string {
	end := min(max(s.End, 0), len(f.Text))
	return f.Text[min(max(s.Start, 0), end):end]
}

// All returns the span of the whole file.
func (f *File) All() Span { return Span{0, len(f.Text)} }

// Characters counts the Unicode code points in text. A byte that is not UTF-8 counts as one.
func Characters(text string) int { return utf8.RuneCountInString(text) }

// Lines counts lines as budgets do: line feeds, plus a last line without one.
func (f *File) Lines() int {
	n := strings.Count(f.Text, "\n")
	if f.Text != "" && !strings.HasSuffix(f.Text, "\n") {
		n++
	}
	return n
}

// Line returns the 1-based number of the line at offset, or of the nearest line.
func (f *File) Line(offset int) int {
	starts := f.lineStarts()
	return sort.Search(len(starts), func(i int) bool { return starts[i] > offset })
}

// Position returns the position of offset.
func (f *File) Position(offset int) Position {
	offset = min(max(offset, 0), len(f.Text))
	line := f.Line(offset)
	return Position{Name: f.Name, Line: line, Column: 1 + offset - f.lineStarts()[line-1]}
}

// LineSpan returns the span of a line (1-based) with its line ending. Outside of the file, the span
// is empty.
func (f *File) LineSpan(line int) Span {
	starts := f.lineStarts()
	switch {
	case line < 1:
		return Span{}
	case line > len(starts):
		return Span{len(f.Text), len(f.Text)}
	case line == len(starts):
		return Span{starts[line-1], len(f.Text)}
	}
	return Span{starts[line-1], starts[line]}
}

// LinesOf returns the span of all lines that s touches, with line endings.
func (f *File) LinesOf(s Span) Span {
	last := s.End
	if s.Len() > 0 {
		last--
	}
	return Span{f.LineSpan(f.Line(s.Start)).Start, f.LineSpan(f.Line(last)).End}
}

// CountLines counts the lines that s touches: 0 for an empty span.
func (f *File) CountLines(s Span) int {
	if s.Len() == 0 {
		return 0
	}
	return f.Line(s.End-1) - f.Line(s.Start) + 1
}

// EOL returns the more common line ending of f, "\r\n" or "\n". It returns "\r" if the text has only
// that, and "\n" if the text has none.
//
//go:noinline
func (f *File) EOL() string {
	f.ending.Do(func() { f.eol = lineEnding(f.Text) })
	return f.eol
}

// An Error is an error at a place in a file. Err is its cause.
type Error struct {
	Pos Position
	Err error
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an [Error] at offset in f.
func (f *File) Errorf(offset int, format string, args ...any) *Error {
	return &Error{Pos: f.Position(offset), Err: fmt.Errorf(format, args...)}
}

// InvalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func InvalidUTF8(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// FirstLine returns the first line of s, without the line ending.
func (f *File) FirstLine(s Span) Span {
	text, _, _ := strings.Cut(f.Slice(s), "\n")
	return Span{Start: s.Start, End: s.Start + len(strings.TrimRight(text, "\r"))}
}

// ErrorSpan returns the span of the character at the [*Error] in err, or else the start of f.
func (f *File) ErrorSpan(err error) Span {
	located, ok := errors.AsType[*Error](err)
	if !ok {
		return Span{}
	}
	start := min(f.LineSpan(located.Pos.Line).Start+located.Pos.Column-1, len(f.Text))
	_, n := utf8.DecodeRuneInString(f.Text[start:])
	return Span{Start: start, End: start + n}
}
