package cli

import (
	"fmt"

	"mdck/internal/history"
	"mdck/internal/plot"
	"mdck/internal/report"
)

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
	table := &plot.Table{Rows: make([][]string, len(rows))}
	for _, c := range historyColumns() {
		table.Columns = append(table.Columns, c.Column)
		for i := range rows {
			table.Rows[i] = append(table.Rows[i], orDash(c.cell(&rows[i])))
		}
	}
	return &plot.Page{
		Title:    "History of " + p.shown,
		About:    fmt.Sprintf("%s, oldest first. Tokens are those of %s.", report.Counted(len(rows), "state"), p.settings.counter.Name()),
		Sections: []plot.Section{{Title: "Tokens", Plot: &tokens}, {Title: "Lines", Plot: &lines}, {Title: "States", Table: table}},
	}
}
