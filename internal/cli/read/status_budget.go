package read

import (
	"cmp"
	"os"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/mdcheckpoint/schema"
)

// add adds what a file of the row takes, without a limit.
func (r *statusRow) add(of *statusRow) {
	r.lines, r.tokens = sum(r.lines, of.lines), sum(r.tokens, of.tokens)
}

func sum(a, b *schema.Amount) *schema.Amount {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &schema.Amount{Used: a.Used + b.Used}
}

// leastStatusWidth is the least width, in columns, that lines are cut to: a terminal that
// is narrower breaks them.
const leastStatusWidth = 80

// A statusLook is how the rows are shown.
type statusLook struct {
	width  int // of a line, in columns; 0 where nothing is cut
	colour bool
}

// lookOf is how rows are shown on out: only on a terminal is anything cut, as no line
// is broken elsewhere, and who reads it may want all of it.
func (c *statusCommand) lookOf(out any) statusLook {
	look := statusLook{colour: app.UseColour(c.Color, out, os.Getenv)}
	if app.IsTerminal(out) {
		look.width = max(cmp.Or(app.TerminalWidth(out), report.DefaultWidth), leastStatusWidth)
	}
	return look
}

// barWidth is how many columns a bar has.
const barWidth = 8

// The columns that are coloured, and where those of the budgets go.
const (
	ageColumn      = 4
	findingsColumn = 5
	linesColumn    = 6
	tokensColumn   = 7
)

// statusBlocks returns the lines of each row: one, and a second one with the budgets if
// these do not fit in the first.
func statusBlocks(rows []statusRow, look statusLook) [][]string {
	cells := statusCells(rows)
	lines, tokens := budgetColumns(rows, barWidth)
	wide := make([][]string, len(rows))
	for i, row := range cells {
		wide[i] = slices.Insert(slices.Clone(row), linesColumn, lines[i], tokens[i])
	}
	least := statusColumns(look)
	fits := look.width == 0 || report.Natural(wide, least) <= look.width
	if !fits {
		wide, least = cells, slices.Delete(least, linesColumn, tokensColumn+1)
	}
	blocks := make([][]string, len(rows))
	for i, line := range report.TableLines(wide, least, look.width, statusPaint(rows, look, fits)) {
		blocks[i] = []string{line}
	}
	if !fits {
		addBudgets(blocks, rows, look)
	}
	return blocks
}

// budgetIndent is what comes before budgets on a line of their own.
const budgetIndent = "      "

// addBudgets adds a line with the budgets, without bars, to the rows that have one.
func addBudgets(blocks [][]string, rows []statusRow, look statusLook) {
	lines, tokens := budgetColumns(rows, 0)
	cells := make([][]string, len(rows))
	for i := range rows {
		cells[i] = []string{lines[i], tokens[i]}
	}
	paint := func(i, column int) string { return look.budgetColour(&rows[i], linesColumn+column) }
	for i, line := range report.TableLines(cells, make([]int, 2), 0, paint) {
		if rows[i].budgeted() {
			blocks[i] = append(blocks[i], budgetIndent+line)
		}
	}
}

// budgeted reports whether lines or tokens have a limit.
func (r *statusRow) budgeted() bool {
	return r.lines != nil && r.lines.Limit > 0 || r.tokens != nil && r.tokens.Limit > 0
}

func budgetColumns(rows []statusRow, bar int) (lines, tokens []string) {
	var l, t []*schema.Amount
	for i := range rows {
		l, t = append(l, rows[i].lines), append(t, rows[i].tokens)
	}
	return report.Amounts(l, "lines", bar), report.Amounts(t, "tokens", bar)
}

// statusPaint colours a row: findings, agents that are silent, budgets that run out.
func statusPaint(rows []statusRow, look statusLook, budgets bool) report.Paint {
	return func(i, column int) string {
		r := &rows[i]
		switch {
		case !look.colour:
			return ""
		case column == ageColumn:
			return report.ColourOf(r.Age)
		case column == findingsColumn:
			return report.ColourOf(r.findingStanding())
		case budgets:
			return look.budgetColour(r, column)
		}
		return ""
	}
}

func (l statusLook) budgetColour(r *statusRow, column int) string {
	var a *schema.Amount
	switch column {
	case linesColumn:
		a = r.lines
	case tokensColumn:
		a = r.tokens
	}
	if a == nil || !l.colour {
		return ""
	}
	return report.ColourOf(a.Standing())
}

// findingStanding returns the standing of what lint finds, for its colour.
func (r *statusRow) findingStanding() schema.Standing {
	switch {
	case r.errors > 0:
		return schema.Over
	case r.warnings > 0:
		return schema.Near
	}
	return schema.Kept
}
