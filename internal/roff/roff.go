// Package roff writes pages of the manual in the man macros, so that any formatter of
// such pages shows the text as it was given: nothing in it is taken for a request, and
// hyphens and quotes stay what they are, as they may be copied into a command line.
package roff

import (
	"fmt"
	"strings"
	"unicode"
)

// Mark is the first line of every page, by which a file is known to be one of ours.
const Mark = `.\" Made by mdck man; do not edit.` + "\n"

// A Page is a page of the manual that is being written. It begins with [NewPage].
type Page struct{ b strings.Builder }

// NewPage is a page of section 1 called name, with nothing on it but the lines at its
// top and bottom. It has no date, so that it is the same whenever it is made.
func NewPage(name, manual string) *Page {
	p := &Page{}
	p.b.WriteString(Mark)
	fmt.Fprintf(&p.b, ".TH %s 1 \"\" %s %s\n.nh\n.ad l\n", argument(strings.ToUpper(name)), argument("mdck"), argument(manual))
	return p
}

// String is the page so far.
func (p *Page) String() string { return p.b.String() }

// Section begins a section.
func (p *Page) Section(title string) { fmt.Fprintf(&p.b, ".SH %s\n", argument(title)) }

// Sub begins a part of a section.
func (p *Page) Sub(title string) { fmt.Fprintf(&p.b, ".SS %s\n", argument(title)) }

// Name writes what the page is about in the form that indexes of pages are made of,
// below a section of that title.
func (p *Page) Name(name, summary string) {
	p.line(Escape(name) + ` \- ` + Escape(summary))
}

// Text writes a paragraph of plain text. Where that follows a title or another one is
// the same.
func (p *Page) Text(text string) { p.Formatted(Escape(text)) }

// Formatted is [Page.Text] of what was escaped and formatted.
func (p *Page) Formatted(text string) {
	p.b.WriteString(".PP\n")
	p.line(text)
}

// Example writes lines as they are, indented.
func (p *Page) Example(lines []string) {
	p.b.WriteString(".PP\n.RS 4\n.nf\n")
	for _, line := range lines {
		p.line(Escape(line))
	}
	p.b.WriteString(".fi\n.RE\n")
}

// Item writes a tag, which was formatted, with plain text beside or below it.
func (p *Page) Item(tag, text string) {
	p.b.WriteString(".TP\n")
	p.line(tag)
	p.line(Escape(text))
}

// line writes one line of text, which may begin with what begins a request.
func (p *Page) line(text string) {
	if strings.HasPrefix(text, ".") || text == "" {
		text = `\&` + text
	}
	p.b.WriteString(text + "\n")
}

// Bold is plain text in bold.
func Bold(text string) string { return `\fB` + Escape(text) + `\fR` }

// Italic is plain text in italics, or underlined.
func Italic(text string) string { return `\fI` + Escape(text) + `\fR` }

// escapes are the characters that a formatter would take for something else, or make
// nicer. Source: groff_char(7), groff_man_style(7).
func escapeOf(r rune) string {
	switch r {
	case '\\':
		return `\(rs`
	case '-':
		return `\-`
	case '\'':
		return `\(aq`
	case '`':
		return `\(ga`
	case '^':
		return `\(ha`
	case '~':
		return `\(ti`
	case '\t':
		return "    "
	case '\n', '\r':
		return " "
	}
	switch {
	case unicode.IsControl(r) || r == unicode.ReplacementChar:
		return ""
	case r > unicode.MaxASCII:
		return fmt.Sprintf(`\[u%04X]`, r)
	}
	return ""
}

// Escape is plain text as a formatter takes it: on one line, ASCII, without requests
// but where it begins with a dot. Control characters are left out.
func Escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		if plain(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(escapeOf(r))
		}
	}
	return b.String()
}

// plain reports whether r stands for itself.
func plain(r rune) bool {
	return r >= ' ' && r <= '~' && !strings.ContainsRune("\\-'`^~", r)
}

// argument is plain text as one argument of a request.
func argument(text string) string {
	return `"` + strings.ReplaceAll(Escape(text), `"`, `\(dq`) + `"`
}
