package report

import (
	"strings"
	"unicode/utf8"
)

// tabStop is how far tabs lead on a terminal when a line is shown.
const tabStop = 4

// A cell is a character of a line as a terminal shows it, with the marks on it.
type cell struct {
	offset int // of its bytes in the line
	end    int // behind them
	text   string
	width  int // columns
	marks  int
}

// cellsAround are the cells of text, or, of a long one, more than enough of them on
// either side of start: a line may be a megabyte. cut says on which sides there is
// more, left and right.
func cellsAround(text string, start, room int) (cells []cell, cut [2]bool) {
	reach := room * utf8.UTFMax * 2
	from, to := 0, len(text)
	if start > reach {
		from, cut[0] = runeStart(text, start-reach), true
	}
	if len(text)-start > reach {
		to, cut[1] = runeStart(text, start+reach), true
	}
	column := 0
	for i := from; i < to; {
		r, size := utf8.DecodeRuneInString(text[i:to])
		c := cellOf(text[i:i+size], r, column)
		if c.width > 0 || len(cells) == 0 {
			c.offset = i
			cells, column = append(cells, c), column+c.width
		} else {
			cells[len(cells)-1].mark(c.text)
		}
		i += size
		cells[len(cells)-1].end = i
	}
	return cells, cut
}

// runeStart is where the character begins that offset lies in.
func runeStart(text string, offset int) int {
	for n := 0; n < utf8.UTFMax && offset-n > 0; n++ {
		if utf8.RuneStart(text[offset-n]) {
			return offset - n
		}
	}
	return offset
}

func cellOf(text string, r rune, column int) cell {
	if r == '\t' {
		n := tabStop - column%tabStop
		return cell{text: strings.Repeat(" ", n), width: n}
	}
	if shown := OneLine(text); shown != text {
		return cell{text: shown, width: Width(shown)}
	}
	return cell{text: text, width: columns(r)}
}

// mark puts a character without a width of its own on the cell; more than a few
// are not shown.
func (c *cell) mark(text string) {
	if c.marks++; c.marks <= maxMarks {
		c.text += text
	}
}

// marked are the cells that the bytes from start to end lie in: from first up to
// last, which may be the same.
func marked(cells []cell, start, end int) (first, last int) {
	for first < len(cells) && cells[first].end <= start {
		first++
	}
	for last = first; last < len(cells) && cells[last].offset < end; {
		last++
	}
	return first, last
}

// windowed is what of cells can be shown in room columns, with carets under those
// from first up to last, one at least.
func windowed(cells []cell, cut [2]bool, first, last, room int) excerpt {
	from := 0
	if before := widthOf(cells[:first]); cut[0] || before > room*2/3 && before+widthOf(cells[first:]) > room {
		for from = first; from > 0 && widthOf(cells[from-1:first]) <= room/3; from-- {
		}
	}
	var b strings.Builder
	used, e := 0, excerpt{}
	if from > 0 || cut[0] {
		b.WriteString("…")
		used++
	}
	whole := !cut[1] && used+widthOf(cells[from:]) <= room
	e.from = used + widthOf(cells[from:first])
	for i := from; i < len(cells); i++ {
		if !whole && used+cells[i].width > room-1 {
			b.WriteString("…")
			break
		}
		b.WriteString(cells[i].text)
		used += cells[i].width
		if first <= i && i < last {
			e.carets = used - e.from
		}
	}
	e.text, e.carets = b.String(), max(e.carets, 1)
	return e
}

func widthOf(cells []cell) int {
	n := 0
	for i := range cells {
		n += cells[i].width
	}
	return n
}
