package report

import (
	"errors"
	"strings"
	"testing"
)

// TestList states the law of a list: it is what Indented prints of all its elements.
func TestList(t *testing.T) {
	type row struct {
		Name string         `json:"name"`
		More map[string]int `json:"more,omitempty"`
		List []string       `json:"list"`
	}
	rows := []any{row{Name: "<a> & \u2028\x7f\u009b\u202e\U000e0041"}, row{More: map[string]int{"x": 1}, List: []string{}}, row{List: []string{"b", "\n"}}, 7, "s", nil, []int{1}}
	for n := range len(rows) + 1 {
		var got, want strings.Builder
		l := NewList(&got)
		for _, r := range rows[:n] {
			e, err := Element(r)
			if err = errors.Join(err, l.Add(e)); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(l.End(), Indented(&want, append([]any{}, rows[:n]...))); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("%d elements: got\n%s\nwant\n%s", n, got.String(), want.String())
		}
	}
}

// TestElementRefuses checks that what is no JSON is an error.
func TestElementRefuses(t *testing.T) {
	if _, err := Element(func() {}); err == nil {
		t.Error("a function is an element")
	}
}
