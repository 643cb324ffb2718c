package lsp

import (
	"cmp"
	"path"
	"slices"

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
		all = sections(m, slices.DeleteFunc(slices.Clone(v.Document.Sections), func(s *mdcheckpoint.Section) bool { return s.Parent != nil }))
	case path.Ext(d.target.Path) == ".json":
		all = parts(m, symbolKey, keys(v.file))
	case v.row.Symbols != nil:
		all = parts(m, symbolTask, v.row.Symbols(d.target.Path, v.file.Text))
	}
	if s.client.Capabilities.TextDocument.DocumentSymbol.Hierarchical {
		return all, nil
	}
	return flatten([]flatSymbol{}, all, d.uri, ""), nil
}

// sections returns sections, each with those below it.
func sections(m *mapper, all []*mdcheckpoint.Section) []symbol {
	out := make([]symbol, 0, len(all))
	for _, s := range all {
		out = append(out, symbol{
			Name: cmp.Or(s.Title, "(no title)"), Kind: symbolHeading,
			Range: m.span(trimmedLine(m.file, s.Span)), SelectionRange: m.span(s.TitleSpan), Children: sections(m, s.Children),
		})
	}
	return out
}

// parts returns symbols of a kind as an editor gets them.
func parts(m *mapper, kind int, found []protocol.Symbol) []symbol {
	out := make([]symbol, 0, len(found))
	for _, p := range found {
		out = append(out, symbol{Name: p.Name, Detail: p.Detail, Kind: kind, Range: m.span(trimmedLine(m.file, p.Span)), SelectionRange: m.span(p.Selection)})
	}
	return out
}

// keys returns the keys of the JSON object that the text of file is.
func keys(file *source.File) []protocol.Symbol {
	doc, err := jsondoc.Parse(file.Name, file.Text)
	if err != nil {
		return nil
	}
	var all []protocol.Symbol
	for _, member := range doc.Root.Members {
		all = append(all, protocol.Symbol{
			Name: cmp.Or(member.Key, `""`), Selection: member.KeySpan, Span: source.Span{Start: member.KeySpan.Start, End: member.Value.Span.End},
		})
	}
	return all
}

// flatten adds symbols, and those below them, in the older form of the protocol.
func flatten(out []flatSymbol, all []symbol, uri, container string) []flatSymbol {
	for _, o := range all {
		out = append(out, flatSymbol{Name: o.Name, Kind: o.Kind, Location: location{uri, o.Range}, Container: container})
		out = flatten(out, o.Children, uri, o.Name)
	}
	return out
}
