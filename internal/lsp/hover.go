package lsp

import (
	"fmt"
	"strings"

	"mdck/internal/report"
	"mdck/lint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// hover says what a section uses of its budgets, over its heading, and what the file
// does, over its title or its first line.
func (s *Server) hover(p *positionParams) (any, error) {
	d := s.open(p.TextDocument.URI)
	if d == nil || d.raw != "" {
		return nil, nil
	}
	in, _, _ := s.input(d) // what is wrong with the configuration was told with the findings
	if in == nil {
		return nil, nil
	}
	v := d.read(d.judged())
	m := d.mapper(v.file, s.encoding)
	text, over := hovered(v, in, m.offset(p.Position))
	if text == "" {
		return nil, nil
	}
	return hover{Contents: markup{Kind: "plaintext", Value: text}, Range: m.span(over)}, nil
}

// hovered is what there is to say at an offset, and about which part of the text; ""
// for nothing.
func hovered(v *view, in *lint.Input, offset int) (string, source.Span) {
	line := v.file.LineSpan(v.file.Line(offset))
	first := v.file.LineSpan(1)
	if v.Match != nil {
		if title := v.Match.Title; title != nil {
			first = v.file.LinesOf(title.Heading)
		}
		section := v.Document.SectionAt(offset)
		if section != nil && v.file.LinesOf(section.Heading).Contains(line.Start) {
			all := v.outline(in)
			if o := outlined(all.Sections, section.Heading); o != nil {
				return sectionText(o, all.Level), section.Heading
			}
		}
	}
	if line.Start == first.Start || line.Start == 0 {
		return fileText(v, in), trimmedLine(v.file, line)
	}
	return "", source.Span{}
}

// trimmedLine is a line without its ending.
func trimmedLine(f *source.File, line source.Span) source.Span {
	line.End = line.Start + len(strings.TrimRight(f.Slice(line), "\r\n"))
	return line
}

// outlined is the section with that heading among all and those below them; nil if
// there is none.
func outlined(all []*schema.OutlineSection, heading source.Span) *schema.OutlineSection {
	for _, o := range all {
		if o.Section != nil && o.Section.Heading == heading {
			return o
		}
		if below := outlined(o.Sections, heading); below != nil {
			return below
		}
	}
	return nil
}

// fileText says what the file uses of its budgets.
func fileText(v *view, in *lint.Input) string {
	lines, tokens := schema.Amount{Used: v.file.Lines()}, schema.Amount{}
	if o := v.outline(in); o != nil {
		lines, tokens = o.Lines, o.Tokens
	} else if len(v.file.Text) <= source.MaxSize {
		tokens.Used = in.Counter.Count(v.file.Text)
	} else {
		return "lines " + report.Measure(lines)
	}
	return fmt.Sprintf("lines %s\ntokens %s (%s)", report.Measure(lines), report.Measure(tokens), in.Counter.Name())
}

// sectionText says what a section uses of its budgets; level is that of groups.
func sectionText(o *schema.OutlineSection, level int) string {
	text := []string{report.OneLine(o.Title), "lines " + report.Measure(o.Lines)}
	if o.Level > level || o.Bullets.Used > 0 || o.Bullets.Min > 0 || o.Listed {
		text = append(text, "bullets "+report.Measure(o.Bullets))
	}
	text = append(text, "tokens "+report.Measure(o.Tokens))
	if !o.Known {
		text = append(text, "unknown")
	}
	return strings.Join(text, "\n")
}
