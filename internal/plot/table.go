package plot

import (
	"fmt"
	"strings"

	"mdck/internal/history"
)

// head names the columns of the table, and says which hold numbers.
var head = [...]struct {
	name   string
	number bool
}{
	{"revision", false}, {"time", false}, {"version", false}, {"lines", true}, {"change", true},
	{"tokens", true}, {"change", true}, {"sections", true}, {"what", false},
}

// table has the numbers of the plots, a line for each row, oldest first.
func (p *Page) table(b *strings.Builder) {
	b.WriteString("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All states\">\n<table>\n<caption>All states, oldest first</caption>\n<thead><tr>")
	for _, column := range head {
		class := ""
		if column.number {
			class = ` class="n"`
		}
		fmt.Fprintf(b, "<th scope=\"col\"%s>%s</th>", class, column.name)
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for i := range p.Rows {
		p.line(b, &p.Rows[i])
	}
	b.WriteString("</tbody>\n</table>\n</div>\n")
}

func (p *Page) line(b *strings.Builder, r *history.Row) {
	fmt.Fprintf(b, "<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td>", text(r.Name()), orDash(history.Stamp(r.Time)), orDash(r.VersionName()))
	if r.Text.Reason != "" {
		b.WriteString(`<td class="n">–</td><td class="n"></td><td class="n">–</td><td class="n"></td><td class="n">–</td>`)
	} else {
		sections := grouped(len(r.Text.Sections))
		if r.Text.NoTree != "" {
			sections = "–"
		}
		fmt.Fprintf(b, "%s<td class=\"n\">%s</td>%s<td class=\"n\">%s</td><td class=\"n\">%s</td>",
			amountCell(r.Text.Lines, p.Lines), history.Signed(r.LinesChange),
			amountCell(r.Text.Tokens, p.Tokens), history.Signed(r.TokensChange), sections)
	}
	fmt.Fprintf(b, "<td><bdi>%s</bdi></td></tr>\n", orDash(text(r.What())))
}

// amountCell is a number, which says if it is over its budget.
func amountCell(n, budget int) string {
	if budget > 0 && n > budget {
		return fmt.Sprintf("<td class=\"n over\" title=\"over the budget of %s\">%s</td>", grouped(budget), grouped(n))
	}
	return fmt.Sprintf("<td class=\"n\">%s</td>", grouped(n))
}

func orDash(s string) string {
	if strings.TrimSpace(s) == "" {
		return "–"
	}
	return s
}
