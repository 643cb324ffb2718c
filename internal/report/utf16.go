package report

import (
	"strings"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

const bom = "\ufeff"

// unitsEvery is about how many bytes lie between two places of a text whose UTF-16
// units are known: what is counted for one column at most.
const unitsEvery = 1 << 10

// A Ruler returns columns of a file in UTF-16 code units, each in bounded time: a line
// may be as long as the file and have 100,000 findings. A byte order mark is not a column.
type Ruler struct {
	file  *source.File
	marks []unitMark // none: the text is ASCII, and units are bytes
}

// A unitMark says how many units lie before an offset. Mark i is of the first
// character that begins at i*unitsEvery or after it.
type unitMark struct{ offset, units int }

// NewRuler returns the ruler of file.
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

// UnitsOf returns how many UTF-16 units a character takes. A byte that is not UTF-8 is
// read as U+FFFD, and takes one.
func UnitsOf(c rune) int {
	if c > 0xffff {
		return 2
	}
	return 1
}

// Units returns how many units the characters before an offset of the text take.
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

// place is the 1-based line and column of an offset, which counts as the nearest
// in the text.
func (r *Ruler) place(offset int) (line, column int) {
	at := r.file.Position(offset)
	return at.Line, r.column(offset, at)
}

// column is the 1-based column of an offset, whose place in bytes is at.
func (r *Ruler) column(offset int, at source.Position) int {
	offset = min(max(offset, 0), len(r.file.Text))
	start := offset - (at.Column - 1)
	if start == 0 && strings.HasPrefix(r.file.Text, bom) {
		start, offset = len(bom), max(offset, len(bom))
	}
	return 1 + r.Units(offset) - r.Units(start)
}

// rulers gives the ruler of a file, made when it is first asked for.
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
