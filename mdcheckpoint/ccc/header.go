package ccc

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// Source: checkpoint, step 1.
const (
	issueLine   = "Issue"
	sessionLine = "Session"
	modeLine    = "Execution Mode"
)

var headerLines = []string{issueLine, sessionLine, modeLine}

type Value struct {
	Text string      // one line, or "" for a placeholder
	Span source.Span // includes a placeholder
}

// A Line is a line "**Name:** value" above the sections.
type Line struct {
	Name  string // as in headerLines
	Value Value
	Span  source.Span // the line without its ending and surrounding white space
}

func (p *Progress) readHeader() {
	end := len(p.Text())
	for _, s := range p.Document.Sections {
		if s != p.title() {
			end = s.Own.Start
			break
		}
	}
	for _, b := range p.Document.Blocks {
		switch b.Kind {
		case mdcheckpoint.Paragraph, mdcheckpoint.List, mdcheckpoint.Quote:
			if b.Span.Start < end {
				p.headerLines(b.Span)
			}
		}
	}
}

func (p *Progress) title() *mdcheckpoint.Section {
	for _, s := range p.Document.Sections {
		if s.Level == 1 {
			return s
		}
	}
	return nil
}

func (p *Progress) headerLines(span source.Span) {
	for start := span.Start; start < span.End; {
		end := span.End
		if i := strings.IndexAny(p.Text()[start:end], "\r\n"); i >= 0 {
			end = start + i
		}
		p.headerLine(source.Between(start, end))
		start = end + 1
	}
}

// headerLine matches "**Name:** value", "**Name**: value" and "Name: value".
var headerLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-+>* \t]*[*_]*((?i)issue|session|execution[ \t]+mode)[*_ \t]*[:：][*_]*[ \t]*(.*?)[ \t\\]*$`)
})

func (p *Progress) headerLine(span source.Span) {
	span.End = span.Start + len(strings.TrimRight(p.slice(span), " \t"))
	span.Start = span.End - len(strings.TrimLeft(p.slice(span), " \t"))
	if text := p.slice(span); !strings.Contains(text, ":") && !strings.Contains(text, "：") { // cheaper than the regular expression
		return
	}
	m := headerLine().FindStringSubmatchIndex(p.slice(span))
	if m == nil {
		return
	}
	name := spelling.OneLine(p.slice(span)[m[2]:m[3]])
	i := slices.IndexFunc(headerLines, func(known string) bool { return strings.EqualFold(known, name) })
	value := p.value(source.Between(span.Start+m[4], span.Start+m[5]))
	p.Header = append(p.Header, Line{Name: headerLines[i], Span: span, Value: value})
}

func (p *Progress) value(span source.Span) Value {
	v := Value{Span: span, Text: spelling.OneLine(p.slice(span))}
	if isBlank(v.Text) {
		v.Text = ""
	}
	return v
}

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

// splitIssue parses "CIA-123 — Title" or "CIA-123: Title". Without an id, all is title.
func splitIssue(text string) (id, title string) {
	id = prose.IssueAt(text)
	rest := strings.TrimSpace(text[len(id):])
	if id == "" {
		rest = strings.TrimSpace(strings.TrimPrefix(rest, "CIA-XXX")) // the placeholder of the template
	}
	title = strings.TrimSpace(strings.TrimLeft(rest, "—–-: "))
	if isBlank(title) {
		title = ""
	}
	return id, title
}

// modeText returns a mode in lower case, without prefix and remarks. Source: checkpoint.
func modeText(text string) string {
	const around = "`*_.,; "
	text = strings.TrimPrefix(strings.Trim(strings.ToLower(text), around), "exec:")
	text, _, _ = strings.Cut(strings.TrimSpace(text), " ")
	return strings.Trim(text, around)
}
