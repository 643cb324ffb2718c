package yamldoc

import (
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

func FuzzParse(f *testing.F) {
	for _, text := range samples() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse("x.yaml", text)
		if err != nil {
			checkRefusal(t, text, err)
			return
		}
		checkSpans(t, d, d.Root, d.File.All())
		checkScalars(t, d, d.Root)
		checkDecoder(t, d)
		checkEndings(t, d)
	})
}

func checkRefusal(t *testing.T, text string, err error) {
	t.Helper()
	at, ok := errors.AsType[*source.Error](err)
	if !ok {
		t.Fatalf("%q: %v is not a source.Error", text, err)
	}
	f := source.NewFile("", text)
	if at.Pos.Line < 1 || at.Pos.Line > strings.Count(text, "\n")+1 || at.Pos.Column < 1 || at.Pos.Column > f.LineSpan(at.Pos.Line).Len()+1 {
		t.Fatalf("%q: %v is not a position in it", text, err)
	}
	for _, cause := range []error{ErrSyntax, ErrUnsupported, ErrTooDeep, ErrDuplicateKey, ErrNotUTF8, ErrTooLarge} {
		if errors.Is(err, cause) {
			return
		}
	}
	t.Fatalf("%q: %v wraps no cause", text, err)
}

func checkSpans(t *testing.T, d *jsondoc.Document, v *jsondoc.Value, around source.Span) {
	t.Helper()
	if !around.Covers(v.Span) || v.Span.Start > v.Span.End {
		t.Fatalf("%q: span %v of %q is not in %v", d.File.Text, v.Span, v.Kind, around)
	}
	rest := v.Span
	next := func(s source.Span) {
		if !rest.Covers(s) {
			t.Fatalf("%q: span %v is not in %v", d.File.Text, s, rest)
		}
		rest.Start = s.End
	}
	for _, m := range v.Members {
		next(m.KeySpan)
		next(m.Value.Span)
		checkSpans(t, d, m.Value, v.Span)
	}
	for _, e := range v.Elements {
		next(e.Span)
		checkSpans(t, d, e, v.Span)
	}
}

// checkScalars checks that the text of each scalar, parsed alone, gives the same scalar.
func checkScalars(t *testing.T, d *jsondoc.Document, v *jsondoc.Value) {
	t.Helper()
	for _, m := range v.Members {
		slice := d.File.Slice(m.KeySpan)
		is := func(around string) bool {
			alone, err := Parse("", strings.Replace(around, "%", slice, 1))
			return err == nil && len(alone.Root.Members) == 1 && alone.Root.Members[0].Key == m.Key
		}
		if !is("%: 1") && !is("{%: 1}") && !is(" %: 1") { // the key may be "...", which ends a document
			t.Fatalf("%q: the key %q is not %q alone", d.File.Text, m.Key, slice)
		}
		checkScalars(t, d, m.Value)
	}
	for _, e := range v.Elements {
		checkScalars(t, d, e)
	}
	if v.Kind == jsondoc.Object || v.Kind == jsondoc.Array {
		return
	}
	slice := d.File.Slice(v.Span)
	if plain(v) == "" && strings.ContainsAny(slice, "|>") && !strings.Contains(slice, "\n") {
		slice += "\n" // because the header of a block scalar needs a line ending
	}
	for _, around := range []string{"k: %", "k: [%]"} {
		alone, err := Parse("", strings.Replace(around, "%", slice, 1))
		if err == nil && reflect.DeepEqual(leaf(plain(alone.Root)), plain(v)) {
			return
		}
	}
	t.Fatalf("%q: the value %#v has the text %q", d.File.Text, plain(v), slice)
}

func leaf(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for _, only := range v {
			return leaf(only)
		}
	case []any:
		if len(v) == 1 {
			return leaf(v[0])
		}
	}
	return v
}

func plain(v *jsondoc.Value) any {
	switch v.Kind {
	case jsondoc.Object:
		m := map[string]any{}
		for i := range v.Members {
			m[v.Members[i].Key] = plain(v.Members[i].Value)
		}
		return m
	case jsondoc.Array:
		l := []any{}
		for _, e := range v.Elements {
			l = append(l, plain(e))
		}
		return l
	case jsondoc.Null:
		return nil
	}
	if s, ok := v.Str(); ok {
		return s
	}
	if b, ok := v.Bool(); ok {
		return b
	}
	text, _ := v.Number()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return n
}

func decoded(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			v[key] = decoded(value)
		}
		return v
	case []any:
		for i := range v {
			v[i] = decoded(v[i])
		}
		return v
	case uint64:
		return float64(v)
	case int64:
		return float64(v)
	}
	return v
}

// checkDecoder compares the values with those of goccy/go-yaml's decoder, which misreads byte order
// marks and CRLF.
func checkDecoder(t *testing.T, d *jsondoc.Document) {
	t.Helper()
	text := strings.ReplaceAll(strings.TrimPrefix(d.File.Text, bom), "\r\n", "\n")
	var got any
	if err := yaml.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%q: the decoder reports %v", text, err)
	}
	if got == nil {
		got = map[string]any{}
	}
	if want := plain(d.Root); stringKeys(d, d.Root) && !reflect.DeepEqual(decoded(got), want) {
		t.Fatalf("%q: the decoder reads %#v, Parse %#v", text, got, want)
	}
}

func stringKeys(d *jsondoc.Document, v *jsondoc.Value) bool {
	for _, m := range v.Members {
		alone, err := Parse("", "k: ["+d.File.Slice(m.KeySpan)+"]")
		if err != nil || len(alone.Root.Get("k").Elements) != 1 || alone.Root.Get("k", "0").Kind != jsondoc.String || !stringKeys(d, m.Value) {
			return false
		}
	}
	for _, e := range v.Elements {
		if !stringKeys(d, e) {
			return false
		}
	}
	return true
}

func checkEndings(t *testing.T, d *jsondoc.Document) {
	t.Helper()
	text := strings.ReplaceAll(strings.TrimPrefix(d.File.Text, bom), "\r\n", "\n")
	if len(text)*2 > MaxSize {
		return
	}
	for _, other := range []string{text, bom + strings.ReplaceAll(text, "\n", "\r\n")} {
		again, err := Parse("x.yaml", other)
		if err != nil {
			t.Fatalf("%q: %v", other, err)
		}
		sameSpans(t, d, again, d.Root, again.Root)
	}
}

func sameSpans(t *testing.T, a, b *jsondoc.Document, v, w *jsondoc.Value) {
	t.Helper()
	slice := func(d *jsondoc.Document, s source.Span) string {
		return strings.ReplaceAll(d.File.Slice(s), "\r\n", "\n")
	}
	if slice(a, v.Span) != slice(b, w.Span) || !reflect.DeepEqual(plain(v), plain(w)) {
		t.Fatalf("%q and %q: %q and %q", a.File.Text, b.File.Text, slice(a, v.Span), slice(b, w.Span))
	}
	for i := range v.Members {
		if slice(a, v.Members[i].KeySpan) != slice(b, w.Members[i].KeySpan) {
			t.Fatalf("%q and %q: keys differ", a.File.Text, b.File.Text)
		}
		sameSpans(t, a, b, v.Members[i].Value, w.Members[i].Value)
	}
	for i := range v.Elements {
		sameSpans(t, a, b, v.Elements[i], w.Elements[i])
	}
}
