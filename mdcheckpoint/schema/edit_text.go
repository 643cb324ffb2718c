package schema

import (
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// Heading is the line that heads a group of that title.
func (s *Schema) Heading(title string) string { return s.heading(0) + title }

// Subheading is the line that heads a subsection of that title.
func (s *Schema) Subheading(title string) string { return s.heading(1) + title }

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
	if !ends || strings.TrimSpace(line) == "" || !e.Blank && !e.underlined(place) {
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

// AddText gives the edit that puts text, blocks of Markdown, behind what stands
// directly in s. A list goes on where text begins with a bullet like its last one.
func (e *Editor) AddText(s *mdcheckpoint.Section, text string) source.Edit {
	end, block := e.contentEnd(s)
	gap := e.eol() + e.eol()
	if block == nil {
		gap = e.Gap()
	}
	if block != nil && block.Kind == mdcheckpoint.List {
		last := block.Items[len(block.Items)-1]
		if marker := e.Document.File.Slice(last.Marker); !last.Ordered && e.indent(last) == "" && strings.HasPrefix(text, marker+" ") {
			gap = e.eol()
		}
	}
	place := e.lineEnd(end)
	return source.Edit{Span: place, New: gap + text + e.tail(place)}
}

// ReplaceBody gives the edit that puts text in the place of all that stands below
// the heading of s, deeper sections included, but for comments that lead on to what
// follows.
func (e *Editor) ReplaceBody(s *mdcheckpoint.Section, text string) source.Edit {
	span := source.Span{Start: e.lineEnd(s.Heading.End).Start, End: e.lineEnd(e.End(s)).Start}
	if text != "" {
		text = e.Gap() + text + e.tail(source.Span{Start: span.End, End: span.End})
	}
	return source.Edit{Span: span, New: text}
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
