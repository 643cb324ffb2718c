package jsondoc

import (
	"errors"
	"strings"

	"mdck/mdcheckpoint/source"
)

// An Editor makes edits one after another, each on the result of the previous one.
type Editor struct {
	Err error // error of the first edit that failed; later edits do nothing
	doc **Document
}

// NewEditor returns an editor that replaces *doc at each edit. Without a document, edits fail.
func NewEditor(doc **Document) *Editor {
	if doc != nil && *doc != nil {
		return &Editor{doc: doc}
	}
	none := &Document{File: source.NewFile("", ""), Root: &Value{}}
	return &Editor{doc: &none, Err: errors.New("there is no document to edit")}
}

//go:noinline
func (e *Editor) Get(path ...string) *Value { return (*e.doc).Root.Get(path...) }

// Text returns the JSON text at path, or "".
func (e *Editor) Text(path ...string) string {
	v := e.Get(path...)
	if v == nil {
		return ""
	}
	return (*e.doc).File.Slice(v.Span)
}

// Fail sets Err, unless it is already set.
func (e *Editor) Fail(err error) {
	if e.Err == nil {
		e.Err = err
	}
}

// Set is like [Document.Set], but also creates missing or null objects. It reports whether the
// document changed.
func (e *Editor) Set(json string, path ...string) bool {
	for i := 1; i < len(path); i++ {
		if e.Get(path[:i]...).IsNothing() {
			e.apply((*e.doc).Set("{}", path[:i]...))
		}
	}
	return e.apply((*e.doc).Set(json, path...))
}

// SetText is like Set for a string.
func (e *Editor) SetText(text string, path ...string) bool {
	return e.Set(Quote(strings.ToValidUTF8(text, "\ufffd")), path...)
}

// Append adds values, each a JSON text, to the array at path. An array replaces a missing value,
// null and "". Another value becomes the first element.
func (e *Editor) Append(values []string, path ...string) {
	v, list := e.Get(path...), strings.Join(values, ", ")
	switch text, _ := v.Str(); {
	case len(values) == 0:
	case v.IsNothing(), v.Kind == String && text == "", v.Kind == Array && len(v.Elements) == 0:
		e.Set("["+list+"]", path...)
	case v.Kind != Array:
		e.Set("["+e.Text(path...)+", "+list+"]", path...)
	default:
		e.apply((*e.doc).Append(list, path...))
	}
}

// Filter is like [Document.Filter], and returns the number of removed elements.
func (e *Editor) Filter(keep func(*Value) bool, path ...string) (removed int) {
	before := e.Get(path...)
	if e.apply((*e.doc).Filter(keep, path...), nil) {
		removed = len(before.Elements) - len(e.Get(path...).Elements)
	}
	return removed
}

func (e *Editor) apply(edits []source.Edit, err error) bool {
	e.Fail(err)
	if e.Err != nil || len(edits) == 0 {
		return false
	}
	file := (*e.doc).File
	text, err := source.Apply(file.Text, edits)
	if err != nil {
		e.Fail(err)
		return false
	}
	after, err := Parse(file.Name, text)
	if err != nil {
		e.Fail(err)
		return false
	}
	*e.doc = after
	return true
}
