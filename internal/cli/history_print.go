package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"mdck/internal/history"
	"mdck/internal/report"
)

// historyHead names the columns.
var historyHead = [...]string{"revision", "time", "version", "lines", "change", "tokens", "change", "sections", "what"}

// The columns from firstNumber to lastNumber stand right.
const firstNumber, lastNumber = 3, 7

// historyWidth is how narrow a line becomes; a terminal that is narrower breaks it.
const historyWidth = 100

// printHistory prints a line for each row, oldest first.
func printHistory(w io.Writer, rows []history.Row) error {
	cells := [][]string{slices.Clone(historyHead[:])}
	for i := range rows {
		cells = append(cells, historyCells(&rows[i]))
	}
	alignRight(cells)
	least, width := make([]int, len(historyHead)), 0
	if isTerminal(w) { // elsewhere nothing is cut
		least[len(least)-1], width = len("what"), max(terminalWidth(w), historyWidth)
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
