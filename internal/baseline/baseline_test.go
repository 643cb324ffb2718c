package baseline

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

func someBaseline(r *rand.Rand) Baseline {
	seen := map[Key]bool{}
	var entries []Entry
	for range r.IntN(20) {
		k := someKey(r)
		if !seen[k] {
			seen[k] = true
			entries = append(entries, Entry{k, 1 + r.IntN(3)})
		}
	}
	return New(entries)
}

func someKey(r *rand.Rand) Key {
	paths := []string{"a.md", "b \"quoted\".md", "../c\n.md", "é/�.json"}
	rules := []string{"ohrfc/title", "any/secret", "ohrfc/tomorrow"}
	return Key{paths[r.IntN(len(paths))], rules[r.IntN(len(rules))], fmt.Sprintf("%016x", r.IntN(3))}
}

func TestText(t *testing.T) {
	for seed := range uint64(300) {
		b := someBaseline(rand.New(rand.NewPCG(seed, 1)))
		text, err := b.Text()
		if err != nil {
			t.Fatal(err)
		}
		back, err := Parse("x", text)
		if err != nil || !back.Equal(b) {
			t.Fatalf("%v reads as %v (%v)", b, back, err)
		}
		if got := strings.Count(text, "\n"); got != len(b.entries)+2 {
			t.Errorf("%d lines for %d findings:\n%s", got, len(b.entries), text)
		}
		mixed := append([]Entry(nil), b.entries...)
		rand.New(rand.NewPCG(seed, 2)).Shuffle(len(mixed), func(i, k int) { mixed[i], mixed[k] = mixed[k], mixed[i] })
		if again, _ := New(mixed).Text(); again != text {
			t.Errorf("another order gives\n%swant\n%s", again, text)
		}
		dos := strings.ReplaceAll(text, "\n", "\r\n")
		if read, err := Parse("x", "\ufeff"+dos); err != nil || !read.Equal(b) {
			t.Errorf("with the line endings of Windows: %v\n%q", err, dos)
		}
	}
}

func TestTooLarge(t *testing.T) {
	var entries []Entry
	for i := range 10000 {
		entries = append(entries, Entry{Key{strings.Repeat("x", 50), "ohrfc/title", fmt.Sprintf("%016x", i)}, 1})
	}
	if _, err := New(entries).Text(); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error %v, want ErrTooLarge", err)
	}
	text, err := New(entries[:7000]).Text()
	if _, fault := Parse("x", text); err != nil || fault != nil {
		t.Errorf("%v, %v", err, fault)
	}
}

func TestParse(t *testing.T) {
	finding := func(text string) string { return `{"version":1,"findings":[` + text + `]}` }
	const fine = `{"path":"a","rule":"b","fingerprint":"0123456789abcdef","count":1}`
	for text, want := range map[string]string{
		"":                             "x:1:1: not valid JSON",
		"{":                            "x:1:2: not valid JSON",
		"[]":                           "x:1:1: the document is an array; expected an object",
		"{}":                           "x:1:1: missing key \"version\"",
		`{"version":2,"findings":[]}`:  "x:1:12: \"version\" is 2; expected 1",
		`{"version":1,"findings":{}}`:  "x:1:25: \"findings\" is an object; expected an array",
		`{"version":1,"finding":[]}`:   "unknown key \"finding\" (did you mean \"findings\"?)",
		`{"version":1,"version":1}`:    "x:1:14: duplicate key \"version\"",
		finding("1"):                   "expected an object",
		finding(`{"path":"a"}`):        "missing key \"rule\"",
		"<<<<<<< ours\n" + finding(""): "x:1:1: not valid JSON",
		finding(strings.Replace(fine, `:1}`, `:0}`, 1)):   "\"count\" is 0; expected 1 or more",
		finding(strings.Replace(fine, `:1}`, `:1.5}`, 1)): "expected a whole number",
		finding(strings.Replace(fine, "01", "0G", 1)):     "expected 16 hex digits",
		finding(strings.Replace(fine, `"a"`, `""`, 1)):    "expected 1 or more characters",
	} {
		_, err := Parse("x", text)
		if _, located := errors.AsType[*source.Error](err); !located || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want a place and %q", text, err, want)
		}
	}
	if b, err := Parse("x", finding(fine+",\n"+strings.Replace(fine, `"a"`, `"A"`, 1))); err != nil || b.Total() != 2 || b.entries[0].Path != "A" {
		t.Errorf("%v, %v", b, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"version":1,"findings":[]}`)
	f.Add("\ufeff{\r\n\"findings\":[{\"count\":2,\"path\":\"\\u0061\\n\",\"rule\":\"b\",\"fingerprint\":\"0123456789abcdef\"}],\"version\":1}")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := Parse("x", text)
		if err != nil {
			return
		}
		written, err := b.Text()
		if errors.Is(err, ErrTooLarge) {
			return
		}
		back, fault := Parse("x", written)
		if err != nil || fault != nil || !back.Equal(b) {
			t.Fatalf("%v, %v: %v reads as %v", err, fault, b, back)
		}
		for i, e := range b.entries {
			if e.Count < 1 || i > 0 && reflect.DeepEqual(New([]Entry{e, b.entries[i-1]}).entries, []Entry{e, b.entries[i-1]}) {
				t.Fatalf("entry %d of %v", i, b)
			}
		}
		if again, _ := back.Text(); again != written {
			t.Fatalf("written again: %q, before: %q", again, written)
		}
	})
}
