package lsp

import (
	"fmt"
	"strings"

	"mdck/internal/report"
	"mdck/lint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func (s *Server) hover(p *positionParams) (any, error) {
	d := s.open(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	in, _, _ := s.input(d) // the findings include configuration errors
	if in == nil {
		return nil, nil
	}
	file := source.NewFile(d.target.Path, d.text)
	m := newMapper(file)
	text, over := d.hovered(file, in, m.offset(p.Position))
	if text == "" {
		return nil, nil
	}
	return hover{Contents: markup{Kind: "plaintext", Value: text}, Range: m.span(over)}, nil
}

func (d *document) outline(in *lint.Input) (*lint.Checkpoint, *schema.Outline) {
	t, row := d.target, d.target.Row()
	if t.Path != t.Main || row.Outline == nil {
		return nil, nil
	}
	c := row.Checker.Read(*in)
	if c.Match == nil {
		return nil, nil
	}
	return c, row.Outline(c, in.Limits, in.Counter.Count)
}

func (d *document) hovered(file *source.File, in *lint.Input, offset int) (string, source.Span) {
	line, first := file.LineSpan(file.Line(offset)), file.LineSpan(1)
	c, all := d.outline(in)
	if c != nil {
		if title := c.Match.Title; title != nil {
			first = file.LinesOf(title.Heading)
		}
		section := c.Document.SectionAt(offset)
		if section != nil && file.LinesOf(section.Heading).Contains(line.Start) {
			if o := outlined(all.Sections, section.Heading); o != nil {
				return sectionText(o, all.Level), section.Heading
			}
		}
	}
	if line.Start == first.Start || line.Start == 0 {
		line.End = line.Start + len(strings.TrimRight(file.Slice(line), "\r\n"))
		return fileText(file, in, all), line
	}
	return "", source.Span{}
}

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

func fileText(file *source.File, in *lint.Input, o *schema.Outline) string {
	lines, tokens := schema.Amount{Used: file.Lines()}, schema.Amount{}
	if o != nil {
		lines, tokens = o.Lines, o.Tokens
	} else if len(file.Text) <= source.MaxSize {
		tokens.Used = in.Counter.Count(file.Text)
	} else {
		return "lines " + report.Measure(lines)
	}
	text := fmt.Sprintf("lines %s\ntokens %s (%s)", report.Measure(lines), report.Measure(tokens), in.Counter.Name())
	if o != nil && o.Characters.Limit > 0 {
		text += "\ncharacters " + report.Measure(o.Characters)
	}
	return text
}

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
