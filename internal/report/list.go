package report

import (
	"bytes"
	"encoding/json"
	"io"
)

// A List prints an array of JSON element by element, with the bytes that [Indented]
// has for all of them. Make one with [NewList].
type List struct {
	w    io.Writer
	some bool
}

// NewList is an array that is printed to w.
func NewList(w io.Writer) *List { return &List{w: w} }

// Element is v as [List.Add] takes it.
func Element(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("  ", "  ")
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Add prints an element.
func (l *List) Add(element []byte) error {
	before := "[\n  "
	if l.some {
		before = ",\n  "
	}
	l.some = true
	if _, err := io.WriteString(l.w, before); err != nil {
		return err
	}
	_, err := l.w.Write(element)
	return err
}

// End prints the end of the array, to which nothing is added any more.
func (l *List) End() error {
	end := "[]\n"
	if l.some {
		end = "\n]\n"
	}
	_, err := io.WriteString(l.w, end)
	return err
}
