package ccc

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A step is one thing that a change does. A plan that adds to a section takes
// nothing out of it.
type step struct {
	key    string // of the section
	entry  *Entry // what is changed; nil adds an entry
	line   string // the entry from now on, "" takes it out
	nested string // what is nested in it from now on, as written
	front  bool   // a new entry goes before those that are there
	plain  bool   // in a section that is made, or holds a paragraph, the entry is a paragraph
}

// A plan is what a change does, not yet written.
type plan struct {
	steps  []step
	header map[string]string // values of header lines by name
	prompt string            // "" leaves the prompt
	did    string            // for people; "" if there is nothing to do
	notes  []string
}

func (pl *plan) empty() bool {
	return len(pl.steps) == 0 && len(pl.header) == 0 && pl.prompt == ""
}

// edits are those that pl needs.
func (p *Progress) edits(pl *plan) []source.Edit {
	edits := p.headerEdits(pl.header)
	for i := range formatP().Groups {
		key := formatP().Groups[i].Key
		var adds, changes []step
		for _, s := range pl.steps {
			switch {
			case s.key != key:
			case s.entry == nil:
				adds = append(adds, s)
			default:
				changes = append(changes, s)
			}
		}
		if len(adds) > 0 {
			edits = append(edits, p.addEdits(key, adds)...)
		}
		edits = append(edits, p.changeEdits(key, changes)...)
	}
	if pl.prompt != "" {
		edits = append(edits, p.promptEdits(pl.prompt)...)
	}
	return edits
}

// changeEdits rewrite entries and take entries out. In a section that would hold
// none, None is left where the first of them stood.
func (p *Progress) changeEdits(key string, changes []step) []source.Edit {
	gone := 0
	for _, s := range changes {
		if s.line == "" {
			gone++
		}
	}
	empty := gone > 0 && gone == len(p.Entries(key))
	var edits []source.Edit
	for _, s := range changes {
		switch {
		case s.line != "" && s.nested == s.entry.nested:
			edits = append(edits, source.Edit{Span: s.entry.Body, New: s.line})
		case s.line != "":
			edits = append(edits, source.Edit{Span: s.entry.content(), New: s.line + s.nested})
		case empty:
			edits = append(edits, p.emptied(s.entry))
			empty = false
		default:
			first := s.entry.Span == p.Entries(key)[0].Span
			edits = append(edits, p.editor().Drop(s.entry.Span, !first))
		}
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
// that there are none, or into an empty or a new section.
func (p *Progress) addEdits(key string, adds []step) []source.Edit {
	lines := make([]string, len(adds))
	for i, s := range adds {
		lines[i] = s.line + s.nested
	}
	if there := p.Entries(key); len(there) > 0 {
		return p.beside(there, lines, adds[0].front)
	}
	plain := adds[0].plain && len(adds) == 1
	i := slices.IndexFunc(p.blank, func(e Entry) bool { return e.Key == key })
	if i >= 0 {
		return p.instead(&p.blank[i], lines, plain)
	}
	text := p.bullets(lines)
	if plain {
		text = lines[0]
	}
	if g := p.group(key); g != nil {
		return []source.Edit{p.editor().AddText(g.Section, text)}
	}
	return []source.Edit{p.insert(key, text)}
}

// beside puts lines before the first or behind the last of entries.
func (p *Progress) beside(entries []Entry, lines []string, front bool) []source.Edit {
	first, last := entries[0], entries[len(entries)-1]
	if front && first.Item != nil {
		return p.editor().InsertBullets(first.Item, lines)
	}
	if last.Item == nil {
		return []source.Edit{{Span: p.lineEnd(last.Span.End), New: p.eol() + p.eol() + p.bullets(lines)}}
	}
	return p.editor().AppendBullets(last.Item, lines)
}

// instead puts lines in the place of blank, which says that there is nothing.
func (p *Progress) instead(blank *Entry, lines []string, plain bool) []source.Edit {
	text := p.bullets(lines)
	switch {
	case blank.Item != nil:
		return p.editor().ReplaceBullets([]*mdcheckpoint.Item{blank.Item}, lines)
	case plain:
		text = lines[0]
	}
	return []source.Edit{{Span: blank.Body, New: text}}
}

// promptEdits put text in the place of the prompt. Comments in it stay.
func (p *Progress) promptEdits(text string) []source.Edit {
	text = strings.ReplaceAll(text, "\n", p.eol())
	if p.Prompt.Section == nil {
		return []source.Edit{p.insert(PromptKey, text)}
	}
	if len(p.Prompt.blocks) == 0 {
		return []source.Edit{p.editor().AddText(p.Prompt.Section, text)}
	}
	var edits []source.Edit
	for i, run := range p.promptRuns() {
		if i == 0 {
			edits = append(edits, source.Edit{Span: run, New: text})
			continue
		}
		edits = append(edits, p.editor().Drop(run, false))
	}
	return edits
}

// promptRuns are the parts of the prompt that no comment parts.
func (p *Progress) promptRuns() []source.Span {
	var runs []source.Span
	parted := true
	for _, b := range p.Document.Blocks {
		switch {
		case !p.Prompt.Span.Covers(b.Span):
		case b.Kind == mdcheckpoint.Comment:
			parted = true
		case parted:
			runs, parted = append(runs, b.Span), false
		default:
			runs[len(runs)-1].End = b.Span.End
		}
	}
	return runs
}

// headerEdits set values of header lines; the issue is put before those
// that are there, and another missing line behind them.
func (p *Progress) headerEdits(values map[string]string) []source.Edit {
	var edits []source.Edit
	var all []string // lines of a header that is made
	for _, name := range HeaderLines {
		value, wanted := values[name]
		if !wanted {
			continue
		}
		text := "**" + name + ":** " + value
		switch line := p.line(name); {
		case name == IssueLine && p.issueInSection():
			edits = append(edits, p.issueEdit(value))
		case len(p.Header) == 0:
			all = append(all, text)
		case line == nil && name == IssueLine:
			start := p.Header[0].Span.Start
			edits = append(edits, source.Edit{Span: source.Span{Start: start, End: start}, New: text + p.eol()})
		case line == nil:
			last := p.lineEnd(p.Header[len(p.Header)-1].Span.End)
			edits = append(edits, source.Edit{Span: last, New: p.eol() + text})
		case line.Value.Span.Len() == 0:
			edits = append(edits, source.Edit{Span: line.Value.Span, New: " " + value})
		default:
			edits = append(edits, source.Edit{Span: line.Value.Span, New: value})
		}
	}
	if len(all) > 0 {
		edits = append(edits, p.newHeader(strings.Join(all, p.eol())))
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
