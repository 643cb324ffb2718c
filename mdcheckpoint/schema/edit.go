package schema

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// An Editor returns edits for a document, and does not change it.
type Editor struct {
	Match *Match
	// Stale reports whether a comment comes from the template. Writes remove such comments; nil
	// keeps all.
	Stale func(comment string) bool
	// Breaks puts thematic breaks between the groups of a new file.
	Breaks bool
	// Blank puts blank lines before headings, after new text and, unless Tight is set, after
	// headings.
	Blank, Tight bool
}

// Apply returns an editor for the document with edits applied.
func (e *Editor) Apply(edits []source.Edit) (*Editor, error) {
	text, err := source.Apply(e.text(), edits)
	if err != nil || text == e.text() {
		return e, err
	}
	d, err := mdcheckpoint.Parse(e.Match.Document.File.Name, text)
	if err != nil {
		return e, err
	}
	next := *e
	next.Match = e.Match.Schema.Match(d)
	return &next, nil
}

// Heading returns the heading line of a group.
func (s *Schema) Heading(title string) string { return s.heading(0) + title }

// Subheading returns the heading line of a subsection.
func (s *Schema) Subheading(title string) string { return s.heading(1) + title }

func (s *Schema) heading(deeper int) string {
	return strings.Repeat("#", s.GroupLevel()+deeper) + " "
}

// Gap returns the line endings between a heading and its text.
func (e *Editor) Gap() string {
	if e.Blank && !e.Tight {
		return e.eol() + e.eol()
	}
	return e.eol()
}

// tail returns the extra line ending to put after new text at place, or "". Without it, a setext
// heading below would absorb the text.
func (e *Editor) tail(place int) string {
	_, next, ends := strings.Cut(e.text()[place:], "\n")
	line, _, _ := strings.Cut(next, "\n")
	drops := func(b *mdcheckpoint.Block) bool { return b.Span.Start == len(e.text())-len(next) && e.stale(b) }
	if !ends || strings.TrimSpace(line) == "" || !e.Blank && !e.underlined(place) ||
		slices.ContainsFunc(e.Match.Document.Blocks, drops) {
		return ""
	}
	return e.eol()
}

func (e *Editor) underlined(place int) bool {
	for _, s := range e.Match.Document.Sections {
		if s.Own.Start >= place {
			return s.Setext
		}
	}
	return false
}

// HasBlankLines reports whether at least half of the headings have a blank line after them.
func HasBlankLines(d *mdcheckpoint.Document) bool {
	tight, roomy := 0, 0
	for _, s := range d.Sections {
		if len(s.Blocks) == 0 {
			continue
		}
		if d.File.Line(s.Blocks[0].Span.Start)-d.File.Line(s.Heading.End) > 1 {
			roomy++
		} else {
			tight++
		}
	}
	return roomy >= tight
}

// Marker returns the marker of the first bullet of d, with a space; "- " if d has none.
func Marker(d *mdcheckpoint.Document) string {
	for _, b := range d.Blocks {
		if len(b.Items) > 0 && !b.Items[0].Ordered {
			return d.File.Slice(b.Items[0].Marker) + " "
		}
	}
	return "- "
}

//go:noinline
func (e *Editor) eol() string { return e.Match.Document.File.EOL() }

func (e *Editor) text() string { return e.Match.Document.File.Text }

func (e *Editor) lineEnd(offset int) int { return LineEnd(e.Match.Document.File, offset) }

// LineEnd returns the offset of the line ending, or the end of the file, after offset.
func LineEnd(file *source.File, offset int) int {
	if i := strings.IndexAny(file.Text[offset:], "\r\n"); i >= 0 {
		return offset + i
	}
	return len(file.Text)
}
