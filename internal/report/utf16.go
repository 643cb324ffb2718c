package report

import (
	"strings"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

const bom = "\ufeff"

// unitsEvery is the distance in bytes between two marks.
const unitsEvery = 1 << 10

// A Ruler returns columns in UTF-16 code units. Each call takes bounded time, because a line may
// have 100,000 findings.
type Ruler struct {
	file  *source.File
	marks []unitMark // nil if the text is ASCII
}

// A unitMark has the UTF-16 units before an offset. Mark i is the first from i*unitsEvery on.
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

// UnitsOf returns the UTF-16 units of a character.
func UnitsOf(c rune) int {
	if c > 0xffff {
		return 2
	}
	return 1
}

// Units returns the UTF-16 units before an offset.
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

func (r *Ruler) place(offset int) (line, column int) {
	at := r.file.Position(offset)
	return at.Line, r.column(offset, at)
}

func (r *Ruler) column(offset int, at source.Position) int {
	offset = min(max(offset, 0), len(r.file.Text))
	start := offset - (at.Column - 1)
	if start == 0 && strings.HasPrefix(r.file.Text, bom) {
		start, offset = len(bom), max(offset, len(bom))
	}
	return 1 + r.Units(offset) - r.Units(start)
}

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
