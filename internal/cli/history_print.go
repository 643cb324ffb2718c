package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"mdck/internal/history"
	"mdck/internal/report"
)

// historyHead names the columns.
var historyHead = [...]string{"revision", "time", "version", "lines", "change", "tokens", "change", "sections", "what"}

// The columns from firstNumber to lastNumber stand right.
const firstNumber, lastNumber = 3, 7

// leastWhat is how much of the last column a terminal shows before others are shortened.
const leastWhat = 24

// printHistory prints a line for each row, oldest first.
func printHistory(w io.Writer, rows []history.Row) error {
	width := 0
	if isTerminal(w) { // elsewhere nothing is cut
		width = cmp.Or(terminalWidth(w), report.DefaultWidth)
	}
	cells, least := historyTable(rows, width)
	return report.Table(w, cells, least, width)
}

// historyTable are the cells of the rows and the least widths of their columns. Where a
// line has too little room, times are days, then the sections are left out, then the
// changes, of tokens last, then the versions, until the last column has some.
func historyTable(rows []history.Row, width int) (cells [][]string, least []int) {
	cells = [][]string{slices.Clone(historyHead[:])}
	for i := range rows {
		cells = append(cells, historyCells(&rows[i]))
	}
	alignRight(cells)
	least = make([]int, len(historyHead))
	if width == 0 {
		return cells, least
	}
	least[len(least)-1] = leastWhat
	for _, column := range narrowed {
		if report.Natural(cells, least) <= width {
			break
		}
		if column == timeColumn {
			shortenTimes(cells)
			continue
		}
		least = least[1:] // all but the last are alike
		for i := range cells {
			cells[i] = slices.Delete(cells[i], column, column+1)
		}
	}
	return cells, least
}

// timeColumn is where the times stand.
const timeColumn = 1

// narrowed are the columns that give room, in this order, each by its place when those
// before it are gone: time, sections, the change of lines, that of tokens, version.
var narrowed = [...]int{timeColumn, 7, 4, 5, 2}

// shortenTimes makes days of the times.
func shortenTimes(cells [][]string) {
	for _, row := range cells {
		row[timeColumn] = row[timeColumn][:min(len(row[timeColumn]), len(time.DateOnly))]
	}
}

// alignRight fills the columns of numbers up on the left.
func alignRight(cells [][]string) {
	for column := firstNumber; column <= lastNumber; column++ {
		wide := 0
		for _, row := range cells {
			wide = max(wide, len(row[column]))
		}
		for _, row := range cells {
			row[column] = fmt.Sprintf("%*s", wide, row[column])
		}
	}
}

func historyCells(r *history.Row) []string {
	lines, tokens, sections := "-", "-", "-"
	if r.Text.Reason == "" {
		lines, tokens = strconv.Itoa(r.Text.Lines), strconv.Itoa(r.Text.Tokens)
		if r.Text.NoTree == "" {
			sections = strconv.Itoa(len(r.Text.Sections))
		}
	}
	return []string{
		r.Name(), orDash(history.Stamp(r.Time)), orDash(r.VersionName()), lines, history.Signed(r.LinesChange),
		tokens, history.Signed(r.TokensChange), sections, orDash(r.What()),
	}
}
