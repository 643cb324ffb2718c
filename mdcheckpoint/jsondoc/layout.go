package jsondoc

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// A style is how a document is laid out, as far as new values need to know.
type style struct {
	eol   string // line ending
	unit  string // what a level is indented by
	colon string // between a key and its value, the colon included
	gap   string // behind a comma within a line

	// Whether objects, arrays of scalars and other arrays have a line for each
	// item. The one nearest to the end of the document decides.
	objects, lists, others bool
}

// replace makes the edit that puts v in the place of the value at path.
func (d *Document) replace(v *Value, path []string) source.Edit {
	s := d.style()
	old := d.Root.Get(path...)
	open := s.expands(v)
	if old.Kind == v.Kind && old.size() > 0 {
		open = d.expanded(old)
	} else if len(path) > 0 {
		open = open && d.expanded(d.Root.Get(path[:len(path)-1]...))
	}
	return source.Edit{Span: old.Span, New: s.print(v, d.indent(old.Span.Start), open)}
}

// insert makes the edit that puts items behind those of v, the value at path. Those of an
// array have no keys.
//
// An empty v is replaced: two insertions into nothing would both be made, and
// nothing would stand between them; two replacements overlap.
func (d *Document) insert(v *Value, path []string, items ...Member) source.Edit {
	s := d.style()
	n := v.size()
	if n == 0 {
		filled := &Value{Kind: v.Kind, Members: items}
		if v.Kind == Array {
			filled.Members = nil
			for _, m := range items {
				filled.Elements = append(filled.Elements, m.Value)
			}
		}
		return source.Edit{Span: v.Span, New: s.print(filled, d.indent(v.Span.Start), d.opens(v, filled, path, s))}
	}
	separator := d.separator(v, s)
	indent, open := d.indent(v.Span.Start), d.expanded(v.item(n-1))
	lineBreak := strings.LastIndexByte(separator, '\n')
	if lineBreak >= 0 {
		indent = blanks(separator[lineBreak+1:])
	}
	var b strings.Builder
	for _, m := range items {
		b.WriteString(separator)
		if v.Kind == Object {
			b.WriteString(Quote(m.Key) + s.colon)
		}
		s.write(&b, m.Value, indent, lineBreak < 0 && open || lineBreak >= 0 && s.expands(m.Value))
	}
	end := v.itemSpan(n - 1).End
	return source.Edit{Span: source.Span{Start: end, End: end}, New: b.String()}
}

// opens reports whether the empty value v at path, which becomes filled, gets a
// line for each item.
func (d *Document) opens(v, filled *Value, path []string, s style) bool {
	if strings.Contains(d.File.Slice(v.Span), "\n") || len(path) == 0 {
		return true
	}
	return s.expands(filled) && d.expanded(d.Root.Get(path[:len(path)-1]...))
}

// separator is what stands between the last two items of v, blank lines left
// out; if there is only one, what would stand there.
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

// lastBreak is the last line break of white space and what follows it, or all
// of it if there is none.
func lastBreak(space string) string {
	i := strings.LastIndexByte(space, '\n')
	if i > 0 && space[i-1] == '\r' {
		i--
	}
	return space[max(i, 0):]
}

// style looks at the whole document.
func (d *Document) style() style {
	open := d.Root.size() == 0 || d.expanded(d.Root)
	s := style{eol: d.File.EOL(), objects: open, lists: open, others: open}
	s.unit = d.first(d.unitOf, "  ")
	s.colon = d.first(d.colonOf, ": ")
	s.gap = behind(s.colon)
	d.Root.walk(func(v *Value) bool {
		if v.size() > 0 {
			*s.expansion(v) = d.expanded(v)
		}
		return true
	})
	return s
}

// first is what pick finds in the first value that it finds something in.
func (d *Document) first(pick func(*Value) (string, bool), otherwise string) string {
	found := otherwise
	d.Root.walk(func(v *Value) bool {
		text, ok := pick(v)
		if ok {
			found = text
		}
		return !ok
	})
	return found
}

// unitOf is what the items of v are indented by against v itself, if they have
// lines.
func (d *Document) unitOf(v *Value) (string, bool) {
	if !d.expanded(v) {
		return "", false
	}
	return strings.CutPrefix(d.indent(v.itemSpan(0).Start), d.indent(v.Span.Start))
}

// colonOf is what stands between the last key of v and its value, if that is on
// one line.
func (d *Document) colonOf(v *Value) (string, bool) {
	if len(v.Members) == 0 {
		return "", false
	}
	m := v.Members[len(v.Members)-1]
	colon := d.File.Text[m.KeySpan.End:m.Value.Span.Start]
	return colon, !strings.ContainsAny(colon, "\r\n")
}

// behind is the white space behind a colon, which may have some before it too.
func behind(colon string) string {
	_, space, _ := strings.Cut(colon, ":")
	return space
}

// expanded reports whether the first item of v begins a line.
func (d *Document) expanded(v *Value) bool {
	return v.size() > 0 && strings.Contains(d.File.Text[v.Span.Start:v.itemSpan(0).Start], "\n")
}

// indent is the white space that the line of offset begins with.
func (d *Document) indent(offset int) string {
	line := d.File.LineSpan(d.File.Line(offset))
	return blanks(strings.TrimPrefix(d.File.Text[line.Start:offset], bom))
}

// blanks is the beginning of s that is spaces and tabs.
func blanks(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, " \t"))]
}

// walk calls do for v and all in it, in the order of the text, until do returns
// false; it reports whether it never did.
func (v *Value) walk(do func(*Value) bool) bool {
	if !do(v) {
		return false
	}
	for i := range v.size() {
		if !v.item(i).walk(do) {
			return false
		}
	}
	return true
}

// expansion is the part of s that speaks of values like v.
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

// print spells v, whose first line is indented by indent. If open, its items
// get a line each, and those in them as s says.
func (s *style) print(v *Value, indent string, open bool) string {
	var b strings.Builder
	s.write(&b, v, indent, open)
	return b.String()
}

func (s *style) write(b *strings.Builder, v *Value, indent string, open bool) {
	if v.Kind&(Object|Array) == 0 {
		b.WriteString(v.text)
		return
	}
	pair, inner := brackets(v.Kind), indent+s.unit
	b.WriteString(pair[:1])
	for i := range v.size() {
		if b.Len() > MaxSize {
			return // is refused anyway, and deep indentation could fill the memory
		}
		switch {
		case open && i > 0:
			b.WriteString("," + s.eol + inner)
		case open:
			b.WriteString(s.eol + inner)
		case i > 0:
			b.WriteString("," + s.gap)
		}
		if v.Kind == Object {
			b.WriteString(Quote(v.Members[i].Key) + s.colon)
		}
		s.write(b, v.item(i), inner, open && s.expands(v.item(i)))
	}
	if open && v.size() > 0 {
		b.WriteString(s.eol + indent)
	}
	b.WriteString(pair[1:])
}

// brackets are those of an empty value of kind k.
func brackets(k Kind) string {
	if k == Object {
		return "{}"
	}
	return "[]"
}
