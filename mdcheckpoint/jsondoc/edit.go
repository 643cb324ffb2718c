package jsondoc

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// Set makes the edit that gives the value at path the value that json spells.
// A last key that its object does not have is put behind the others. There is
// no edit if an equal value stands there; the order of keys and white space
// make no difference to that, the spelling of a number does.
//
// The value is laid out like the rest of the document, its numbers and strings
// are spelled as in json. A path through something that is neither object nor
// element of an array is a [*source.Error] at that value; so is a result that
// [Parse] would find too deep or too large. An error of json itself is one of
// Parse, with the place in json.
//
// Spans are those of the document as it was parsed. Edits of one document may
// be applied together: two of the same place, or two that would need each
// other, overlap, which [source.Apply] refuses. The one exception is a missing
// key that is set twice.
func (d *Document) Set(json string, path ...string) ([]source.Edit, error) {
	v, err := parseNew(json)
	if err != nil {
		return nil, err
	}
	if old := d.Root.Get(path...); old != nil {
		if old.equal(v) {
			return nil, nil
		}
		return d.accept(d.replace(v, path), len(path)+v.depth())
	}
	last := len(path) - 1
	object, err := d.resolve(path[:last])
	if err != nil {
		return nil, err
	}
	key := path[last]
	switch {
	case object.Kind == Array:
		return nil, d.File.Errorf(object.Span.Start, "no element %q in an array of %d", key, object.size())
	case object.Kind != Object:
		return nil, d.notIn(object, path[:last], Object)
	case source.InvalidUTF8(key) >= 0:
		return nil, d.File.Errorf(object.Span.Start, "key %q: %w", key, ErrNotUTF8)
	}
	m := Member{Key: key, Value: v}
	return d.accept(d.insert(object, path[:last], m), len(path)+v.depth())
}

// Append makes the edit that puts the value that json spells behind the last
// element of the array at path. Errors and layout are those of [Document.Set];
// a path that leads nowhere is an error as well.
func (d *Document) Append(json string, path ...string) ([]source.Edit, error) {
	return d.appendAll([]string{json}, path)
}

// appendAll is Append of several values, of which there is one at least.
func (d *Document) appendAll(values, path []string) ([]source.Edit, error) {
	var items []Member
	depth := 0
	for _, json := range values {
		v, err := parseNew(json)
		if err != nil {
			return nil, err
		}
		items, depth = append(items, Member{Value: v}), max(depth, v.depth())
	}
	array, err := d.resolve(path)
	if err != nil {
		return nil, err
	}
	if array.Kind != Array {
		return nil, d.notIn(array, path, Array)
	}
	return d.accept(d.insert(array, path, items...), len(path)+1+depth)
}

// Remove makes the edit that takes out the member or element that path leads
// to, together with its comma and the line it has for itself. There is no edit
// if it is not there. A path through something that is neither object nor array
// is an error, and so is the empty path: a text has a value.
func (d *Document) Remove(path ...string) ([]source.Edit, error) {
	if len(path) == 0 {
		return nil, d.File.Errorf(d.Root.Span.Start, "the value of a document cannot be removed")
	}
	v := d.Root
	for i, key := range path {
		if v.Kind&(Object|Array) == 0 {
			return nil, d.notIn(v, path[:i], Object|Array)
		}
		at := v.find(key)
		if at < 0 {
			return nil, nil
		}
		if i == len(path)-1 {
			return []source.Edit{d.without(v, at)}, nil
		}
		v = v.item(at)
	}
	return nil, nil
}

// without takes out item i of v. With the last one go the braces, which are
// written anew: so the edit overlaps those of what stood in it.
func (d *Document) without(v *Value, i int) source.Edit {
	item := v.itemSpan(i)
	switch {
	case v.size() == 1:
		return source.Edit{Span: v.Span, New: brackets(v.Kind)}
	case i == 0:
		return source.Edit{Span: source.Span{Start: item.Start, End: v.itemSpan(1).Start}}
	default:
		return source.Edit{Span: source.Span{Start: v.itemSpan(i - 1).End, End: item.End}}
	}
}

// Filter makes the edits that remove those elements of the array at path that are not to be
// kept. If there is no array, there are none.
func (d *Document) Filter(keep func(*Value) bool, path ...string) (edits []source.Edit) {
	v := d.Root.Get(path...)
	if v == nil || v.Kind != Array || !slices.ContainsFunc(v.Elements, func(e *Value) bool { return !keep(e) }) {
		return nil
	}
	if !slices.ContainsFunc(v.Elements, keep) {
		return []source.Edit{{Span: v.Span, New: brackets(Array)}}
	}
	for i := 0; i < len(v.Elements); i++ {
		first := i
		for i < len(v.Elements) && !keep(v.Elements[i]) {
			i++
		}
		if i > first {
			edits = append(edits, source.Edit{Span: v.run(first, i)})
		}
	}
	return edits
}

// run returns the span of the elements from first to before next, with the commas that go
// with them. At least one other element stays.
func (v *Value) run(first, next int) source.Span {
	if first > 0 {
		return source.Span{Start: v.Elements[first-1].Span.End, End: v.Elements[next-1].Span.End}
	}
	return source.Span{Start: v.Elements[0].Span.Start, End: v.Elements[min(next, len(v.Elements)-1)].Span.Start}
}

// parseNew reads a value that is to be written.
func parseNew(json string) (*Value, error) {
	d, err := Parse("", json)
	if err != nil {
		return nil, fmt.Errorf("new value: %w", err)
	}
	return d.Root, nil
}

// resolve is Get that tells why it finds nothing.
func (d *Document) resolve(path []string) (*Value, error) {
	v := d.Root
	for i, key := range path {
		if v.Kind&(Object|Array) == 0 {
			return nil, d.notIn(v, path[:i], Object|Array)
		}
		next := v.child(key)
		if next == nil {
			return nil, d.File.Errorf(v.Span.Start, "no %q", strings.Join(path[:i+1], "."))
		}
		v = next
	}
	return v, nil
}

func (d *Document) notIn(v *Value, path []string, want Kind) error {
	name := "the document"
	if len(path) > 0 {
		name = fmt.Sprintf("%q", strings.Join(path, "."))
	}
	return d.File.Errorf(v.Span.Start, "%s is %s, want %s", name, v.Kind.article(), want.article())
}

// accept gives e as the only edit if the result is not too large and its levels and
// values, those that e replaces included, are not too many.
func (d *Document) accept(e source.Edit, levels int) ([]source.Edit, error) {
	if levels > MaxDepth {
		return nil, d.File.Errorf(e.Span.Start, "%w: %d levels with the new value, want at most %d", ErrTooDeep, levels, MaxDepth)
	}
	if size := len(d.File.Text) - e.Span.Len() + len(e.New); size > MaxSize {
		return nil, d.File.Errorf(e.Span.Start, "%w: %d bytes with the new value, want at most %d", ErrTooLarge, size, MaxSize)
	}
	if n := scan(d.File.Text).values + scan(e.New).values - 1; n > MaxValues {
		return nil, d.File.Errorf(e.Span.Start, "%w: %d values with the new one, want at most %d", ErrTooMany, n, MaxValues)
	}
	return []source.Edit{e}, nil
}
