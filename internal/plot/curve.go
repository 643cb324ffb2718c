package plot

import (
	"fmt"
	"strings"

	"mdck/internal/history"
)

// A series is a number of each row, and its budget.
type series struct {
	name   string // what is counted, in the plural
	budget int    // 0 for none
	of     func(*history.Text) int
}

// denseFrom is how many rows are drawn without rings around the points.
const denseFrom = 80

func (p *Page) plots(b *strings.Builder) {
	b.WriteString("<div class=\"plots\">\n")
	p.curve(b, series{"tokens", p.Tokens, func(t *history.Text) int { return t.Tokens }})
	p.curve(b, series{"lines", p.Lines, func(t *history.Text) int { return t.Lines }})
	p.sections(b)
	b.WriteString("</div>\n")
}

// curve draws a series over the rows.
func (p *Page) curve(b *strings.Builder, s series) {
	most := s.budget
	for i := range p.Rows {
		if t := &p.Rows[i].Text; t.Reason == "" {
			most = max(most, s.of(t))
		}
	}
	scale := scaleFor(most)
	title := strings.ToUpper(s.name[:1]) + s.name[1:]
	p.open(b, s.name, title, p.describe(s))
	p.axes(b, scale)
	p.versions(b)
	if s.budget > 0 {
		y := scale.y(s.budget)
		fmt.Fprintf(b, "<path class=\"budget\" d=\"M%d %sH%d\"/>\n", left, number(y), width-right)
	}
	p.strokes(b, s, scale)
	p.points(b, s, scale)
	if s.budget > 0 {
		fmt.Fprintf(b, "<text class=\"limit\" x=\"%d\" y=\"%s\">budget %s %s</text>\n", left+6, number(scale.y(s.budget)-8), grouped(s.budget), s.name)
	}
	p.hits(b, func(r *history.Row) string { return "" })
	b.WriteString("</svg>\n</figure>\n")
}

// open begins a figure with a drawing of that name.
func (p *Page) open(b *strings.Builder, id, title, description string) {
	class := ""
	if len(p.Rows) >= denseFrom {
		class = ` class="dense"`
	}
	fmt.Fprintf(b, "<figure>\n<h2>%s</h2>\n<svg id=\"%s\"%s viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title %s-desc\">\n<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n",
		title, id, class, width, height, id, id, id, title, id, text(description))
}

// describe says in words what the plot of s shows.
func (p *Page) describe(s series) string {
	var first, last, high *history.Row
	for i := range p.Rows {
		r := &p.Rows[i]
		if r.Text.Reason != "" {
			continue
		}
		if first == nil {
			first, high = r, r
		}
		if last = r; s.of(&r.Text) > s.of(&high.Text) {
			high = r
		}
	}
	if first == nil {
		return "No state of the file can be counted."
	}
	out := fmt.Sprintf("%s %s at first (%s), %s at last (%s), %s at most (%s).", grouped(s.of(&first.Text)), s.name, first.Name(),
		grouped(s.of(&last.Text)), last.Name(), grouped(s.of(&high.Text)), high.Name())
	if s.budget > 0 {
		out += fmt.Sprintf(" The budget is %s.", grouped(s.budget))
	}
	return out + " The table below has all numbers."
}

// axes draws the grid with its numbers, and names rows below it.
func (p *Page) axes(b *strings.Builder, s scale) {
	for _, n := range s.ticks() {
		class := "grid"
		if n == 0 {
			class = "axis"
		}
		y := s.y(n)
		fmt.Fprintf(b, "<path class=\"%s\" d=\"M%d %sH%d\"/><text x=\"%d\" y=\"%s\" text-anchor=\"end\">%s</text>\n",
			class, left, number(y), width-right, left-6, number(y+4), short(n, s.step))
	}
	for _, l := range rowLabels(p.Rows) {
		fmt.Fprintf(b, "<text x=\"%s\" y=\"%d\" text-anchor=\"%s\">%s</text>\n", number(l.at), height-8, l.anchor, l.text)
	}
}

// markGap is how far apart the names of versions are at least.
const markGap = 42

// versions marks where the version changed, and names it where there is room.
func (p *Page) versions(b *strings.Builder) {
	before, free := "", float64(0)
	for i := range p.Rows {
		name := p.Rows[i].VersionName()
		if name == "" || name == before {
			continue
		}
		before = name
		if at := x(i, len(p.Rows)); at >= free {
			free = at + markGap
			fmt.Fprintf(b, "<path class=\"mark\" d=\"M%s %dV%d\"/><text x=\"%s\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
				number(at), top-8, height-bottom, number(at), top-12, text(name))
		}
	}
}

// strokes joins the points of neighbouring rows with numbers.
func (p *Page) strokes(b *strings.Builder, s series, scale scale) {
	for _, run := range p.runs() {
		if run.end-run.start < 2 {
			continue
		}
		b.WriteString("<polyline class=\"curve\" points=\"")
		for i := run.start; i < run.end; i++ {
			fmt.Fprintf(b, "%s,%s ", number(x(i, len(p.Rows))), number(scale.y(s.of(&p.Rows[i].Text))))
		}
		b.WriteString("\"/>\n")
	}
}

// A run is rows with numbers from start up to end.
type run struct{ start, end int }

func (p *Page) runs() []run {
	var all []run
	for i := range p.Rows {
		switch {
		case p.Rows[i].Text.Reason != "":
		case len(all) > 0 && all[len(all)-1].end == i:
			all[len(all)-1].end++
		default:
			all = append(all, run{i, i + 1})
		}
	}
	return all
}

// points draws a circle for each row with numbers, and a cross on the axis for the
// others.
func (p *Page) points(b *strings.Builder, s series, scale scale) {
	radius := min(max(slot(len(p.Rows))/3, 1.3), 3.5)
	for i := range p.Rows {
		at := number(x(i, len(p.Rows)))
		if p.Rows[i].Text.Reason != "" {
			fmt.Fprintf(b, "<path class=\"gap\" d=\"M%s %dm-3 -3l6 6m0 -6l-6 6\"/>\n", at, height-bottom)
			continue
		}
		n, class := s.of(&p.Rows[i].Text), "point"
		if s.budget > 0 && n > s.budget {
			class += " high"
		}
		fmt.Fprintf(b, "<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"%s\"/>\n", class, at, number(scale.y(n)), number(radius))
	}
}

// hits lays over each row a strip that tells what it is, and more, when it is pointed
// at.
func (p *Page) hits(b *strings.Builder, more func(*history.Row) string) {
	wide := slot(len(p.Rows))
	for i := range p.Rows {
		fmt.Fprintf(b, "<rect class=\"hit\" x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"><title>%s%s</title></rect>\n",
			x(i, len(p.Rows))-wide/2, top, wide, plotHeight, tip(&p.Rows[i]), more(&p.Rows[i]))
	}
}

// tip tells in two or three lines what a row is, escaped.
func tip(r *history.Row) string {
	lines := []string{r.Name()}
	for _, more := range []string{history.Stamp(r.Time), r.VersionName()} {
		if more != "" {
			lines[0] += "  " + more
		}
	}
	if r.Text.Reason == "" {
		lines = append(lines, fmt.Sprintf("%s tokens%s, %s lines%s", grouped(r.Text.Tokens), inBrackets(r.TokensChange), grouped(r.Text.Lines), inBrackets(r.LinesChange)))
	}
	if what := r.What(); what != "" {
		lines = append(lines, what)
	}
	for i := range lines {
		lines[i] = text(lines[i])
	}
	return strings.Join(lines, "\n")
}

func inBrackets(change *int) string {
	if change == nil {
		return ""
	}
	return " (" + history.Signed(change) + ")"
}
