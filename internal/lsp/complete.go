package lsp

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A cursor is a place in a line, with the text as it was before the line was begun.
type cursor struct {
	protocol.Typing
	before *view
}

// complete completes headings, and what the protocol of the file knows.
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
	c := cursor{Typing: protocol.Typing{Name: d.target.Path, Above: text[:start], Typed: text[start:offset], Rest: text[offset:end], Below: text[end:]}}
	if trigger := p.Context.TriggerCharacter; trigger != "" && !strings.HasSuffix(c.Typed, trigger) {
		return []completion{}, nil
	}
	c.before = d.read(c.Above + c.Below)
	from, all := c.completions(d.target)
	over := source.Span{Start: start + from, End: offset + wordEnd(c.Rest)}
	if strings.HasPrefix(c.Typed, "#") { // a title extends to the end of the line
		over.End = end
	}
	return items(m, over, all), nil
}

// completions returns what may replace what was typed after from bytes.
func (c *cursor) completions(t *workspace.Target) (from int, all []protocol.Completion) {
	match := c.before.Match
	if match != nil {
		if c.isHidden() || !c.isText() {
			return 0, nil
		}
		c.Group = c.group()
		if strings.HasPrefix(c.Typed, "#") {
			return 0, c.headings(t)
		}
	}
	if c.before.row.Complete == nil || t.Path != t.Main {
		return 0, nil
	}
	c.Read = c.before.Checkpoint
	return c.before.row.Complete(c.Typing)
}

// isHidden reports whether the line is in code, a comment or the like that continues
// after it, or in front matter.
func (c *cursor) isHidden() bool {
	hidden, doc, offset := false, c.before.Document, len(c.Above)
	mdcheckpoint.Walk(doc.Blocks, func(b *mdcheckpoint.Block) bool {
		verbatim := b.Kind == mdcheckpoint.Comment || b.Kind == mdcheckpoint.HTML || b.Kind == mdcheckpoint.Code && b.Fence != nil
		hidden = hidden || verbatim && b.Span.Start < offset && (offset < b.Span.End || !b.Closed)
		return true
	})
	return hidden || doc.FrontMatter.Contains(offset)
}

// isText reports whether a heading in place of the line would be one: it is not one in
// code, in HTML that continues to a blank line, or in front matter that is not closed, and
// kinds of blocks do not show all of these.
func (c *cursor) isText() bool {
	if c.inFront() {
		return false
	}
	doc, err := mdcheckpoint.Parse(c.Name, c.Above+"# made-up\n"+strings.TrimPrefix(strings.TrimPrefix(c.Below, "\r"), "\n"))
	return err == nil && slices.ContainsFunc(doc.Sections, func(s *mdcheckpoint.Section) bool { return s.Heading.Start == len(c.Above) })
}

// inFront reports whether the line may be in front matter that is not closed yet: the text
// begins with its mark, and there is no blank line before the line.
func (c *cursor) inFront() bool {
	above := strings.ReplaceAll(strings.TrimPrefix(c.Above, bom), "\r\n", "\n")
	return strings.HasPrefix(above, "---\n") && c.before.Document.FrontMatter.Len() == 0 && !strings.Contains(above, "\n\n")
}

// items returns completions in their order, in place of a part of the text.
func items(m *mapper, over source.Span, all []protocol.Completion) []completion {
	kinds := [...]int{protocol.KeyCompletion: completionProperty, protocol.ValueCompletion: completionValue, protocol.HeadingCompletion: completionHeading}
	list := []completion{}
	for i, c := range all {
		list = append(list, completion{
			Label: strings.TrimSpace(c.Text), Kind: kinds[c.Kind], Detail: c.Detail, SortText: fmt.Sprintf("%03d", i), FilterText: c.Text,
			TextEdit: textEdit{Range: m.span(over), NewText: c.Text},
		})
	}
	return list
}

// wordEnd returns the length of the word that text begins with.
func wordEnd(text string) int {
	rest := strings.TrimLeftFunc(text, func(r rune) bool { return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) })
	return len(text) - len(rest)
}
