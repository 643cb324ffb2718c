package report

import (
	"errors"
	"strings"
	"testing"
)

// TestLong states the law of a long object: it is what Indented prints of the whole, with
// a tail or without.
func TestLong(t *testing.T) {
	type head struct {
		Version int `json:"version"`
	}
	type tail struct {
		Files []string `json:"files"`
	}
	elements := []any{map[string]any{"a": []int{1}, "b": map[string]int{}}, "\u202e", 7}
	for n := range len(elements) + 1 {
		part := append([]any{}, elements[:n]...)
		check(t, part, head{1}, nil, struct {
			head
			Rows []any `json:"rows"`
		}{head{1}, part})
		end := tail{[]string{"x", "y"}}
		check(t, part, head{1}, end, struct {
			head
			Rows []any `json:"rows"`
			tail
		}{head{1}, part, end})
	}
}

func check(t *testing.T, elements []any, head, tail, whole any) {
	t.Helper()
	var got, want strings.Builder
	l := NewLong(&got, head, "rows")
	var err error
	for _, e := range elements {
		err = errors.Join(err, l.Add(e))
	}
	if err = errors.Join(err, l.End(tail), Indented(&want, whole)); err != nil {
		t.Fatal(err)
	}
	if got.String() != want.String() {
		t.Errorf("%d elements: got\n%s\nwant\n%s", len(elements), got.String(), want.String())
	}
}
