package lsp

import (
	"cmp"
	"fmt"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// symbols are the sections of a checkpoint, the tasks of a plan, or the keys of a
// JSON object.
func (s *Server) symbols(p *documentParams) (any, error) {
	d := s.open(p.TextDocument.URI)
	if d == nil || d.target == nil || d.raw != "" {
		return []symbol{}, nil
	}
	v := d.read(d.judged())
	m := d.mapper(v.file, s.encoding)
	all := []symbol{}
	switch {
	case v.document() != nil:
		all = sections(m, v.document())
	case v.plan != nil:
		all = tasks(m, v.plan)
	case v.json != nil:
		all = keys(m, v.json.Root)
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

func tasks(m *mapper, p *planfile.Plan) []symbol {
	all := []symbol{}
	for _, t := range p.Tasks {
		name, detail := fmt.Sprintf("Task %d", t.Number), t.Type
		if c := t.Child(planfile.NameTag); c != nil && c.Text != "" {
			name = c.Text
		}
		all = append(all, symbol{Name: name, Detail: detail, Kind: symbolTask, Range: m.span(textOf(m.file, t.Span)), SelectionRange: m.span(t.Tag)})
	}
	return all
}

func keys(m *mapper, root *jsondoc.Value) []symbol {
	all := []symbol{}
	for _, member := range root.Members {
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
