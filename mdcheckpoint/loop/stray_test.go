package loop

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

// TestStray checks that a change is not handed out if anything changed in it besides
// what was set: another value, a key that came, went or moved, an element of a list.
func TestStray(t *testing.T) {
	const text = `{"version": 2, "status": "a", "mine": {"x": 1, "y": 2}, "list": [{"n": 1}, {"n": 2}], "loop_state": {}}`
	for _, e := range []struct {
		old, new string
		set      []string // what the edit was for
		stray    string   // what changed besides; "" if nothing did
	}{
		{`"a"`, `"b"`, []string{"status"}, ""},
		{`"x": 1`, `"x": 3`, []string{"mine"}, ""},
		{`"x": 1`, `"x": 3`, []string{"mine", "x"}, ""},
		{`{"n": 1}`, `{"n": 3}`, []string{"list", "0", "n"}, ""},
		{`"y": 2`, `"y": 2, "z": 3`, []string{"mine", "z"}, ""},
		{`"a"`, `"b"`, []string{"mine"}, "status"},
		{`"x": 1`, `"x": 3`, []string{"mine", "y"}, "mine.x"},
		{`"y": 2`, `"y": 2, "z": 3`, []string{"status"}, "mine.z"},
		{`"x": 1, `, ``, []string{"status"}, "mine"},
		{`"x": 1, "y": 2`, `"y": 2, "x": 1`, []string{"status"}, "mine.x"},
		{`{"n": 2}`, `{"n": 3}`, []string{"list", "0", "n"}, "list.1.n"},
		{`, {"n": 2}`, ``, []string{"list", "0", "n"}, "list"},
		{`{"n": 1}, `, ``, []string{"status"}, "list"},
		{`2, "status"`, `2.0, "status"`, []string{"status"}, "version"},
	} {
		m, err := Parse("metadata.json", text)
		if err != nil {
			t.Fatal(err)
		}
		d := newDraft(m, now)
		i := strings.Index(text, e.old)
		d.apply([]source.Edit{{Span: source.Span{Start: i, End: i + len(e.old)}, New: e.new}}, nil, e.set)
		c, err := d.change()
		switch {
		case e.stray == "" && (err != nil || c.Text != strings.Replace(text, e.old, e.new, 1)):
			t.Errorf("%s to %s for %v: %v", e.old, e.new, e.set, err)
		case e.stray != "" && (err == nil || c != nil || !strings.Contains(err.Error(), `"`+e.stray+`" besides`)):
			t.Errorf("%s to %s for %v: error %v, want one about %q", e.old, e.new, e.set, err, e.stray)
		}
	}
}
