package report

import (
	"io"
	"strings"
)

// columnGap is what stands between two columns.
const columnGap = "  "

// Table prints rows of cells, all of the same number, as aligned columns; the last
// one is not filled up. Where lines would be wider than that many columns of a
// terminal, columns are cut, the last first: those with a least width down to that,
// and only if it takes more, further, so that no line is wider if its other columns
// leave room.
func Table(w io.Writer, rows [][]string, least []int, width int) error {
	widths := tableWidths(rows, least, width)
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			if i > 0 {
				line.WriteString(columnGap)
			}
			line.WriteString(fit(cell, widths[i]))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// tableWidths are the widths of the columns, one at least.
func tableWidths(rows [][]string, least []int, width int) []int {
	widths := make([]int, len(least))
	over := len(columnGap)*(len(least)-1) - width
	for i := range widths {
		widths[i] = 1
		for _, row := range rows {
			widths[i] = max(widths[i], Width(OneLine(row[i])))
		}
		over += widths[i]
	}
	for _, floor := range [...]func(least int) int{func(least int) int { return least }, func(int) int { return 1 }} {
		for i := len(widths) - 1; i >= 0; i-- {
			if less := min(over, widths[i]-floor(least[i])); less > 0 && least[i] > 0 {
				widths[i], over = widths[i]-less, over-less
			}
		}
	}
	return widths
}
