package cli

import (
	"mdck/internal/report"
)

// Widths of a line, in columns. A terminal that is narrower than the least breaks lines;
// on one that is narrower than the table a row is a paragraph.
const (
	leastStatusWidth = 40
	tableStatusWidth = 80
)

// statusIndent stands before all lines of a row but the first.
const statusIndent = "    "

// narrowLines are the columns of the lines that a row has on a narrow terminal, and the
// least widths that they are cut to. What is nothing in a row has no line there.
var narrowLines = [...]struct{ columns, least []int }{
	{[]int{0, 1, ageColumn, findingsColumn}, []int{6, 12, 9, 5}},
	{[]int{2, 3}, []int{17, 8}},
	{[]int{linesColumn}, []int{18}}, // the next action, where no budgets stand before it
}

// narrowBlocks are the lines of each row on a narrow terminal: what it is and how it
// stands, where it stands, what is next, and its budgets.
func narrowBlocks(rows []statusRow, cells [][]string, look statusLook) [][]string {
	blocks := make([][]string, len(rows))
	for i, part := range narrowLines {
		indent := ""
		if i > 0 {
			indent = statusIndent
		}
		some := make([][]string, len(rows))
		for i, row := range cells {
			for _, column := range part.columns {
				some[i] = append(some[i], row[column])
			}
		}
		paint := statusPaint(rows, look, false)
		lines := report.TableLines(some, part.least, look.width-len(indent), func(i, column int) string { return paint(i, part.columns[column]) })
		for i, line := range lines {
			if indent == "" || !isNothing(some[i]) {
				blocks[i] = append(blocks[i], indent+line)
			}
		}
	}
	budgetLines(blocks, rows, look)
	return blocks
}

// isNothing reports whether all cells stand for what there is not.
func isNothing(cells []string) bool {
	for _, c := range cells {
		if c != orDash("") {
			return false
		}
	}
	return true
}
