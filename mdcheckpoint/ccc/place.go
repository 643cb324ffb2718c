package ccc

import (
	"strings"

	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// eol is the line ending of the file: a carriage return alone in one that has no
// other.
func (p *Progress) eol() string {
	if strings.Contains(p.Text(), "\r") && !strings.Contains(p.Text(), "\n") {
		return "\r"
	}
	return p.Document.File.EOL()
}

// lineEnd is the place at the end of the line that offset stands in, before its
// line ending.
func (p *Progress) lineEnd(offset int) source.Span { return schema.LineEnd(p.Document.File, offset) }

// nextLine is where the line after that of offset begins.
func (p *Progress) nextLine(offset int) int {
	end := p.lineEnd(offset).End
	rest := p.Text()[end:]
	switch {
	case strings.HasPrefix(rest, "\r\n"):
		return end + 2
	case rest != "":
		return end + 1
	}
	return end
}

// lineStart is where the line of offset begins.
func (p *Progress) lineStart(offset int) int {
	return strings.LastIndexAny(p.Text()[:offset], "\r\n") + 1
}

// wholeLines is span with the rest of its lines, if nothing else stands there.
// At the end of a file without a final line ending, the one before goes too.
func (p *Progress) wholeLines(span source.Span) source.Span {
	lines := source.Span{Start: p.lineStart(span.Start), End: p.nextLine(span.End)}
	around := p.Text()[lines.Start:span.Start] + p.Text()[span.End:lines.End]
	if strings.Trim(around, " \t\r\n") != "" {
		return span
	}
	if lines.End == len(p.Text()) && p.lineEnd(span.End).End == lines.End {
		lines.Start = len(strings.TrimSuffix(strings.TrimSuffix(p.Text()[:lines.Start], "\n"), "\r"))
	}
	return lines
}

// dropped is [Progress.wholeLines] of an entry that goes: with the line ending
// before it, unless it is the first, so that what is put behind the list at the
// same time does not touch it.
func (p *Progress) dropped(span source.Span, first bool) source.Span {
	lines := p.wholeLines(span)
	if first || lines == span || lines.Start != p.lineStart(span.Start) {
		return lines
	}
	before := strings.TrimSuffix(strings.TrimSuffix(p.Text()[:lines.Start], "\n"), "\r")
	return source.Span{Start: len(before), End: p.lineEnd(span.End).End}
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
	return e.Insert(group, 0, p.Match.Schema.Heading(group.Title)+e.Gap()+content)
}
