// Package plot writes the history of a file as one page of HTML that needs nothing
// else: no network, no script, no font. Plots are SVG, and all their numbers stand in
// a table below them.
//
// What came from commits, headings and file names is escaped: first what could move a
// terminal or turn the order of letters, then what HTML reads.
package plot

import (
	"fmt"
	"html"
	"io"
	"strings"
	"time"

	"mdck/internal/history"
	"mdck/internal/report"
)

// Mark stands in the head of each page, and tells it from those of others.
const Mark = `<meta name="generator" content="mdck history">`

// A Page is the history of one file.
type Page struct {
	Path     string        // of the file, as the user is shown it
	Encoding string        // that tokens are counted in
	Lines    int           // budget of the file; 0 for none
	Tokens   int           // likewise
	Rows     []history.Row // oldest first, one at least
}

// Write writes the page. The same page gives the same bytes.
func (p *Page) Write(w io.Writer) error {
	var b strings.Builder
	name := text(p.Path)
	fmt.Fprintf(&b, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
%s
<title>History of %s</title>
<style>%s</style>
</head>
<body>
<main>
<h1>History of <bdi>%s</bdi></h1>
<p class="about">%s</p>
`, Mark, name, style, name, text(p.about()))
	p.now(&b)
	p.plots(&b)
	p.table(&b)
	b.WriteString("</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// text is s as it may stand in HTML, within an element or in a quoted attribute.
func text(s string) string { return html.EscapeString(report.OneLine(s)) }

// about says what the page shows.
func (p *Page) about() string {
	first, last := p.span()
	out := report.Counted(len(p.Rows), "state")
	switch {
	case first == last:
		out += first
	default:
		out += first + " to" + strings.TrimPrefix(last, ", from")
	}
	return out + ". Tokens are those of " + p.Encoding + "."
}

// span is when the oldest and the newest row with a time were made, as words; clocks may
// have gone back.
func (p *Page) span() (first, last string) {
	var oldest, newest time.Time
	for i := range p.Rows {
		t := p.Rows[i].Time
		if t.IsZero() {
			continue
		}
		if oldest.IsZero() || t.Before(oldest) {
			oldest = t
		}
		if t.After(newest) {
			newest = t
		}
	}
	if oldest.IsZero() {
		return "", ""
	}
	return ", from " + oldest.UTC().Format(time.DateOnly), ", from " + newest.UTC().Format(time.DateOnly)
}

// now is the newest row with numbers against the budgets; where it is not the last, that
// is said.
func (p *Page) now(b *strings.Builder) {
	r := p.newest()
	if r == nil {
		b.WriteString("<p>No state of it can be counted.</p>\n")
		return
	}
	if last := &p.Rows[len(p.Rows)-1]; last != r {
		fmt.Fprintf(b, "<p class=\"about\">Now: %s. These are the numbers of %s, the last that are known:</p>\n", text(last.Text.Reason), text(stateName(r)))
	}
	b.WriteString("<dl class=\"now\">\n")
	p.amount(b, "tokens", r.Text.Tokens, p.Tokens)
	p.amount(b, "lines", r.Text.Lines, p.Lines)
	p.amount(b, "sections", len(r.Text.Sections), 0)
	if r.Version != nil {
		fmt.Fprintf(b, "<div><dt>version</dt><dd>%s</dd></div>\n", grouped(*r.Version))
	}
	b.WriteString("</dl>\n")
}

// stateName is the row in words: its revision, and its time if that is known.
func stateName(r *history.Row) string {
	return strings.TrimSpace(r.Name() + " " + history.Stamp(r.Time))
}

// newest is the last row with numbers; nil if there is none.
func (p *Page) newest() *history.Row {
	for i := len(p.Rows) - 1; i >= 0; i-- {
		if p.Rows[i].Text.Reason == "" {
			return &p.Rows[i]
		}
	}
	return nil
}

func (p *Page) amount(b *strings.Builder, what string, n, budget int) {
	class, of := "", ""
	if budget > 0 {
		of = fmt.Sprintf(" <small>of %s</small>", grouped(budget))
	}
	if budget > 0 && n > budget {
		class, of = ` class="over"`, fmt.Sprintf(" <small>%s over %s</small>", grouped(n-budget), grouped(budget))
	}
	fmt.Fprintf(b, "<div%s><dt>%s</dt><dd>%s%s</dd></div>\n", class, what, grouped(n), of)
}

// short is n as an axis has room for, whose numbers are that far apart: 20k.
func short(n, step int) string {
	if n >= 10_000 && step%1000 == 0 {
		return grouped(n/1000) + "k"
	}
	return grouped(n)
}

// grouped is n with a comma between thousands.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
