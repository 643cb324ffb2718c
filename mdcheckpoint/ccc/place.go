package ccc

import (
	"strings"

	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

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
