package jsondoc

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// A style is the layout of a document, for new values.
type style struct {
	eol   string // line ending
	unit  string // indentation of a level
	colon string // text between a key and its value
	gap   string // text after a comma, if the next item is on the same line

	// Whether each item is on its own line: in objects, in arrays of scalars, in other arrays.
	objects, lists, others bool
}

func (d *Document) replace(v *Value, path []string) source.Edit {
	s := d.style()
	old := d.Root.Get(path...)
	open := s.expands(v) && (len(path) == 0 || d.expanded(d.Root.Get(path[:len(path)-1]...)))
	if old.Kind == v.Kind && (old.size() > 0 || d.expanded(old)) {
		open = d.expanded(old)
	}
	return source.Replace(old.Span, s.print(v, d.indent(old.Span.Start), open))
}

// insert returns the edit that adds the items of added to the value at path. Two such edits of an
// empty value overlap.
func (d *Document) insert(added *Value, path []string) source.Edit {
	v := d.Root.Get(path...)
	last := v.size() - 1
	if last < 0 {
		return d.replace(added, path)
	}
	s := d.style()
	separator := d.separator(v, s)
	indent, open := d.indent(v.Span.Start), d.expanded(v.item(last))
	lineBreak := strings.LastIndexByte(separator, '\n')
	if lineBreak >= 0 {
		indent = blanks(separator[lineBreak+1:])
	}
	var b strings.Builder
	for i := range added.size() {
		item := added.item(i)
		b.WriteString(separator + s.key(added, i))
		s.write(&b, item, indent, lineBreak < 0 && open || lineBreak >= 0 && s.expands(item))
	}
	end := v.itemSpan(last).End
	return source.Insert(end, b.String())
}

// separator returns the text between the last two items of v, without blank lines.
func (d *Document) separator(v *Value, s style) string {
	last := v.size() - 1
	start := v.itemSpan(last).Start
	if last > 0 {
		between := d.File.Text[v.itemSpan(last-1).End:start]
		before, after, _ := strings.Cut(between, ",")
		return lastBreak(before) + "," + lastBreak(after)
	}
	lead := lastBreak(d.File.Text[v.Span.Start+1 : start])
	if lead == "" {
		lead = s.gap
	}
	return "," + lead
}

func lastBreak(space string) string {
	i := strings.LastIndexByte(space, '\n')
	if i > 0 && space[i-1] == '\r' {
		i--
	}
	return space[max(i, 0):]
}

func (d *Document) style() style {
	open := d.Root.size() == 0 || d.expanded(d.Root)
	s := style{eol: d.File.EOL(), objects: open, lists: open, others: open, unit: "  ", colon: ": "}
	indented, keyed := false, false
	d.Root.walk(func(v *Value) {
		if v.size() == 0 {
			return
		}
		*s.expansion(v) = d.expanded(v)
		if !indented && d.expanded(v) {
			if unit, ok := strings.CutPrefix(d.indent(v.itemSpan(0).Start), d.indent(v.Span.Start)); ok {
				s.unit, indented = unit, true
			}
		}
		if colon, ok := d.colonOf(v); ok && !keyed {
			s.colon, keyed = colon, true
		}
	})
	_, s.gap, _ = strings.Cut(s.colon, ":")
	return s
}

func (d *Document) colonOf(v *Value) (string, bool) {
	if len(v.Members) == 0 {
		return "", false
	}
	m := v.Members[len(v.Members)-1]
	colon := d.File.Text[m.KeySpan.End:m.Value.Span.Start]
	return colon, !strings.ContainsAny(colon, "\r\n")
}

func (d *Document) expanded(v *Value) bool {
	end := v.Span.End
	if v.size() > 0 {
		end = v.itemSpan(0).Start
	}
	return strings.Contains(d.File.Text[v.Span.Start:end], "\n")
}

func (d *Document) indent(offset int) string {
	before := strings.TrimPrefix(d.File.Text[:offset], bom)
	return blanks(before[strings.LastIndexByte(before, '\n')+1:])
}

func blanks(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, " \t"))]
}

func (v *Value) walk(do func(*Value)) {
	do(v)
	for i := range v.size() {
		v.item(i).walk(do)
	}
}

func (s *style) expansion(v *Value) *bool {
	if v.Kind == Object {
		return &s.objects
	}
	for _, e := range v.Elements {
		if e.Kind&(Object|Array) != 0 {
			return &s.others
		}
	}
	return &s.lists
}

func (s *style) expands(v *Value) bool { return *s.expansion(v) }

// print returns v as JSON for a line with this indentation. open gives each item its own line.
func (s *style) print(v *Value, indent string, open bool) string {
	var b strings.Builder
	s.write(&b, v, indent, open)
	return b.String()
}

func (v *Value) spelling() string {
	if v == nil {
		return "null"
	}
	return v.text
}

func (s *style) write(b *strings.Builder, v *Value, indent string, open bool) {
	if v == nil || v.Kind&(Object|Array) == 0 {
		b.WriteString(v.spelling())
		return
	}
	pair, inner := brackets(v.Kind), indent+s.unit
	b.WriteString(pair[:1])
	for i := range v.size() {
		if b.Len() > MaxSize {
			return // the result will be refused, and deep indentation could exhaust memory
		}
		switch {
		case open && i > 0:
			b.WriteString("," + s.eol + inner)
		case open:
			b.WriteString(s.eol + inner)
		case i > 0:
			b.WriteString("," + s.gap)
		}
		b.WriteString(s.key(v, i))
		s.write(b, v.item(i), inner, open && s.expands(v.item(i)))
	}
	if open && v.size() > 0 {
		b.WriteString(s.eol + indent)
	}
	b.WriteString(pair[1:])
}

func (s *style) key(v *Value, i int) string {
	if v.Kind == Array {
		return ""
	}
	return Quote(v.Members[i].Key) + s.colon
}

func brackets(k Kind) string {
	if k == Object {
		return "{}"
	}
	return "[]"
}
