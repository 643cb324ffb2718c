package ccc

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc/prose"
	"mdck/mdcheckpoint/source"
)

// Names of the header lines, in their order. Source: checkpoint, step 1.
const (
	IssueLine   = "Issue"
	SessionLine = "Session"
	ModeLine    = "Execution Mode"
)

// HeaderLines are the names of the header lines of shape P, in their order.
var HeaderLines = []string{IssueLine, SessionLine, ModeLine}

// A Value is a text of the file and where it stands.
type Value struct {
	Text string      // on one line; "" if it is missing or a placeholder
	Span source.Span // of all that stands there, a placeholder included
}

// A Line is a line "**Name:** value" above the sections.
type Line struct {
	Name  string // as in HeaderLines
	Value Value
	Span  source.Span // the line without its ending and white space around it
}

// readHeader reads the header lines: in paragraphs, lists and quotes below the title, or
// above the first heading.
func (p *Progress) readHeader() []Line {
	var lines []Line
	for _, b := range p.top() {
		if b.Kind == mdcheckpoint.Paragraph || b.Kind == mdcheckpoint.List || b.Kind == mdcheckpoint.Quote {
			lines = append(lines, p.headerLines(b.Span)...)
		}
	}
	return lines
}

// top are the blocks above the sections of level 2.
func (p *Progress) top() []*mdcheckpoint.Block {
	end := len(p.Text())
	for _, s := range p.Document.Sections {
		if s != p.title() {
			end = s.Own.Start
			break
		}
	}
	var top []*mdcheckpoint.Block
	for _, b := range p.Document.Blocks {
		if b.Span.Start < end {
			top = append(top, b)
		}
	}
	return top
}

// title is the first heading of level 1, of any text; nil if there is none.
func (p *Progress) title() *mdcheckpoint.Section {
	for _, s := range p.Document.Sections {
		if s.Level == 1 {
			return s
		}
	}
	return nil
}

func (p *Progress) headerLines(span source.Span) []Line {
	var lines []Line
	for start := span.Start; start < span.End; {
		end := span.End
		if i := strings.IndexAny(p.Text()[start:end], "\r\n"); i >= 0 {
			end = start + i
		}
		if line, ok := p.headerLine(source.Span{Start: start, End: end}); ok {
			lines = append(lines, line)
		}
		start = end + 1
	}
	return lines
}

// headerLine matches "**Name:** value", also as a list item, in a quote, without emphasis, and with
// the colon behind it.
var headerLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-+>* \t]*[*_]*((?i)issue|session|execution[ \t]+mode)[*_ \t]*[:：][*_]*[ \t]*(.*?)[ \t\\]*$`)
})

func (p *Progress) headerLine(span source.Span) (Line, bool) {
	span = p.trim(span, " \t")
	m := headerLine().FindStringSubmatchIndex(p.slice(span))
	if m == nil {
		return Line{}, false
	}
	name := OneLine(p.slice(span)[m[2]:m[3]])
	i := slices.IndexFunc(HeaderLines, func(known string) bool { return strings.EqualFold(known, name) })
	return Line{Name: HeaderLines[i], Span: span, Value: p.value(source.Span{Start: span.Start + m[4], End: span.Start + m[5]})}, true
}

func (p *Progress) value(span source.Span) Value {
	v := Value{Span: span, Text: OneLine(p.slice(span))}
	if IsBlank(v.Text) {
		v.Text = ""
	}
	return v
}

// trim is span without the characters of cutset at its ends; an empty result
// stands at the end of span without what follows.
func (p *Progress) trim(span source.Span, cutset string) source.Span {
	text := strings.TrimRight(p.slice(span), cutset)
	span.End = span.Start + len(text)
	span.Start = span.End - len(strings.TrimLeft(text, " \t"))
	return span
}

// line is the first header line with that name, nil if there is none.
func (p *Progress) line(name string) *Line {
	for i := range p.Header {
		if p.Header[i].Name == name {
			return &p.Header[i]
		}
	}
	return nil
}

func (p *Progress) headerValue(name string) Value {
	if l := p.line(name); l != nil {
		return l.Value
	}
	return Value{}
}

// splitIssue reads "CIA-123 — Title" or "CIA-123: Title". Without an id all of it
// is the title.
func splitIssue(text string) (id, title string) {
	id = prose.IssueAt(text)
	rest := strings.TrimSpace(text[len(id):])
	if id == "" {
		rest = strings.TrimSpace(strings.TrimPrefix(rest, "CIA-XXX")) // the template's
	}
	title = strings.TrimSpace(strings.TrimLeft(rest, "—–-: "))
	if IsBlank(title) {
		title = ""
	}
	return id, title
}

// modeText is a mode in lower case, without the prefix that the header has and
// without what is told of it. Source: checkpoint.
func modeText(text string) string {
	const around = "`*_.,; "
	text = strings.TrimPrefix(strings.Trim(strings.ToLower(text), around), "exec:")
	text, _, _ = strings.Cut(strings.TrimSpace(text), " ")
	return strings.Trim(text, around)
}
