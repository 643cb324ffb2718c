package lsp

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// A proposal is what may stand in place of what was typed.
type proposal struct {
	text, detail string
	kind         int
}

// A cursor is a place in a line, and the text without that line.
type cursor struct {
	line   source.Span // without its ending
	typed  string      // from the start of the line to the place
	rest   string      // behind it
	above  string      // the text before the line
	below  string      // and behind it
	before *view       // the text as it was before the line was begun
}

// complete proposes headings that are missing, keys and values of Meta, and types of
// tasks and keys of the front matter of plans.
func (s *Server) complete(p *completionParams) (any, error) {
	d := s.open(p.TextDocument.URI)
	if d == nil || d.target == nil || d.raw != "" || len(d.text) > source.MaxSize {
		return []completion{}, nil
	}
	text := d.judged()
	file := source.NewFile(d.target.Path, text)
	m := d.mapper(file, s.encoding)
	offset := m.offset(p.Position)
	start, end := m.line(file.Line(offset))
	c := cursor{line: source.Span{Start: start, End: end}, typed: text[start:offset], rest: text[offset:end], above: text[:start], below: text[end:]}
	c.before = d.read(text[:start] + text[end:])
	if trigger := p.Context.TriggerCharacter; trigger != "" && !strings.HasSuffix(c.typed, trigger) {
		return []completion{}, nil
	}
	from, proposals := c.proposals(d.target)
	over := source.Span{Start: start + from, End: offset + wordEnd(c.rest)}
	if strings.HasPrefix(c.typed, "#") { // a title runs on to the end
		over.End = end
	}
	return items(m, over, proposals), nil
}

// proposals are what may be meant, in place of what was typed from a place in it on.
func (c *cursor) proposals(t *workspace.Target) (from int, all []proposal) {
	switch {
	case t.Protocol == workspace.Plan && t.Path == t.Main:
		return c.planned()
	case c.before.match == nil || c.before.hidden(c.line.Start) || !c.holds(t):
		return 0, nil
	case strings.HasPrefix(c.typed, "#"):
		return 0, c.headings(t)
	case c.before.rfc != nil && c.inMeta():
		return c.meta()
	}
	return 0, nil
}

// hidden reports whether an offset lies in code, a comment or the like, which runs on
// behind it.
func (v *view) hidden(offset int) bool {
	hidden := false
	mdcheckpoint.Walk(v.document().Blocks, func(b *mdcheckpoint.Block) bool {
		verbatim := b.Kind == mdcheckpoint.Comment || b.Kind == mdcheckpoint.HTML || b.Kind == mdcheckpoint.Code && b.Fence != nil
		hidden = hidden || verbatim && b.Span.Start < offset && (offset < b.Span.End || !b.Closed)
		return true
	})
	return hidden || v.document().FrontMatter.Contains(offset)
}

// holds reports whether a heading in place of the line would be one: that it is none in
// code, in HTML, which runs on to a line that is empty, and in front matter that nothing
// ends, no list of kinds of blocks tells as well.
func (c *cursor) holds(t *workspace.Target) bool {
	if c.fronted() {
		return false
	}
	doc, err := mdcheckpoint.Parse(t.Path, c.above+"# made-up\n"+strings.TrimPrefix(strings.TrimPrefix(c.below, "\r"), "\n"))
	return err == nil && slices.ContainsFunc(doc.Sections, func(s *mdcheckpoint.Section) bool { return s.Heading.Start == c.line.Start })
}

// fronted reports whether the line may be one of front matter that is still to be ended:
// the text begins with its mark, and no empty line lies between.
func (c *cursor) fronted() bool {
	above := strings.ReplaceAll(strings.TrimPrefix(c.above, bom), "\r\n", "\n")
	return strings.HasPrefix(above, "---\n") && c.before.document().FrontMatter.Len() == 0 && !strings.Contains(above, "\n\n")
}

// items are proposals in their order, in place of the part of a text.
func items(m *mapper, over source.Span, proposals []proposal) []completion {
	all := []completion{}
	for i, p := range proposals {
		all = append(all, completion{
			Label: strings.TrimSpace(p.text), Kind: p.kind, Detail: p.detail, SortText: fmt.Sprintf("%03d", i), FilterText: p.text,
			TextEdit: textEdit{Range: m.span(over), NewText: p.text},
		})
	}
	return all
}

// wordEnd is where the word ends that text begins with.
func wordEnd(text string) int {
	end := strings.IndexFunc(text, func(r rune) bool { return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		return len(text)
	}
	return end
}
