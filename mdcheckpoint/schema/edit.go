package schema

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// An Editor edits the sections of a document in the form of its format, in five ways: [Editor.Write] writes a section or parts of it,
// [Editor.PutBack] restores an archived one, [Editor.Prune] removes sections; [Editor.Insert], AddText, AddBullets, ReplaceBullets and Drop return
// the spans that these consist of, for formats with parts of their own. No byte outside these spans changes. An Editor has no state: after an edit
// the document is matched again.
type Editor struct {
	*Match
	// Stale reports whether a comment is one of a template, which gives way to
	// content; nil knows none.
	Stale func(comment string) bool
	// Breaks says that thematic breaks part groups where the file has fewer than two
	// of them, and so does not say itself.
	Breaks bool
	// Blank says that a blank line parts headings, and what is new from the next line; and,
	// unless Tight, a heading from the text below it.
	Blank, Tight bool
}

// Apply returns an editor of what edits make of the document.
func (e *Editor) Apply(edits []source.Edit) (*Editor, error) {
	text, err := source.Apply(e.text(), edits)
	if err != nil || text == e.text() {
		return e, err
	}
	d, err := mdcheckpoint.Parse(e.Document.File.Name, text)
	if err != nil {
		return e, err
	}
	next := *e
	next.Match = e.Schema.Match(d)
	return &next, nil
}

// Heading is the line that heads a group of that title.
func (s *Schema) Heading(title string) string { return s.heading(0) + title }

// Subheading is the line that heads a subsection of that title.
func (s *Schema) Subheading(title string) string { return s.heading(1) + title }

// heading is what is before the title of a group, or of what is deeper by that
// many levels.
func (s *Schema) heading(deeper int) string {
	return strings.Repeat("#", s.GroupLevel()+deeper) + " "
}

// Gap is what parts a heading from what follows it.
func (e *Editor) Gap() string {
	if e.Blank && !e.Tight {
		return e.eol() + e.eol()
	}
	return e.eol()
}

// tail is what parts something new that is put at place from the next line, if the
// file is to have a blank line there and has none: to a heading that is underlined all
// text directly above it belongs.
func (e *Editor) tail(place source.Span) string {
	_, next, ends := strings.Cut(e.text()[place.End:], "\n")
	line, _, _ := strings.Cut(next, "\n")
	drops := func(b *mdcheckpoint.Block) bool { return b.Span.Start == len(e.text())-len(next) && e.stale(b) }
	if !ends || strings.TrimSpace(line) == "" || !e.Blank && !e.underlined(place) ||
		slices.ContainsFunc(e.Document.Blocks, drops) {
		return ""
	}
	return e.eol()
}

// underlined reports whether the next heading behind place is underlined.
func (e *Editor) underlined(place source.Span) bool {
	for _, s := range e.Document.Sections {
		if s.Own.Start >= place.End {
			return s.Setext
		}
	}
	return false
}

// Roomy reports whether the document parts its headings from what follows them by
// blank lines: most do, and it is so where none says.
func Roomy(d *mdcheckpoint.Document) bool {
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

func (e *Editor) eol() string { return e.Document.File.EOL() }

func (e *Editor) text() string { return e.Document.File.Text }

// lineEnd is the place at the end of the line in which the byte before offset
// stands, before its line ending.
func (e *Editor) lineEnd(offset int) source.Span { return LineEnd(e.Document.File, offset) }

// LineEnd is the place at the end of the line of file in which the byte before
// offset stands, before its line ending.
func LineEnd(file *source.File, offset int) source.Span {
	end := len(file.Text)
	if i := strings.IndexAny(file.Text[offset:], "\r\n"); i >= 0 {
		end = offset + i
	}
	return source.Span{Start: end, End: end}
}
