package jsondoc

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

// A model is a value without layout. The tests compare edits of a text with edits of its model.
type model struct {
	kind  Kind
	text  string // text of a scalar, or ""
	keys  []string
	items []*model
}

func modelOf(v *Value) *model {
	m := &model{kind: v.Kind, text: v.text}
	for i := range v.size() {
		if v.Kind == Object {
			m.keys = append(m.keys, v.Members[i].Key)
		}
		m.items = append(m.items, modelOf(v.item(i)))
	}
	return m
}

func (m *model) String() string {
	if m.kind&(Object|Array) == 0 {
		return m.text
	}
	var parts []string
	for i, item := range m.items {
		part := item.String()
		if m.kind == Object {
			part = strconv.Quote(m.keys[i]) + ":" + part
		}
		parts = append(parts, part)
	}
	b := brackets(m.kind)
	return b[:1] + strings.Join(parts, ",") + b[1:]
}

func (m *model) at(key string) int {
	if m.kind == Object {
		return slices.Index(m.keys, key)
	}
	for i := range m.items {
		if strconv.Itoa(i) == key {
			return i
		}
	}
	return -1
}

func (m *model) set(v *model, path []string) bool {
	if len(path) == 0 {
		*m = *v
		return true
	}
	i := m.at(path[0])
	switch {
	case i >= 0:
		return m.items[i].set(v, path[1:])
	case len(path) > 1 || m.kind != Object:
		return false
	}
	m.keys, m.items = append(m.keys, path[0]), append(m.items, v)
	return true
}

func (m *model) append(v *model, path []string) bool {
	if len(path) > 0 {
		i := m.at(path[0])
		return i >= 0 && m.items[i].append(v, path[1:])
	}
	m.items = append(m.items, v)
	return m.kind == Array
}

func (m *model) remove(path []string) bool {
	if len(path) == 0 || m.kind&(Object|Array) == 0 {
		return false
	}
	i := m.at(path[0])
	switch {
	case i < 0:
		return true
	case len(path) > 1:
		return m.items[i].remove(path[1:])
	}
	if m.kind == Object {
		m.keys = slices.Delete(m.keys, i, i+1)
	}
	m.items = slices.Delete(m.items, i, i+1)
	return true
}

func walkTo(v *Value, choices string) []string {
	var path []string
	for _, c := range []byte(choices) {
		n := v.size()
		if n == 0 {
			break
		}
		i := int(c) % n
		key := strconv.Itoa(i)
		if v.Kind == Object {
			key = v.Members[i].Key
		}
		path, v = append(path, key), v.item(i)
	}
	return path
}

func seedEdits(f *testing.F) {
	for i, s := range samples() {
		f.Add(s, `{"x":[1,{"y":"z"}],"e":[]}`, "", "new", i%2 == 0)
		f.Add(s, "1.0", "\x01\x00\x01", "a", i%2 == 0)
		f.Add(s, "\n[ \"\\u0061\" ]\n", "\x00\x01", "0", i%2 == 0)
	}
}

func FuzzSet(f *testing.F) {
	seedEdits(f)
	f.Fuzz(func(t *testing.T, text, json, choices, key string, fresh bool) {
		d, err := Parse("", text)
		value, valueErr := Parse("", json)
		if err != nil || len(text)+len(json) > 1<<14 {
			return
		}
		path := walkTo(d.Root, choices)
		if fresh {
			path = append(path, key)
		}
		edits, err := d.Set(json, path...)
		if valueErr != nil {
			if err == nil {
				t.Fatalf("%q was set", json)
			}
			return
		}
		want := modelOf(d.Root)
		old := d.Root.Get(path...)
		if !want.set(modelOf(value.Root), path) || old == nil && source.InvalidUTF8(key) >= 0 {
			checkRefused(t, text, edits, err)
			return
		}
		if errors.Is(err, ErrTooDeep) || errors.Is(err, ErrTooLarge) {
			return
		}
		got := mustParse(t, mustApply(t, text, edits, err))
		if old != nil && old.equal(value.Root) {
			if len(edits) != 0 {
				t.Fatalf("%q already exists, but there are edits %v", json, edits)
			}
			return
		}
		if old != nil && edits[0].Span != old.Span {
			t.Fatalf("edit is of %v, want %v", edits[0].Span, old.Span)
		}
		checkModel(t, got, want)
		if again, err := got.Set(json, path...); err != nil || len(again) != 0 {
			t.Fatalf("second time gives %v, %v", again, err)
		}
		if old == nil {
			checkUndone(t, text, got, path)
		}
	})
}

func FuzzAppend(f *testing.F) {
	seedEdits(f)
	f.Fuzz(func(t *testing.T, text, json, choices, key string, fresh bool) {
		d, err := Parse("", text)
		value, valueErr := Parse("", json)
		if err != nil || valueErr != nil || len(text)+len(json) > 1<<14 {
			return
		}
		path := walkTo(d.Root, choices)
		if fresh {
			path = append(path, key)
		}
		edits, err := d.Append(json, path...)
		want := modelOf(d.Root)
		if !want.append(modelOf(value.Root), path) {
			checkRefused(t, text, edits, err)
			return
		}
		if errors.Is(err, ErrTooDeep) || errors.Is(err, ErrTooLarge) {
			return
		}
		got := mustParse(t, mustApply(t, text, edits, err))
		checkModel(t, got, want)
		last := strconv.Itoa(d.Root.Get(path...).size())
		checkUndone(t, text, got, append(path, last))
	})
}

func FuzzRemove(f *testing.F) {
	seedEdits(f)
	f.Fuzz(func(t *testing.T, text, _, choices, key string, fresh bool) {
		d, err := Parse("", text)
		if err != nil || len(text) > 1<<14 {
			return
		}
		path := walkTo(d.Root, choices)
		if fresh {
			path = append(path, key)
		}
		edits, err := d.Remove(path...)
		want := modelOf(d.Root)
		if !want.remove(path) {
			checkRefused(t, text, edits, err)
			return
		}
		there := d.Root.Get(path...) != nil
		if there != (len(edits) == 1) || there && strings.Trim(edits[0].New, "{}[]") != "" {
			t.Fatalf("edits are %v; the value exists: %v", edits, there)
		}
		got := mustParse(t, mustApply(t, text, edits, err))
		checkModel(t, got, want)
	})
}

func checkRefused(t *testing.T, text string, edits []source.Edit, err error) {
	t.Helper()
	at, ok := errors.AsType[*source.Error](err)
	if !ok || edits != nil {
		t.Fatalf("got edits %v, %v, want an error with a place", edits, err)
	}
	offset(t, text, at.Pos)
}

func checkModel(t *testing.T, got *Document, want *model) {
	t.Helper()
	if got := modelOf(got.Root).String(); got != want.String() {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
}

func checkUndone(t *testing.T, text string, d *Document, path []string) {
	t.Helper()
	before := mustParse(t, text)
	edits, err := d.Remove(path...)
	got := mustApply(t, d.File.Text, edits, err)
	if holder := before.Root.Get(path[:len(path)-1]...); holder.size() == 0 {
		text = text[:holder.Span.Start] + brackets(holder.Kind) + text[holder.Span.End:]
	}
	if got != text {
		t.Fatalf("adding and removing made %q of %q", got, text)
	}
}

func TestEditErrors(t *testing.T) {
	set := func(path ...string) func(*Document) ([]source.Edit, error) {
		return func(d *Document) ([]source.Edit, error) { return d.Set("1", path...) }
	}
	add := func(path ...string) func(*Document) ([]source.Edit, error) {
		return func(d *Document) ([]source.Edit, error) { return d.Append("1", path...) }
	}
	remove := func(path ...string) func(*Document) ([]source.Edit, error) {
		return func(d *Document) ([]source.Edit, error) { return d.Remove(path...) }
	}
	const text = `{"a": {"b": "x", "l": [1, 2]}}`
	for want, edit := range map[string]func(*Document) ([]source.Edit, error){
		`x.json:1:13: "a.b" is a string; expected an object`:                     set("a", "b", "c"),
		`x.json:1:13: "a.b" is a string; expected an array or an object`:         remove("a", "b", "c"),
		`x.json:1:24: "a.l.0" is a whole number; expected an array or an object`: set("a", "l", "0", "x", "y"),
		`x.json:1:7: missing key "a.x"`:                                          set("a", "x", "y"),
		`x.json:1:23: "a.l" is an array; expected an object`:                     set("a", "l", "2"),
		`x.json:1:7: key "\xff": not valid UTF-8`:                                set("a", "\xff"),
		`x.json:1:7: "a" is an object; expected an array`:                        add("a"),
		`x.json:1:1: the document is an object; expected an array`:               add(),
		`x.json:1:23: missing key "a.l.2"`:                                       add("a", "l", "2"),
		`x.json:1:1: the value of a document cannot be removed`:                  remove(),
		`new value: 1:3: not valid JSON: unexpected end of text`:                 func(d *Document) ([]source.Edit, error) { return d.Set("[1", "a") },
		`new value: 1:2: not valid JSON: unexpected comment`:                     func(d *Document) ([]source.Edit, error) { return d.Append("/**/1", "a", "l") },
		`new value: 1:3: not valid JSON: unexpected ',' after top-level value`:   func(d *Document) ([]source.Edit, error) { return d.Set(`1 , "b": 2`, "a") },
	} {
		edits, err := edit(mustParse(t, text))
		if edits != nil || err == nil || err.Error() != want {
			t.Errorf("got %v, %v, want %s", edits, err, want)
		}
	}
	for _, path := range [][]string{{"x"}, {"a", "x", "y"}, {"a", "l", "2"}, {"a", "l", "01"}, {"a", "l", "-1"}} {
		if edits, err := mustParse(t, text).Remove(path...); edits != nil || err != nil {
			t.Errorf("removing %q, which does not exist, gives %v, %v", path, edits, err)
		}
	}
}

func TestEditLimits(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	d := mustParse(t, `{"a": {"b": 0, "l": []}}`)
	if _, err := d.Set(nested(MaxDepth-2), "a", "b"); err != nil {
		t.Errorf("as deep as can be: %v", err)
	}
	if _, err := d.Append(nested(MaxDepth-3), "a", "l"); err != nil {
		t.Errorf("as deep as can be: %v", err)
	}
	for name, err := range map[string]error{
		"set":    second(d.Set(nested(MaxDepth-1), "a", "b")),
		"insert": second(d.Set(nested(MaxDepth-1), "a", "c")),
		"append": second(d.Append(nested(MaxDepth-2), "a", "l")),
	} {
		if !errors.Is(err, ErrTooDeep) {
			t.Errorf("%s: got %v, want %v", name, err, ErrTooDeep)
		}
	}
	large := Quote(strings.Repeat("x", MaxSize-len(d.File.Text)-1))
	if edits, err := d.Set(large, "a", "b"); err != nil || len(mustApply(t, d.File.Text, edits, err)) != MaxSize {
		t.Errorf("as large as can be: %v", err)
	}
	if _, err := d.Set(large, "a", "bb"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, want %v", err, ErrTooLarge)
	}
	many := mustParse(t, `{"l": [0`+strings.Repeat(",0", MaxValues-4)+`]}`)
	if edits, err := many.Set("1", "m"); err != nil {
		t.Errorf("as many as can be: %v", err)
	} else {
		many = mustParse(t, mustApply(t, many.File.Text, edits, err))
	}
	if _, err := many.Set("1", "n"); !errors.Is(err, ErrTooMany) {
		t.Errorf("got %v, want %v", err, ErrTooMany)
	}
	// 200 kB of text, which would have 90 MB if indented
	wide := strings.Repeat("[", 900) + "0" + strings.Repeat(",0", 100_000) + strings.Repeat("]", 900)
	if _, err := mustParse(t, "{\n\t\"a\": 0\n}").Set(wide, "a"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, want %v", err, ErrTooLarge)
	}
}

func second(_ []source.Edit, err error) error { return err }

func TestEditsTogether(t *testing.T) {
	const text = `{"a": 1, "b": {"c": 2}, "e": {}}`
	d := mustParse(t, text)
	one := func(edits []source.Edit, err error) source.Edit {
		t.Helper()
		if err != nil || len(edits) != 1 {
			t.Fatalf("got %v, %v", edits, err)
		}
		return edits[0]
	}
	for want, edits := range map[string][]source.Edit{
		`{"a": 9, "b": {"c": 2, "d": 3}, "e": {}, "f": 4, "g": 5}`: {
			one(d.Set("4", "f")), one(d.Set("5", "g")), one(d.Set("9", "a")), one(d.Set("3", "b", "d")),
		},
		`{"b": {"c": 2}, "f": 4}`:   {one(d.Remove("a")), one(d.Remove("e")), one(d.Set("4", "f"))},
		`{"a": 1, "f": 4}`:          {one(d.Remove("b")), one(d.Remove("e")), one(d.Set("4", "f"))},
		`{"a": 1, "b": {}, "e": 0}`: {one(d.Remove("b", "c")), one(d.Set("0", "e"))},
	} {
		if got, err := source.Apply(text, edits); err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	for name, edits := range map[string][]source.Edit{
		"two into nothing":       {one(d.Set("1", "e", "x")), one(d.Set("2", "e", "y"))},
		"all gone and one more":  {one(d.Remove("b", "c")), one(d.Set("3", "b", "d"))},
		"two values":             {one(d.Set("2", "a")), one(d.Set("3", "a"))},
		"first two gone":         {one(d.Remove("a")), one(d.Remove("b"))},
		"gone and changed there": {one(d.Remove("b")), one(d.Set("3", "b", "c"))},
	} {
		if got, err := source.Apply(text, edits); err == nil {
			t.Errorf("%s gives %q, want an error", name, got)
		}
	}
}
