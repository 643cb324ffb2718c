package report

import (
	"bytes"
	"io"
)

// A Long prints an object of JSON one member of which is a long array: its elements are
// printed as they come, with the bytes that [Indented] has for the whole. Make one with
// [NewLong]; nothing is printed before the first element or the end.
type Long struct {
	w    io.Writer
	head any
	name string
	list *List
}

// NewLong is an object that is printed to w: the members of head, of which there is one at
// least, and then the array called name.
func NewLong(w io.Writer, head any, name string) *Long { return &Long{w: w, head: head, name: name} }

// Add prints an element of the array.
func (l *Long) Add(v any) error {
	if err := l.begin(); err != nil {
		return err
	}
	element, err := elementAt(v, l.list.indent)
	if err != nil {
		return err
	}
	return l.list.Add(element)
}

// End prints the end of the array, the members of tail, of which there is one at least,
// and the end of the object. A nil tail has none.
func (l *Long) End(tail any) error {
	if err := l.begin(); err != nil {
		return err
	}
	if err := l.list.close(); err != nil {
		return err
	}
	rest := []byte("\n}\n")
	if tail != nil {
		var b bytes.Buffer
		if err := Indented(&b, tail); err != nil {
			return err
		}
		rest = append([]byte(","), bytes.TrimPrefix(b.Bytes(), []byte("{"))...)
	}
	_, err := l.w.Write(rest)
	return err
}

// begin prints what stands before the array, once.
func (l *Long) begin() error {
	if l.list != nil {
		return nil
	}
	l.list = &List{w: l.w, indent: "  "}
	var b bytes.Buffer
	if err := Indented(&b, l.head); err != nil {
		return err
	}
	head := append(bytes.TrimSuffix(b.Bytes(), []byte("\n}\n")), ",\n  \""+l.name+"\": "...)
	_, err := l.w.Write(head)
	return err
}
