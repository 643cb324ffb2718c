package ccc

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func (d *draft) write() []source.Edit {
	d.writeHeader()
	for i := range formatP().Groups {
		d.writeList(formatP().Groups[i].Key)
	}
	if d.prompt != "" {
		d.writePrompt()
	}
	return d.edits
}

func (d *draft) replace(span source.Span, text string) {
	d.edits = append(d.edits, source.Replace(span, text))
}

func (d *draft) add(edits ...source.Edit) { d.edits = append(d.edits, edits...) }

func (d *draft) writeList(key string) {
	var adds, gone []step
	for _, s := range d.steps {
		switch {
		case s.key != key:
		case s.entry == nil:
			adds = append(adds, s)
		case s.line == "":
			gone = append(gone, s)
		default:
			d.replace(s.entry.content(), s.line+s.nested)
		}
	}
	if len(adds) > 0 {
		d.addEntries(key, adds)
	}
	there := d.Entries(key)
	if len(gone) > 0 && len(gone) == len(there) {
		d.empties(gone[0].entry)
		gone = gone[1:]
	}
	for _, s := range gone {
		first := s.entry.Span == there[0].Span
		d.add(d.editor().Drop(s.entry.Span, !first))
	}
}

func (d *draft) empties(e *Entry) {
	listed := slices.ContainsFunc(d.blank, func(b Entry) bool { return b.Item != nil })
	if e.Item == nil || listed || len(d.Entries(e.Key)) > 1 || !d.alone(e.Span) {
		d.replace(e.content(), none)
		return
	}
	d.replace(e.Span, none)
}

// alone reports whether the lines above and below span are blank or headings.
func (p *Progress) alone(span source.Span) bool {
	above := p.Text()[:p.lineStart(span.Start)]
	above = strings.TrimSuffix(strings.TrimSuffix(above, "\n"), "\r")
	below := p.editor().NextLine(span.End)
	parts := func(line string) bool {
		line = strings.Trim(line, " \t\ufeff")
		return line == "" || strings.HasPrefix(line, "#")
	}
	return parts(above[p.lineStart(len(above)):]) && parts(p.Text()[below:p.lineEnd(below)])
}

func (d *draft) addEntries(key string, adds []step) {
	lines := make([]string, len(adds))
	for i, s := range adds {
		lines[i] = s.line + s.nested
	}
	at := schema.Entries{Paragraph: key == currentKey && d.Shape == ShapeE}
	if there := d.Entries(key); len(there) > 0 {
		at.First, at.Last = &there[0].Place, &there[len(there)-1].Place
	}
	if i := slices.IndexFunc(d.blank, func(e Entry) bool { return e.Key == key }); i >= 0 {
		at.None = &d.blank[i].Place
	}
	d.add(d.editor().AddEntries(key, at, lines, adds[0].front)...)
}

// writePrompt keeps comments in the section.
func (d *draft) writePrompt() {
	text := strings.ReplaceAll(d.prompt, "\n", d.eol())
	runs := d.Prompt.runs
	switch {
	case d.Prompt.Section == nil:
		d.add(d.editor().NewSection(promptKey, text))
		return
	case len(runs) == 0:
		d.add(d.editor().AddText(d.Prompt.Section, text))
		return
	}
	d.replace(runs[0], text)
	for _, run := range runs[1:] {
		d.add(d.editor().Drop(run, false))
	}
}

func (d *draft) writeHeader() {
	var made []string
	for _, name := range headerLines {
		value, wanted := d.header[name]
		text := "**" + name + ":** " + value
		switch line := d.line(name); {
		case !wanted:
		case name == issueLine && d.issueInSection():
			d.writeIssue(value)
		case line != nil && line.Value.Span.Len() == 0:
			d.replace(line.Value.Span, " "+value)
		case line != nil:
			d.replace(line.Value.Span, value)
		case len(d.Header) == 0:
			made = append(made, text)
		case name == issueLine:
			d.add(source.Insert(d.Header[0].Span.Start, text+d.eol()))
		default:
			last := d.Header[len(d.Header)-1]
			d.add(source.Insert(d.lineEnd(last.Span.End), d.eol()+text))
		}
	}
	if len(made) > 0 {
		d.newHeader(strings.Join(made, d.eol()))
	}
}

func (d *draft) writeIssue(value string) {
	switch g := d.group(issueKey); {
	case g == nil:
		d.add(d.editor().NewSection(issueKey, value))
	case d.Issue.Span.Len() == 0:
		d.add(d.editor().AddText(g.Section, value))
	default:
		d.replace(d.Issue.Span, value)
	}
}

func (d *draft) newHeader(text string) {
	e := d.editor()
	title := d.title()
	if title == nil {
		d.add(e.Insert(&schema.GroupMatch{Group: &d.Match.Schema.Groups[0]}, text))
		return
	}
	e.Tight = false
	d.add(e.AddText(&mdcheckpoint.Section{Heading: title.Heading, Own: title.Own}, text))
}

func (p *Progress) eol() string { return p.Document.File.EOL() }

func (p *Progress) lineEnd(offset int) int { return schema.LineEnd(p.Document.File, offset) }

func (p *Progress) lineStart(offset int) int {
	return strings.LastIndexAny(p.Text()[:offset], "\r\n") + 1
}

func (p *Progress) editor() *schema.Editor {
	filled := slices.ContainsFunc(p.Document.Sections, func(s *mdcheckpoint.Section) bool { return len(s.Blocks) > 0 })
	spaced := filled && schema.HasBlankLines(p.Document)
	return &schema.Editor{Match: p.Match, Blank: true, Tight: !spaced}
}
