package settings

import (
	"cmp"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// An item is a member or an element of a container. The span of a member begins
// at its key.
type item struct {
	span  source.Span
	value *jsondoc.Value
}

func items(v *jsondoc.Value) []item {
	var all []item
	for _, m := range v.Members {
		all = append(all, item{source.Span{Start: m.KeySpan.Start, End: m.Value.Span.End}, m.Value})
	}
	for _, e := range v.Elements {
		all = append(all, item{e.Span, e})
	}
	return all
}

// A cut takes values out of a File, with the containers that get empty by it,
// unless the user had made them.
type cut struct {
	file  *File
	drop  map[*jsondoc.Value]bool // what goes; grows from the inside to the outside
	edits []source.Edit
}

// cut takes the dropped handlers out.
func (f *File) cut(drop map[*jsondoc.Value]bool) []source.Edit {
	if len(drop) == 0 {
		return nil
	}
	c := &cut{file: f, drop: drop}
	for _, g := range f.groups() {
		if list := g.value.Get("hooks"); c.from(list) {
			c.drop[g.value] = true
		}
	}
	for _, m := range f.hooks.Members {
		if c.from(m.Value) && !c.restored(m.Value) {
			c.drop[m.Value] = true
		}
	}
	if c.from(f.hooks) && !c.restored(f.hooks) {
		c.drop[f.hooks] = true
	}
	if root := f.doc.Root; c.from(root) && !c.restored(root) {
		c.edits = append(c.edits, source.Edit{Span: source.Span{Start: root.Span.Start + 1, End: root.Span.End - 1}})
	}
	return c.edits
}

// from takes the dropped items out of v, each with a comma, if others stay, and reports
// whether none does.
func (c *cut) from(v *jsondoc.Value) (emptied bool) {
	if v == nil {
		return false
	}
	all := items(v)
	first := slices.IndexFunc(all, func(it item) bool { return !c.drop[it.value] })
	if first < 0 {
		return len(all) > 0
	}
	if first > 0 {
		c.edits = append(c.edits, source.Edit{Span: source.Span{Start: all[0].span.Start, End: all[first].span.Start}})
	}
	for i := first + 1; i < len(all); i++ {
		if c.drop[all[i].value] {
			c.edits = append(c.edits, source.Edit{Span: source.Span{Start: all[i-1].span.End, End: all[i].span.End}})
		}
	}
	return false
}

// restored makes of v, all of whose items go, the empty container that it was
// before Install, if that had found one.
func (c *cut) restored(v *jsondoc.Value) bool {
	all, text := items(v), c.file.doc.File.Text
	start, last := v.Span.Start+1, all[len(all)-1].span.End
	lead, rest := text[start:all[0].span.Start], text[last:v.Span.End-1]
	eol := lineBreak(lead)
	switch {
	case lead == " ":
	case eol != "" && strings.HasPrefix(lead, eol+eol):
		if tail := eol + c.file.indent(v.Span.Start); strings.HasPrefix(rest, tail) {
			last += len(tail)
		}
	default:
		return false
	}
	c.edits = append(c.edits, source.Edit{Span: source.Span{Start: start, End: last}})
	return true
}

// marked makes of the edit that puts a first item into the empty v one that keeps
// what stands in v, and that restored knows again.
func (f *File) marked(v *jsondoc.Value, e source.Edit) source.Edit {
	inner := e.New[1 : len(e.New)-1]
	if plain := v == f.doc.Root && v.Span.Len() == 2; !plain {
		inner = cmp.Or(lineBreak(inner), " ") + inner // by which it is known
	}
	at := v.Span.Start + 1
	return source.Edit{Span: source.Span{Start: at, End: at}, New: inner}
}

// lineBreak is the line break that s begins with, or "".
func lineBreak(s string) string {
	for _, eol := range [...]string{"\r\n", "\n"} {
		if strings.HasPrefix(s, eol) {
			return eol
		}
	}
	return ""
}

// indent is the white space that the line of offset begins with.
func (f *File) indent(offset int) string {
	file := f.doc.File
	line := file.Text[file.LineSpan(file.Line(offset)).Start:offset]
	line = strings.TrimPrefix(line, "\ufeff")
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
