package jsondoc

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestEditor(t *testing.T) {
	for want, edit := range map[string]func(*Editor){
		`{"n": {"x": 2}, "a": {"b": {"c": 1}}}`: func(e *Editor) { e.Set("1", "a", "b", "c"); e.Set("2", "n", "x") },
		`{"n": null, "l": [1, 2]}`:              func(e *Editor) { e.Append([]string{"1"}, "l"); e.Append([]string{"2"}, "l") },
		"{\"n\": [\"\ufffd\"]}":                 func(e *Editor) { e.Append([]string{`"x"`}, "n"); e.SetText("\xff", "n", "0") },
		`{"n": ["a\u0062", 3, {}]}`:             func(e *Editor) { e.Set(`"a\u0062"`, "n"); e.Append([]string{"3", "{}"}, "n") },
		`{"n": [3]}`:                            func(e *Editor) { e.SetText("", "n"); e.Append([]string{"3"}, "n") },
		`{"n": null}`: func(e *Editor) {
			e.Append(nil, "n")
			e.Filter(func(*Value) bool { return false }, "n")
		},
	} {
		d := mustParse(t, `{"n": null}`)
		first := d
		e := NewEditor(&d)
		edit(e)
		got := modelOf(d.Root).String()
		if e.Err != nil || got != modelOf(mustParse(t, want).Root).String() || first.File.Text != `{"n": null}` {
			t.Errorf("got %s, %v, want %s", d.File.Text, e.Err, want)
		}
	}
	d := mustParse(t, `{"n": 1}`)
	e := NewEditor(&d)
	if e.Set("2", "n", "x") || e.Err == nil || e.Set("3", "n") || d.File.Text != `{"n": 1}` {
		t.Errorf("an edit after a failed one was made: %s, %v", d.File.Text, e.Err)
	}
}

func FuzzFilter(f *testing.F) {
	f.Add(`{"a": [1, 2, 3, 4]}`, "\x00", uint64(5))
	f.Add("[\n\t1,\n\t[2], \"x\"\n]", "", uint64(6))
	for _, s := range samples() {
		f.Add(s, "\x01", uint64(9))
	}
	f.Fuzz(func(t *testing.T, text, choices string, keep uint64) {
		d, err := Parse("", text)
		if err != nil || len(text) > 1<<14 {
			return
		}
		path, want := walkTo(d.Root, choices), modelOf(d.Root)
		gone, v := 0, d.Root.Get(path...)
		kept := func(i int) bool { return keep>>(i%64)&1 == 1 }
		for i := v.size() - 1; i >= 0 && v.Kind == Array; i-- {
			if !kept(i) {
				want.remove(append(slices.Clone(path), strconv.Itoa(i)))
				gone++
			}
		}
		e := NewEditor(&d)
		removed := e.Filter(func(element *Value) bool { return kept(slices.Index(v.Elements, element)) }, path...)
		if removed != gone || e.Err != nil {
			t.Fatalf("%d were removed, want %d; %v", removed, gone, e.Err)
		}
		checkModel(t, d, want)
		if strings.Count(d.File.Text, "\n") > strings.Count(text, "\n") {
			t.Errorf("%q becomes %q", text, d.File.Text)
		}
	})
}
