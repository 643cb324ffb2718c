package jsondoc

import (
	"errors"
	"fmt"
	"strings"

	"mdck/mdcheckpoint/source"
)

// Set returns the edit that sets the value at path to json, or none if the values are equal. If only
// the last key is missing, Set adds it. Errors wrap a [*source.Error]; for invalid json, its position
// is in json.
//
// Edits of one document can be applied together. [source.Apply] refuses edits that overlap, but
// accepts two edits that add the same key.
func (d *Document) Set(json string, path ...string) ([]source.Edit, error) {
	v, err := parseNew(json)
	if err != nil {
		return nil, err
	}
	if old := d.Root.Get(path...); old != nil {
		if old.equal(v) {
			return nil, nil
		}
		return d.accept(d.replace(v, path))
	}
	last := len(path) - 1
	object, err := d.resolve(path[:last], Object)
	if err != nil {
		return nil, err
	}
	key := path[last]
	if source.InvalidUTF8(key) >= 0 {
		return nil, d.File.Errorf(object.Span.Start, "key %q: %w", key, ErrNotUTF8)
	}
	return d.accept(d.insert(&Value{Kind: Object, Members: []Member{{Key: key, Value: v}}}, path[:last]))
}

// Append returns the edit that adds json, such as "1, 2", to the array at path. A missing array is
// an error.
func (d *Document) Append(json string, path ...string) ([]source.Edit, error) {
	added, err := parseNew("[" + json + "]")
	if err != nil {
		return nil, err
	}
	if _, err := d.resolve(path, Array); err != nil {
		return nil, err
	}
	return d.accept(d.insert(added, path))
}

// Remove returns the edit that removes the member or element at path, or none if it is missing. An
// empty path is an error.
func (d *Document) Remove(path ...string) ([]source.Edit, error) {
	last := len(path) - 1
	if last < 0 {
		return nil, d.File.Errorf(d.Root.Span.Start, "the value of a document cannot be removed")
	}
	in := d.Root.Get(path[:last]...)
	switch {
	case in == nil:
		return nil, nil
	case in.Kind&(Object|Array) == 0:
		return nil, d.notIn(in, path[:last], Object|Array)
	}
	if at := in.find(path[last]); at >= 0 {
		return []source.Edit{in.cut(at, at+1)}, nil
	}
	return nil, nil
}

// Filter returns the edits that remove the elements of the array at path for which keep returns
// false.
func (d *Document) Filter(keep func(*Value) bool, path ...string) (edits []source.Edit) {
	v := d.Root.Get(path...)
	if v == nil {
		return nil
	}
	for i := 0; i < len(v.Elements); i++ {
		first := i
		for i < len(v.Elements) && !keep(v.Elements[i]) {
			i++
		}
		if i > first {
			edits = append(edits, v.cut(first, i))
		}
	}
	return edits
}

// cut removes the items first to next-1 of v, with their commas.
func (v *Value) cut(first, next int) source.Edit {
	switch {
	case next-first == v.size():
		return source.Replace(v.Span, brackets(v.Kind))
	case first == 0:
		return source.Edit{Span: source.Between(v.itemSpan(0).Start, v.itemSpan(next).Start)}
	}
	return source.Edit{Span: source.Between(v.itemSpan(first-1).End, v.itemSpan(next-1).End)}
}

func parseNew(json string) (*Value, error) {
	d, err := Parse("", json)
	if err != nil {
		return nil, fmt.Errorf("new value: %w", err)
	}
	return d.Root, nil
}

func (d *Document) resolve(path []string, want Kind) (*Value, error) {
	v := d.Root
	for i, key := range path {
		if v.Kind&(Object|Array) == 0 {
			return nil, d.notIn(v, path[:i], Object|Array)
		}
		next := v.child(key)
		if next == nil {
			return nil, d.File.Errorf(v.Span.Start, "missing key %q", strings.Join(path[:i+1], "."))
		}
		v = next
	}
	if v.Kind != want {
		return nil, d.notIn(v, path, want)
	}
	return v, nil
}

func (d *Document) notIn(v *Value, path []string, want Kind) error {
	name := "the document"
	if len(path) > 0 {
		name = fmt.Sprintf("%q", strings.Join(path, "."))
	}
	return d.File.Errorf(v.Span.Start, "%s is %s; expected %s", name, v.Kind.article(), want.article())
}

func (d *Document) accept(e source.Edit) ([]source.Edit, error) {
	text := d.File.Text[:e.Span.Start] + e.New + d.File.Text[e.Span.End:]
	if _, err := limited(source.NewFile(d.File.Name, text)); err != nil {
		return nil, d.File.Errorf(e.Span.Start, "with the new value: %w", errors.Unwrap(err))
	}
	return []source.Edit{e}, nil
}
