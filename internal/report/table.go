package report

import (
	"io"
	"slices"
	"strings"
)

const columnGap = "  "

// Table prints rows as aligned columns. All rows have the same number of cells.
//
// If lines would be wider than width, Table cuts columns, the last one first: to the width least[i]
// and, if necessary, below it. 0 means never. A nil least cuts nothing.
func Table(w io.Writer, rows [][]string, least []int, width int) error {
	var b strings.Builder
	for _, line := range TableLines(rows, least, width, nil) {
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// AlignRight pads the cells of the given columns on the left.
func AlignRight(rows [][]string, columns ...int) {
	for _, j := range columns {
		width := 0
		for _, row := range rows {
			width = max(width, Width(row[j]))
		}
		for _, row := range rows {
			row[j] = strings.Repeat(" ", width-Width(row[j])) + row[j]
		}
	}
}

// A Paint returns the escape sequence for a cell, or "". row and column are 0-based.
type Paint func(row, column int) string

// TableLines returns the lines of [Table] in the colours of paint, which may be nil.
func TableLines(rows [][]string, least []int, width int, paint Paint) []string {
	widths := tableWidths(rows, least, width)
	lines := make([]string, len(rows))
	for i, row := range rows {
		var line strings.Builder
		for j, cell := range row {
			if widths[j] == 0 {
				continue
			}
			if line.Len() > 0 {
				line.WriteString(columnGap)
			}
			text := fit(cell, widths[j])
			if j == len(row)-1 {
				text = strings.TrimRight(text, " ")
			}
			if paint != nil {
				text = painted(text, paint(i, j))
			}
			line.WriteString(text)
		}
		lines[i] = strings.TrimRight(line.String(), " ")
	}
	return lines
}

func painted(text, colour string) string {
	shown := strings.TrimRight(text, " ")
	if colour == "" || shown == "" {
		return text
	}
	return colour + shown + plain + text[len(shown):]
}

// Natural returns the width of a table whose columns are cut to least; 0 means not cut.
func Natural(rows [][]string, least []int) int {
	n := -len(columnGap)
	for i, w := range tableWidths(rows, nil, 0) {
		n += len(columnGap) * min(w, 1)
		if least[i] > 0 {
			w = min(w, least[i])
		}
		n += w
	}
	return n
}

// tableWidths returns the widths of the columns; 0 for an empty one.
func tableWidths(rows [][]string, least []int, width int) []int {
	if len(rows) == 0 {
		return nil
	}
	widths := make([]int, len(rows[0]))
	least = append(slices.Clone(least), widths...)[:len(widths)]
	over := -len(columnGap) - width
	for i := range widths {
		for _, row := range rows {
			widths[i] = max(widths[i], Width(OneLine(row[i])))
		}
		over += widths[i] + len(columnGap)*min(widths[i], 1)
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
