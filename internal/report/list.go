package report

import (
	"bytes"
	"io"

	"mdck/mdcheckpoint/jsondoc"
)

// A List prints an array of JSON element by element, with the bytes that [Indented]
// has for all of them. Make one with [NewList].
type List struct {
	w      io.Writer
	indent string // of the line that the array begins in
	some   bool
}

// NewList is an array that is printed to w.
func NewList(w io.Writer) *List { return &List{w: w} }

// Element is v as [List.Add] takes it.
func Element(v any) ([]byte, error) { return elementAt(v, "") }

// elementAt is v as an element of an array in a line of that indent.
func elementAt(v any, indent string) ([]byte, error) {
	text, err := jsondoc.Encode(v, indent+"  ", "  ")
	return bytes.TrimSuffix(text, []byte("\n")), err
}

// Add prints an element.
func (l *List) Add(element []byte) error {
	before := "[\n  "
	if l.some {
		before = ",\n  "
	}
	l.some = true
	if _, err := io.WriteString(l.w, before+l.indent); err != nil {
		return err
	}
	_, err := l.w.Write(element)
	return err
}

// End prints the end of the array, to which nothing is added any more.
func (l *List) End() error {
	if err := l.close(); err != nil {
		return err
	}
	_, err := io.WriteString(l.w, "\n")
	return err
}

// close is End without the end of the line.
func (l *List) close() error {
	end := "[]"
	if l.some {
		end = "\n" + l.indent + "]"
	}
	_, err := io.WriteString(l.w, end)
	return err
}
