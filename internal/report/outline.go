package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/schema"
)

// A Sheet is the drawing of one checkpoint.
type Sheet struct {
	Path     string
	Encoding string
	Outline  *schema.Outline
	Estimate *Estimate
	Bullets  bool
}

const (
	sheetWidth = 80
	fileBar    = 40
	rowBar     = 10
	minTitle   = 12
)

type row struct {
	title  string // indented
	bar    string
	amount string // such as "15/40"
	unit   string // "lines" or "bullets"
	held   string // such as "3 entries"
	tokens string
	share  string
	mark   string
	below  []string // lines of bullets
}

// Draw draws the tree of a checkpoint: the file, then each section, then bullets if requested. The
// second bar of a section is its part of the file's token budget. above requests a blank line
// before.
func (s *Sheet) Draw(w io.Writer, above bool) error {
	b := bufio.NewWriter(w)
	if above {
		fmt.Fprintln(b)
	}
	fmt.Fprintln(b, Name(s.Path))
	o := s.Outline
	for _, total := range []struct {
		what   string
		amount schema.Amount
		of     string
	}{{"lines", o.Lines, ""}, {"tokens", o.Tokens, "  " + OneLine(s.Encoding)}, {"chars", o.Characters, ""}} {
		if total.what == "chars" && total.amount.Limit <= 0 {
			continue
		}
		line := fmt.Sprintf("%-6s %*s %9s%s  %s", total.what, s.fileBar(), bar(total.amount, fileBar), amount(total.amount), total.of, mark(total.amount))
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
	if s.Estimate != nil {
		fmt.Fprintf(b, "       %s (%s)\n", s.Estimate.amount(), OneLine(s.Estimate.String()))
	}
	if len(o.Sections) > 0 {
		s.drawSections(b)
	}
	return b.Flush()
}

func (s *Sheet) fileBar() int {
	if s.Outline.Lines.Limit <= 0 && s.Outline.Tokens.Limit <= 0 && s.Outline.Characters.Limit <= 0 {
		return 0
	}
	return fileBar
}

func (s *Sheet) drawSections(w io.Writer) {
	rows := s.rows([]row{{tokens: "tokens"}}, s.Outline.Sections, 0)
	var bars, amounts, tokens int
	for _, r := range rows {
		bars, amounts, tokens = max(bars, len(r.bar)+min(len(r.bar), 1)), max(amounts, len(r.amount)), max(tokens, len(r.tokens))
	}
	cells := make([][]string, len(rows))
	for i, r := range rows {
		measured := fmt.Sprintf("%-*s%*s %s", bars, r.bar, amounts, r.amount, r.unit)
		cells[i] = []string{"", measured, r.held, fmt.Sprintf("%*s %s", tokens, r.tokens, r.share), r.mark}
	}
	least := make([]int, len(cells[0]))
	room := max(sheetWidth-Natural(cells, least)-len(columnGap), minTitle)
	for i, r := range rows {
		cells[i][0] = Fit(r.title, room)
	}
	AlignRight(cells, 2)
	for i, line := range TableLines(cells, least, 0, nil) {
		fmt.Fprintln(w, strings.Join(append([]string{line}, rows[i].below...), "\n"))
	}
}

func (s *Sheet) rows(rows []row, sections []*schema.OutlineSection, depth int) []row {
	for _, section := range sections {
		r := s.row(section, depth)
		r.below = s.bullets(section, depth+1)
		rows = s.rows(append(rows, r), section.Sections, depth+1)
	}
	return rows
}

func (s *Sheet) bullets(section *schema.OutlineSection, depth int) []string {
	if !s.Bullets {
		return nil
	}
	var lines []string
	for _, item := range section.Items {
		tokens := "  " + spelling.Count(item.Tokens, "token")
		lines = append(lines, Fit(indent(depth)+"- "+item.Text, sheetWidth-len(tokens))+tokens)
	}
	return lines
}

func (s *Sheet) row(section *schema.OutlineSection, depth int) row {
	measured, unit := section.Lines, "lines"
	byBullets := s.byBullets(section)
	if byBullets {
		measured, unit = section.Bullets, "bullets"
	}
	r := row{title: indent(depth) + cmp.Or(section.Title, "(no title)"), amount: amount(measured), unit: unit}
	if r.amount == "1" {
		r.unit = strings.TrimSuffix(unit, "s")
	}
	switch {
	case section.Missing:
		r.mark = string(schema.Missing)
		return r
	case byBullets:
	case limitsBullets(section):
		r.held = amount(section.Bullets) + " bullets"
	case section.Listed:
		r.held = spelling.CountAs(section.Bullets.Used, "entry", "entries")
	}
	r.bar, r.mark = bar(measured, rowBar), note(section, measured)
	r.tokens = strconv.Itoa(section.Tokens.Used)
	r.share = bar(schema.Amount{Used: section.Tokens.Used, Limit: s.Outline.Tokens.Limit}, rowBar)
	return r
}

func (s *Sheet) byBullets(section *schema.OutlineSection) bool {
	return section.Level > s.Outline.Level && section.Lines.Limit == 0 && (limitsBullets(section) || section.Bullets.Used > 0)
}

func limitsBullets(section *schema.OutlineSection) bool {
	return section.Bullets.Min > 0 || section.Bullets.Limit > 0
}

func indent(depth int) string { return strings.Repeat("  ", depth) }

func bar(a schema.Amount, n int) string {
	if a.Limit <= 0 {
		return ""
	}
	return "[" + barOf(a, n-2) + "]"
}

func amount(a schema.Amount) string {
	switch used := strconv.Itoa(a.Used); {
	case a.Min > 0 && a.Limit > 0 && a.Min < a.Limit:
		return fmt.Sprintf("%s/%d-%d", used, a.Min, a.Limit)
	case a.Limit > 0:
		return fmt.Sprintf("%s/%d", used, a.Limit)
	case a.Min > 0:
		return fmt.Sprintf("%s/%d+", used, a.Min)
	default:
		return used
	}
}

func mark(a schema.Amount) string {
	switch a.State() {
	case schema.Near:
		if a.Used == a.Limit {
			return "full"
		}
		return fmt.Sprintf("%d left", a.Limit-a.Used)
	case schema.Over:
		return fmt.Sprintf("%d over", a.Used-a.Limit)
	case schema.Under:
		return fmt.Sprintf("%d short", a.Min-a.Used)
	}
	return ""
}

// Measure formats an amount with its limits, such as "38/40, 2 left".
func Measure(a schema.Amount) string {
	if m := mark(a); m != "" {
		return amount(a) + ", " + m
	}
	return amount(a)
}

func note(s *schema.OutlineSection, measured schema.Amount) string {
	if m := mark(measured); m != "" {
		return m
	}
	for _, other := range []struct {
		unit   string
		amount schema.Amount
	}{{"lines ", s.Lines}, {"bullets ", s.Bullets}, {"tokens ", s.Tokens}} {
		if m := mark(other.amount); m != "" && other.amount != measured {
			return other.unit + m
		}
	}
	if s.Known {
		return ""
	}
	return "unknown"
}
