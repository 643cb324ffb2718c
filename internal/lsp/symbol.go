package lsp

import (
	"cmp"
	"path"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// symbols returns the sections of a checkpoint, the keys of a JSON object, or what the
// protocol says.
func (s *Server) symbols(p *documentParams) (any, error) {
	d := s.open(p.TextDocument.URI)
	if d == nil || d.target == nil || d.raw != "" {
		return []symbol{}, nil
	}
	v := d.read(d.judged())
	m := d.mapper(v.file, s.encoding)
	all := []symbol{}
	switch {
	case v.Match != nil:
		all = sections(m, v.Document)
	case path.Ext(d.target.Path) == ".json":
		all = keys(m)
	case v.row.Symbols != nil:
		all = parts(m, v.row.Symbols(d.target.Path, v.file.Text))
	}
	if s.client.Capabilities.TextDocument.DocumentSymbol.Hierarchical {
		return all, nil
	}
	return flatten([]flatSymbol{}, all, d.uri, ""), nil
}

// sections are those of a document, each within the one that it stands below.
func sections(m *mapper, doc *mdcheckpoint.Document) []symbol {
	all := make([]symbol, 0, len(doc.Sections))
	for _, section := range doc.Sections {
		if section.Parent == nil {
			all = append(all, sectionSymbol(m, section))
		}
	}
	return all
}

func sectionSymbol(m *mapper, section *mdcheckpoint.Section) symbol {
	out := symbol{
		Name: cmp.Or(section.Title, "(no title)"), Kind: symbolHeading,
		Range: m.span(textOf(m.file, section.Span)), SelectionRange: m.span(section.TitleSpan),
	}
	if len(section.Children) > 0 {
		out.Children = make([]symbol, 0, len(section.Children))
	}
	for _, child := range section.Children {
		out.Children = append(out.Children, sectionSymbol(m, child))
	}
	return out
}

// textOf is a span without a line ending at its end, which belongs to what follows in
// the eyes of an editor.
func textOf(f *source.File, s source.Span) source.Span { return trimmedLine(f, s) }

// parts returns symbols as an editor gets them.
func parts(m *mapper, found []protocol.Symbol) []symbol {
	all := []symbol{}
	for _, p := range found {
		all = append(all, symbol{Name: p.Name, Detail: p.Detail, Kind: symbolTask, Range: m.span(textOf(m.file, p.Span)), SelectionRange: m.span(p.Selection)})
	}
	return all
}

// keys returns the keys of the JSON object that the text of m is.
func keys(m *mapper) []symbol {
	all := []symbol{}
	doc, err := jsondoc.Parse(m.file.Name, m.file.Text)
	if err != nil {
		return all
	}
	for _, member := range doc.Root.Members {
		all = append(all, symbol{
			Name: cmp.Or(member.Key, `""`), Kind: symbolKey,
			Range: m.span(source.Span{Start: member.KeySpan.Start, End: member.Value.Span.End}), SelectionRange: m.span(member.KeySpan),
		})
	}
	return all
}

// flatten adds all, and what is below them, in the older form of the protocol.
func flatten(out []flatSymbol, all []symbol, uri, container string) []flatSymbol {
	for _, o := range all {
		out = append(out, flatSymbol{Name: o.Name, Kind: o.Kind, Location: location{uri, o.Range}, Container: container})
		out = flatten(out, o.Children, uri, o.Name)
	}
	return out
}
