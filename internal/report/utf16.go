package report

import (
	"strings"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

const bom = "\ufeff"

// unitsEvery is the approximate distance in bytes between two [unitMark] values. To find a column,
// a Ruler scans at most this much text.
const unitsEvery = 1 << 10

// A Ruler returns columns of a file in UTF-16 code units. Each call takes bounded time, because a
// line may be as long as the file and have 100,000 findings. A byte order mark has no column.
type Ruler struct {
	file  *source.File
	marks []unitMark // nil if the text is ASCII, where units are bytes
}

// A unitMark records how many UTF-16 units come before an offset. Mark i is at the first character
// that begins at or after i*unitsEvery.
type unitMark struct{ offset, units int }

func NewRuler(file *source.File) *Ruler {
	r := &Ruler{file: file}
	if isASCII(file.Text) {
		return r
	}
	units := 0
	for i, c := range file.Text {
		if i >= len(r.marks)*unitsEvery {
			r.marks = append(r.marks, unitMark{i, units})
		}
		units += UnitsOf(c)
	}
	return r
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// UnitsOf returns the number of UTF-16 units of a character. A byte that is not UTF-8 is read as
// U+FFFD and has one unit.
func UnitsOf(c rune) int {
	if c > 0xffff {
		return 2
	}
	return 1
}

// Units returns the number of UTF-16 units before an offset of the text.
func (r *Ruler) Units(offset int) int {
	if r.marks == nil {
		return offset
	}
	mark := r.marks[min(offset/unitsEvery, len(r.marks)-1)]
	at, units := mark.offset, mark.units
	for at < offset {
		c, size := utf8.DecodeRuneInString(r.file.Text[at:])
		if at += size; at <= offset {
			units += UnitsOf(c)
		}
	}
	return units
}

// place returns the 1-based line and column of an offset. For an offset outside the text, it uses
// the nearest offset in the text.
func (r *Ruler) place(offset int) (line, column int) {
	at := r.file.Position(offset)
	return at.Line, r.column(offset, at)
}

// column returns the 1-based column of an offset. The parameter at is the position of the offset in
// bytes.
func (r *Ruler) column(offset int, at source.Position) int {
	offset = min(max(offset, 0), len(r.file.Text))
	start := offset - (at.Column - 1)
	if start == 0 && strings.HasPrefix(r.file.Text, bom) {
		start, offset = len(bom), max(offset, len(bom))
	}
	return 1 + r.Units(offset) - r.Units(start)
}

// rulers returns a function that returns the ruler of a file. The first call for a file creates its
// ruler.
func rulers() func(*source.File) *Ruler {
	made := map[*source.File]*Ruler{}
	return func(file *source.File) *Ruler {
		r := made[file]
		if r == nil {
			r = NewRuler(file)
			made[file] = r
		}
		return r
	}
}
