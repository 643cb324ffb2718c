package settings

import (
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// items returns the spans of the members or elements of v. That of a member begins at its key.
func items(v *jsondoc.Value) []source.Span {
	var all []source.Span
	for _, m := range v.Members {
		all = append(all, source.Span{Start: m.KeySpan.Start, End: m.Value.Span.End})
	}
	for _, e := range v.Elements {
		all = append(all, e.Span)
	}
	return all
}

// remove returns text without the handler at path, and without the containers that it leaves
// empty, unless the user made them.
func remove(name, text string, path []string) (string, error) {
	f, err := Parse(name, text)
	if err != nil {
		return "", err
	}
	edits, err := f.removal(path)
	if err != nil {
		return "", err
	}
	return source.Apply(text, edits)
}

func (f *File) removal(path []string) ([]source.Edit, error) {
	parent := f.doc.Root.Get(path[:len(path)-1]...)
	switch n := len(path); {
	case len(items(parent)) > 1:
		return f.doc.Remove(path...)
	case n == handlerDepth:
		return f.removal(path[:groupDepth])
	default:
		if e, ok := f.restored(parent); ok {
			return []source.Edit{e}, nil
		}
		if n == 1 {
			return []source.Edit{{Span: source.Span{Start: parent.Span.Start + 1, End: parent.Span.End - 1}}}, nil
		}
		return f.removal(path[:n-1])
	}
}

// restored makes of v, which has one item, the empty container that it was before Install,
// if that had found one.
func (f *File) restored(v *jsondoc.Value) (e source.Edit, ok bool) {
	item, text := items(v)[0], f.doc.File.Text
	start, last := v.Span.Start+1, item.End
	lead, rest := text[start:item.Start], text[last:v.Span.End-1]
	eol := lineBreak(lead)
	switch {
	case lead == " ":
	case eol != "" && strings.HasPrefix(lead, eol+eol):
		if tail := eol + f.indent(v.Span.Start); strings.HasPrefix(rest, tail) {
			last += len(tail)
		}
	default:
		return e, false
	}
	return source.Edit{Span: source.Span{Start: start, End: last}}, true
}

// marked makes of the edit that puts a first item into the empty v one that keeps
// what stands in v, and that restored knows again.
func (f *File) marked(v *jsondoc.Value, e source.Edit) source.Edit {
	inner := e.New[1 : len(e.New)-1]
	if plain := v == f.doc.Root && v.Span.Len() == 2; !plain {
		inner = mark(inner) + inner
	}
	at := v.Span.Start + 1
	return source.Edit{Span: source.Span{Start: at, End: at}, New: inner}
}

// mark is what tells an item in a container of the user by the way it begins.
func mark(inner string) string {
	if eol := lineBreak(inner); eol != "" {
		return eol
	}
	return " "
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
