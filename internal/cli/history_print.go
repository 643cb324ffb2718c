package cli

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"mdck/internal/history"
	"mdck/internal/plot"
	"mdck/internal/report"
	"mdck/mdcheckpoint/spelling"
)

// A historyColumn is a column of the table.
type historyColumn struct {
	plot.Column
	cell func(r *history.Row) string
}

func historyColumns() []historyColumn {
	return []historyColumn{
		{plot.Column{Name: "revision"}, (*history.Row).Name},
		{plot.Column{Name: "time"}, func(r *history.Row) string { return stamp(r.Time) }},
		{plot.Column{Name: "version"}, func(r *history.Row) string { return formatInt("v%d", r.Version) }},
		{plot.Column{Name: "lines", Number: true}, func(r *history.Row) string { return formatInt("%d", r.Lines) }},
		{plot.Column{Name: "tokens", Number: true}, func(r *history.Row) string { return formatInt("%d", r.Tokens) }},
		{plot.Column{Name: "what"}, (*history.Row).What},
	}
}

// stamp formats a time in UTC; "" for the zero time.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(spelling.TimeLayout)
}

// leastWhat is how wide the last column is at least on a terminal.
const leastWhat = 20

// printHistory prints a line for each row. On a terminal the last column is cut.
func printHistory(w io.Writer, rows []history.Row) error {
	columns := historyColumns()
	least, width := make([]int, len(columns)), 0
	if isTerminal(w) {
		least[len(least)-1], width = leastWhat, cmp.Or(terminalWidth(w), report.DefaultWidth)
	}
	cells := make([][]string, len(rows)+1)
	for _, c := range columns {
		wide := 0
		if c.Number { // aligned on the right
			wide = len(c.Name)
			for i := range rows {
				wide = max(wide, len(c.cell(&rows[i])))
			}
		}
		cells[0] = append(cells[0], fmt.Sprintf("%*s", wide, c.Name))
		for i := range rows {
			cells[i+1] = append(cells[i+1], fmt.Sprintf("%*s", wide, orDash(c.cell(&rows[i]))))
		}
	}
	return report.Table(w, cells, least, width)
}
