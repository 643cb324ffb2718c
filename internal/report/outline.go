package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/schema"
)

// A Sheet is what is drawn of one checkpoint.
type Sheet struct {
	Path     string // as the user is shown it
	Encoding string // that tokens were counted in
	Shape    string // of the file, where its protocol has several; else ""
	Outline  *schema.Outline
	Estimate *Estimate // of the tokens of the file; nil if none is wanted
	Bullets  bool      // draw the bullets, too
}

// Sizes of the drawing, in columns.
const (
	sheetWidth = 80
	fileBar    = 40
	rowBar     = 10
	minTitle   = 12
)

// A row is a line of a drawing. Numbers are set flush right, all else left.
type row struct {
	title  string // with its indent
	bar    string
	amount string // 15/40
	unit   string // lines, bullets
	held   string // 3 entries
	tokens string
	share  string // the bar of tokens
	mark   string
	spans  bool // title runs on over all columns up to tokens
}

// Draw draws the tree of a checkpoint: lines and tokens of the file, and below
// them a line for each section and, if asked for, each bullet. But for a long
// path, no line takes more than 80 columns. Each amount that has a limit has a
// bar; the second bar of a section, and that of a bullet, is how much of the
// token budget of the file its tokens take. A group that holds bullets itself has
// their number beside its lines.
func (s *Sheet) Draw(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, Name(s.Path))
	o := s.Outline
	for _, total := range []struct {
		what   string
		amount schema.Amount
		of     string
	}{{"lines", o.Lines, ""}, {"tokens", o.Tokens, "  " + OneLine(s.Encoding)}} {
		line := fmt.Sprintf("%-6s %*s %9s%s  %s", total.what, s.fileBar(), bar(total.amount, fileBar), amount(total.amount), total.of, mark(total.amount))
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
	if s.Estimate != nil {
		fmt.Fprintf(b, "       %s (%s)\n", s.Estimate.amount(), OneLine(s.Estimate.String()))
	}
	if len(o.Sections) > 0 {
		writeRows(b, s.rows([]row{{tokens: "tokens"}}, o.Sections, 0))
	}
	return b.Flush()
}

// fileBar is how many columns the bars of the file take: none where nothing has a
// limit.
func (s *Sheet) fileBar() int {
	if s.Outline.Lines.Limit <= 0 && s.Outline.Tokens.Limit <= 0 {
		return 0
	}
	return fileBar
}

// rows adds a row for each of sections, and for what is below it.
func (s *Sheet) rows(rows []row, sections []*schema.OutlineSection, depth int) []row {
	for _, section := range sections {
		rows = append(rows, s.row(section, depth))
		if s.Bullets {
			for _, item := range section.Items {
				rows = append(rows, row{
					title: indent(depth+1) + "- " + item.Text, spans: true,
					tokens: strconv.Itoa(item.Tokens), share: s.share(item.Tokens),
				})
			}
		}
		rows = s.rows(rows, section.Sections, depth+1)
	}
	return rows
}

func (s *Sheet) row(section *schema.OutlineSection, depth int) row {
	title := section.Title
	if title == "" {
		title = "(no title)"
	}
	r := row{title: indent(depth) + title}
	measured, unit := section.Lines, "lines"
	byBullets := s.byBullets(section)
	if byBullets {
		measured, unit = section.Bullets, "bullets"
	}
	r.amount, r.unit = amount(measured), unit
	if r.amount == "1" {
		r.unit = strings.TrimSuffix(unit, "s")
	}
	switch {
	case section.Missing || byBullets:
	case limitsBullets(section):
		r.held = amount(section.Bullets) + " bullets"
	case section.Listed:
		r.held = CountedAs(section.Bullets.Used, "entry", "entries")
	}
	if section.Missing {
		r.mark = string(schema.Missing)
		return r
	}
	r.bar = bar(measured, rowBar)
	r.tokens, r.share = strconv.Itoa(section.Tokens.Used), s.share(section.Tokens.Used)
	r.mark = note(section, measured)
	return r
}

// byBullets reports whether a section below a group is drawn by its bullets: those that
// it has or should have, unless it is its lines that have a budget.
func (s *Sheet) byBullets(section *schema.OutlineSection) bool {
	return section.Level > s.Outline.Level && section.Lines.Limit == 0 && (limitsBullets(section) || section.Bullets.Used > 0)
}

func limitsBullets(section *schema.OutlineSection) bool {
	return section.Bullets.Min > 0 || section.Bullets.Limit > 0
}

func indent(depth int) string { return strings.Repeat("  ", depth) }

// share is the bar of tokens that are a part of those of the file.
func (s *Sheet) share(tokens int) string {
	return bar(schema.Amount{Used: tokens, Limit: s.Outline.Tokens.Limit}, rowBar)
}

// bar draws an amount as a part of its limit in n columns; "" without a limit.
func bar(a schema.Amount, n int) string {
	if a.Limit <= 0 {
		return ""
	}
	return "[" + barOf(a, n-2) + "]"
}

// amount is an amount with its limits: 15/40, 3/3-7, 5/3+ or 12.
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

// mark says what is to be said of an amount: the headroom of one that is near to
// its limit, and by how much another is beyond its limits.
func mark(a schema.Amount) string {
	switch a.Standing() {
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

// Measure formats an amount with its limits and, if it is near or beyond them, the difference, as
// [Sheet.Draw] does: "15/40", "38/40, 2 left", "5/1-3, 2 over".
func Measure(a schema.Amount) string {
	if m := mark(a); m != "" {
		return amount(a) + ", " + m
	}
	return amount(a)
}

// note is what is to be said of a section of which measured is the amount shown.
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

// writeRows prints rows as a table whose title column takes what the others leave.
func writeRows(w io.Writer, rows []row) {
	var title, bars, amounts, units, held, tokens, shares, marks int
	for _, r := range rows {
		bars, amounts, units = max(bars, len(r.bar)), max(amounts, len(r.amount)), max(units, len(r.unit))
		held = max(held, len(r.held))
		tokens, shares, marks = max(tokens, len(r.tokens)), max(shares, len(r.share)), max(marks, len(r.mark))
		if !r.spans {
			title = max(title, Width(OneLine(r.title)))
		}
	}
	narrow := bars == 0 // and room for the texts that run on
	middle := fmt.Sprintf(" %%-%ds %%%ds %%-%ds", bars, amounts, units)
	right := fmt.Sprintf(" %%%ds %%-%ds  %%s", tokens, shares)
	inner := bars + amounts + units + 3
	if held > 0 {
		middle += fmt.Sprintf("  %%%ds", held)
		inner += held + 2
	} else {
		middle += "%s"
	}
	for _, r := range rows {
		if narrow && r.spans {
			title = max(title, Width(OneLine(r.title))-inner)
		}
	}
	title = max(min(title, sheetWidth-inner-tokens-shares-marks-4), minTitle)
	for _, r := range rows {
		left := ""
		if r.spans {
			left = fit(r.title, title+inner)
		} else {
			left = fit(r.title, title) + fmt.Sprintf(middle, r.bar, r.amount, r.unit, r.held)
		}
		fmt.Fprintln(w, strings.TrimRight(left+fmt.Sprintf(right, r.tokens, r.share, r.mark), " "))
	}
}
