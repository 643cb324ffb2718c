package source

import (
	"fmt"
	"slices"
	"sort"
)

// An Edit replaces the bytes in Span with New. An empty Span inserts.
type Edit struct {
	Span Span
	New  string
}

// Insert returns an edit that inserts text at the offset at.
func Insert(at int, text string) Edit { return Replace(Between(at, at), text) }

// Replace returns an edit that puts text in the place of span.
func Replace(span Span, text string) Edit { return Edit{Span: span, New: text} }

// An EditError explains why a set of edits cannot be applied.
type EditError struct {
	Edit   Edit
	Reason string
}

func (e *EditError) Error() string {
	return fmt.Sprintf("edit of bytes %d to %d is %s", e.Edit.Span.Start, e.Edit.Span.End, e.Reason)
}

// Apply applies all edits to text, or none. Edits that overlap or are outside of text are an
// [*EditError]. Spans refer to the original text. Insertions at one place keep their order, and
// precede a replacement there.
func Apply(text string, edits []Edit) (string, error) {
	if len(edits) == 0 {
		return text, nil
	}
	sorted := slices.Clone(edits)
	sort.SliceStable(sorted, func(i, j int) bool { return compare(sorted[i], sorted[j]) < 0 })
	size, next := len(text), 0
	for _, e := range sorted {
		switch {
		case e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(text):
			return "", &EditError{Edit: e, Reason: "outside the text"}
		case e.Span.Start < next:
			return "", &EditError{Edit: e, Reason: "overlapping an earlier edit"}
		}
		next = e.Span.End
		size += len(e.New) - e.Span.Len()
	}
	out, next := make([]byte, 0, size), 0
	for _, e := range sorted {
		out = append(out, text[next:e.Span.Start]...)
		out = append(out, e.New...)
		next = e.Span.End
	}
	return string(append(out, text[next:]...)), nil
}

func compare(a, b Edit) int {
	if a.Span.Start != b.Span.Start {
		return a.Span.Start - b.Span.Start
	}
	return a.Span.End - b.Span.End
}
