package ccc

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// edits are those that d needs.
func (d *draft) edits() []source.Edit {
	edits := d.headerEdits()
	for i := range formatP().Groups {
		edits = append(edits, d.listEdits(formatP().Groups[i].Key)...)
	}
	if d.prompt != "" {
		edits = append(edits, d.promptEdits()...)
	}
	return edits
}

// listEdits add entries, rewrite them and take them out. In a section that would hold none, None
// is left where the first of them stood.
func (d *draft) listEdits(key string) []source.Edit {
	var adds, gone, changed []step
	for _, s := range d.steps {
		switch {
		case s.key != key:
		case s.entry == nil:
			adds = append(adds, s)
		case s.line == "":
			gone = append(gone, s)
		default:
			changed = append(changed, s)
		}
	}
	var edits []source.Edit
	if len(adds) > 0 {
		edits = d.addEdits(key, adds)
	}
	for _, s := range changed {
		edits = append(edits, source.Edit{Span: s.entry.content(), New: s.line + s.nested})
	}
	there := d.Entries(key)
	if len(gone) > 0 && len(gone) == len(there) {
		edits = append(edits, d.emptied(gone[0].entry))
		gone = gone[1:]
	}
	for _, s := range gone {
		edits = append(edits, d.editor().Drop(s.entry.Span, s.entry.Span != there[0].Span))
	}
	return edits
}

// emptied is the edit that leaves [None] in the place of the last entry of a section:
// as a paragraph, as both shapes have it, where the file does not have it in a list
// elsewhere and the lines around would not run into it.
func (p *Progress) emptied(e *Entry) source.Edit {
	listed := slices.ContainsFunc(p.blank, func(b Entry) bool { return b.Item != nil })
	if e.Item == nil || listed || len(p.Entries(e.Key)) > 1 || !p.alone(e.Span) {
		return source.Edit{Span: e.content(), New: None}
	}
	return source.Edit{Span: e.Span, New: None}
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
	return parts(above[p.lineStart(len(above)):]) && parts(p.Text()[below:p.lineEnd(below).End])
}

// addEdits put new entries beside those of the section, in the place of what says
// that there are none, or into an empty or a new section. A current task of shape E is a paragraph.
func (d *draft) addEdits(key string, adds []step) []source.Edit {
	lines := make([]string, len(adds))
	for i, s := range adds {
		lines[i] = s.line + s.nested
	}
	if there := d.Entries(key); len(there) > 0 {
		return d.beside(there, lines, adds[0].front)
	}
	text := d.bullets(lines)
	if key == CurrentKey && d.Shape == ShapeE {
		text = lines[0]
	}
	i := slices.IndexFunc(d.blank, func(e Entry) bool { return e.Key == key })
	switch g := d.group(key); {
	case i >= 0 && d.blank[i].Item != nil:
		return d.editor().ReplaceBullets([]*mdcheckpoint.Item{d.blank[i].Item}, lines)
	case i >= 0:
		return []source.Edit{{Span: d.blank[i].Body, New: text}}
	case g != nil:
		return []source.Edit{d.editor().AddText(g.Section, text)}
	}
	return []source.Edit{d.insert(key, text)}
}

// beside puts lines before the first or behind the last of entries.
func (p *Progress) beside(entries []Entry, lines []string, front bool) []source.Edit {
	first, last := entries[0], entries[len(entries)-1]
	switch {
	case front && first.Item != nil:
		return p.editor().InsertBullets(first.Item, lines)
	case last.Item == nil:
		return []source.Edit{{Span: p.lineEnd(last.Span.End), New: p.eol() + p.eol() + p.bullets(lines)}}
	}
	return p.editor().AppendBullets(last.Item, lines)
}

// promptEdits put the text in the place of the prompt. Comments in it stay.
func (d *draft) promptEdits() []source.Edit {
	text := strings.ReplaceAll(d.prompt, "\n", d.eol())
	switch {
	case d.Prompt.Section == nil:
		return []source.Edit{d.insert(PromptKey, text)}
	case len(d.Prompt.runs) == 0:
		return []source.Edit{d.editor().AddText(d.Prompt.Section, text)}
	}
	edits := []source.Edit{{Span: d.Prompt.runs[0], New: text}}
	for _, run := range d.Prompt.runs[1:] {
		edits = append(edits, d.editor().Drop(run, false))
	}
	return edits
}

// headerEdits set values of header lines; the issue is put before those
// that are there, and another missing line behind them.
func (d *draft) headerEdits() []source.Edit {
	var edits []source.Edit
	var all []string // lines of a header that is made
	for _, name := range HeaderLines {
		value, wanted := d.header[name]
		text := "**" + name + ":** " + value
		switch line := d.line(name); {
		case !wanted:
		case name == IssueLine && d.issueInSection():
			edits = append(edits, d.issueEdit(value))
		case line != nil && line.Value.Span.Len() == 0:
			edits = append(edits, source.Edit{Span: line.Value.Span, New: " " + value})
		case line != nil:
			edits = append(edits, source.Edit{Span: line.Value.Span, New: value})
		case len(d.Header) == 0:
			all = append(all, text)
		case name == IssueLine:
			start := d.Header[0].Span.Start
			edits = append(edits, source.Edit{Span: source.Span{Start: start, End: start}, New: text + d.eol()})
		default:
			edits = append(edits, source.Edit{Span: d.lineEnd(d.Header[len(d.Header)-1].Span.End), New: d.eol() + text})
		}
	}
	if len(all) > 0 {
		edits = append(edits, d.newHeader(strings.Join(all, d.eol())))
	}
	return edits
}

// issueEdit puts value into the section of the issue, which is made if it is not
// there.
func (p *Progress) issueEdit(value string) source.Edit {
	g := p.group(IssueKey)
	switch {
	case g == nil:
		return p.insert(IssueKey, value)
	case p.Issue.Span.Len() == 0:
		return p.editor().AddText(g.Section, value)
	}
	return source.Edit{Span: p.Issue.Span, New: value}
}

// newHeader puts header lines below the title, or above all sections.
func (p *Progress) newHeader(text string) source.Edit {
	e := p.editor()
	if title := p.title(); title != nil {
		e.Tight = false
		return e.AddText(&mdcheckpoint.Section{Heading: title.Heading, Own: title.Own}, text)
	}
	return e.Insert(&schema.GroupMatch{Group: &p.Match.Schema.Groups[0]}, text)
}

func (p *Progress) eol() string { return p.Document.File.EOL() }

// lineEnd is the place at the end of the line that offset stands in, before its
// line ending.
func (p *Progress) lineEnd(offset int) source.Span { return schema.LineEnd(p.Document.File, offset) }

// lineStart is where the line of offset begins.
func (p *Progress) lineStart(offset int) int {
	return strings.LastIndexAny(p.Text()[:offset], "\r\n") + 1
}

// editor makes the edits of sections.
func (p *Progress) editor() *schema.Editor {
	return &schema.Editor{Match: p.Match, Blank: true, Tight: true}
}

// bullets writes lines as a list of its own.
func (p *Progress) bullets(lines []string) string {
	return "- " + strings.Join(lines, p.eol()+"- ")
}

// insert is the edit that makes the section with that key, in its place in the
// order of the format.
func (p *Progress) insert(key, content string) source.Edit {
	e, group := p.editor(), &p.Match.Schema.Groups[Rank(key)]
	return e.Insert(&schema.GroupMatch{Group: group}, p.Match.Schema.Heading(group.Title)+e.Gap()+content)
}
