package cli

import (
	"fmt"
	"io"
	"strconv"

	"mdck/internal/history"
	"mdck/internal/report"
)

// historyHead names the columns.
var historyHead = [...]string{"revision", "time", "version", "lines", "change", "tokens", "change", "sections", "what"}

// historyNumbers are the first and the last of the columns that stand right.
const firstNumber, lastNumber = 3, 7

// printHistory prints a line for each row, oldest first.
func printHistory(w io.Writer, rows []history.Row) error {
	cells := [][]string{historyHead[:]}
	for i := range rows {
		cells = append(cells, historyCells(&rows[i]))
	}
	alignRight(cells)
	least, width := make([]int, len(historyHead)), 0
	if isTerminal(w) { // elsewhere nothing is cut
		least[len(least)-1], width = len("what"), max(terminalWidth(w), statusWidth)
	}
	return report.Table(w, cells, least, width)
}

// alignRight fills the columns of numbers up on the left.
func alignRight(cells [][]string) {
	for column := firstNumber; column <= lastNumber; column++ {
		wide := 0
		for _, row := range cells {
			wide = max(wide, len(row[column]))
		}
		for i, row := range cells {
			if i == 0 {
				row = append([]string{}, row...) // the table of names stays what it is
				cells[0] = row
			}
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
