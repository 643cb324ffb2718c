package jsondoc

import (
	"errors"
	"strings"

	"mdck/mdcheckpoint/source"
)

// An Editor makes several edits of a document, each on the result of those before it. No
// byte changes that an edit does not name.
type Editor struct {
	Err error // of the first edit that failed; those after it do nothing
	doc **Document
}

// NewEditor returns an editor of *doc, which each edit replaces. Without a document, every edit
// fails.
func NewEditor(doc **Document) *Editor {
	if doc != nil && *doc != nil {
		return &Editor{doc: doc}
	}
	none := &Document{File: source.NewFile("", ""), Root: &Value{}}
	return &Editor{doc: &none, Err: errors.New("there is no document to edit")}
}

// Get returns the value at path as it is now; nil if there is none.
func (e *Editor) Get(path ...string) *Value { return (*e.doc).Root.Get(path...) }

// Text returns the value at path as it is spelled now; "" if there is none.
func (e *Editor) Text(path ...string) string {
	v := e.Get(path...)
	if v == nil {
		return ""
	}
	return (*e.doc).File.Slice(v.Span)
}

// Fail makes err the error of e unless it has one.
func (e *Editor) Fail(err error) {
	if e.Err == nil {
		e.Err = err
	}
}

// Set is [Document.Set], and creates the objects on the way that are missing or null. It
// reports whether the document changed.
func (e *Editor) Set(json string, path ...string) bool {
	for i := 1; i < len(path); i++ {
		if e.Get(path[:i]...).IsNothing() {
			e.apply((*e.doc).Set("{}", path[:i]...))
		}
	}
	return e.apply((*e.doc).Set(json, path...))
}

// SetText is Set of a string.
func (e *Editor) SetText(text string, path ...string) bool {
	return e.Set(Quote(strings.ToValidUTF8(text, "\ufffd")), path...)
}

// Append puts what values spell after the elements of the array at path. If there is none,
// it is created; another value that is neither null nor empty becomes its first element.
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

// Filter is [Document.Filter], and returns how many elements it removed.
func (e *Editor) Filter(keep func(*Value) bool, path ...string) (removed int) {
	before := e.Get(path...)
	if e.apply((*e.doc).Filter(keep, path...), nil) {
		removed = len(before.Elements) - len(e.Get(path...).Elements)
	}
	return removed
}

// apply makes edits of the document, and reads the result.
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
