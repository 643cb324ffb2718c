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

// historyTable returns the table of the states.
func historyTable(rows []history.Row) *plot.Table {
	t := &plot.Table{Columns: []plot.Column{{Name: "revision"}, {Name: "time"}, {Name: "version"}, {Name: "lines", Number: true}, {Name: "tokens", Number: true}, {Name: "what"}}}
	for i := range rows {
		r := &rows[i]
		cells := []string{r.Name(), stamp(r.Time), formatInt("v%d", r.Version), formatInt("%d", r.Lines), formatInt("%d", r.Tokens), r.What()}
		for j := range cells {
			cells[j] = orDash(cells[j])
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
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
	table := historyTable(rows)
	cells := make([][]string, 1, len(rows)+1)
	for _, c := range table.Columns {
		cells[0] = append(cells[0], c.Name)
	}
	cells = append(cells, table.Rows...)
	for i, c := range table.Columns {
		if c.Number {
			report.AlignRight(cells, i)
		}
	}
	least, width := make([]int, len(table.Columns)), 0
	if isTerminal(w) {
		least[len(least)-1], width = leastWhat, cmp.Or(terminalWidth(w), report.DefaultWidth)
	}
	return report.Table(w, cells, least, width)
}

// historyPage returns the page with the plots of tokens and lines, and the table.
func historyPage(p *past, rows []history.Row) *plot.Page {
	tokens := plot.Plot{Unit: "tokens", Limit: p.budgets.Tokens}
	lines := plot.Plot{Unit: "lines", Limit: p.budgets.Lines}
	for i := range rows {
		r := &rows[i]
		name := joinNonEmpty(" ", formatInt("v%d", r.Version), r.Name())
		tokens.Points = append(tokens.Points, plot.Point{Name: name, Value: r.Tokens})
		lines.Points = append(lines.Points, plot.Point{Name: name, Value: r.Lines})
	}
	return &plot.Page{
		Title:    "History of " + p.shown,
		About:    fmt.Sprintf("%s, oldest first. Tokens are those of %s.", report.Counted(len(rows), "state"), p.settings.counter.Name()),
		Sections: []plot.Section{{Title: "Tokens", Plot: &tokens}, {Title: "Lines", Plot: &lines}, {Title: "States", Table: historyTable(rows)}},
	}
}
