package jsondoc

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

func FuzzParse(f *testing.F) {
	for _, s := range samples() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Parse("x", text)
		if want := acceptable(text); want != (err == nil) {
			t.Fatalf("%q gave %v, want accepted %v", text, err, want)
		}
		if err != nil {
			checkError(t, text, err)
			return
		}
		if len(text) < 1<<12 { // because checkValue takes quadratic time
			checkValue(t, d, d.Root, json.RawMessage(strings.Trim(strings.TrimPrefix(text, bom), " \t\r\n")))
		}
	})
}

func acceptable(text string) bool {
	body := strings.TrimPrefix(text, bom)
	dec := json.NewDecoder(strings.NewReader(body))
	dec.UseNumber() // accept large numbers such as 1e999
	return utf8.ValidString(text) && len(text) <= MaxSize && json.Valid([]byte(body)) && plainKeys(dec, 0)
}

func plainKeys(dec *json.Decoder, depth int) bool {
	token, err := dec.Token()
	if err != nil || depth > MaxDepth {
		return false
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return true
	}
	seen := map[string]bool{}
	for dec.More() {
		if delim == '{' {
			key, err := dec.Token()
			if err != nil || seen[key.(string)] {
				return false
			}
			seen[key.(string)] = true
		}
		if !plainKeys(dec, depth+1) {
			return false
		}
	}
	_, err = dec.Token()
	return err == nil && depth < MaxDepth
}

func checkError(t *testing.T, text string, err error) {
	t.Helper()
	at, ok := errors.AsType[*source.Error](err)
	if !ok {
		t.Fatalf("%v is no *source.Error", err)
	}
	causes := 0
	for _, cause := range []error{ErrSyntax, ErrTooDeep, ErrTooMany, ErrDuplicateKey, ErrNotUTF8, ErrTooLarge} {
		if errors.Is(err, cause) {
			causes++
		}
	}
	if causes != 1 {
		t.Fatalf("%v has %d causes, want 1", err, causes)
	}
	if !errors.Is(err, ErrSyntax) {
		return
	}
	before := strings.TrimPrefix(text[:offset(t, text, at.Pos)], bom)
	var raw json.RawMessage
	first, ok := errors.AsType[*json.SyntaxError](json.Unmarshal([]byte(before+"\x00"), &raw))
	if !ok || first.Offset != int64(len(before)+1) {
		t.Fatalf("%v is reported at %v, but there is an earlier error: %v", at.Err, at.Pos, first)
	}
}

func offset(t *testing.T, text string, pos source.Position) int {
	t.Helper()
	n := source.NewFile("", text).LineSpan(pos.Line).Start + pos.Column - 1
	if n < 0 || n > len(text) {
		t.Fatalf("%v is outside of a text of %d bytes", pos, len(text))
	}
	return n
}

func checkValue(t *testing.T, d *Document, v *Value, raw json.RawMessage) {
	t.Helper()
	if got := d.File.Slice(v.Span); got != string(raw) {
		t.Fatalf("span contains %q, want %q", got, raw)
	}
	alone, err := Parse("", string(raw))
	if err != nil || !alone.Root.equal(v) || !v.equal(alone.Root) {
		t.Fatalf("%q alone is another value, or an error: %v", raw, err)
	}
	var want any
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	if err := dec.Decode(&want); err != nil {
		t.Fatal(err)
	}
	switch want := want.(type) {
	case map[string]any:
		checkMembers(t, d, v, raw)
	case []any:
		var elements []json.RawMessage
		if err := json.Unmarshal(raw, &elements); err != nil || len(elements) != len(v.Elements) || v.Kind != Array {
			t.Fatalf("%q is %v with %d elements, want %d", raw, v.Kind, len(v.Elements), len(elements))
		}
		for i := range elements {
			checkValue(t, d, v.Elements[i], elements[i])
		}
	default:
		checkScalar(t, v, want)
	}
}

func checkMembers(t *testing.T, d *Document, v *Value, raw json.RawMessage) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	if _, err := dec.Token(); err != nil || v.Kind != Object {
		t.Fatalf("%q is %v, %v", raw, v.Kind, err)
	}
	for _, m := range v.Members {
		key, err := dec.Token()
		if err != nil || key != m.Key || decode(d.File.Slice(m.KeySpan)) != m.Key {
			t.Fatalf("key is %q with span %q, want %q, %v", m.Key, d.File.Slice(m.KeySpan), key, err)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
		checkValue(t, d, m.Value, value)
	}
	if _, err := dec.Token(); err != nil || dec.More() {
		t.Fatalf("%q has more than %d members", raw, len(v.Members))
	}
}

func checkScalar(t *testing.T, v *Value, want any) {
	t.Helper()
	text, isText := v.Str()
	truth, isBool := v.Bool()
	n, isInt := v.Int()
	switch want := want.(type) {
	case nil:
		if !v.IsNull() || isText || isBool || isInt {
			t.Fatalf("%q is no null", v.text)
		}
	case string:
		if !isText || text != want || isBool || isInt {
			t.Fatalf("%s decodes to %q, want %q", v.text, text, want)
		}
	case bool:
		if !isBool || truth != want || isText || isInt {
			t.Fatalf("%s is %v, want %v", v.text, truth, want)
		}
	case json.Number:
		var exact int
		whole := json.Unmarshal([]byte(want), &exact) == nil && !strings.ContainsAny(v.text, ".eE")
		if v.Kind&Number == 0 || isInt != whole || isInt && n != exact || isInt && v.Kind != Int {
			t.Fatalf("%s is %v and gives %d, %v, want %d, %v", v.text, v.Kind, n, isInt, exact, whole)
		}
	default:
		t.Fatalf("encoding/json gave a %T", want)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1, «}»`:                      `not valid JSON: unexpected '}' looking for beginning of object key string`,
		"[1,\n\n«]»":                        `not valid JSON: unexpected ']' looking for beginning of value`,
		"{\n  «//» why\n  \"a\": 1}":        `not valid JSON: unexpected comment`,
		"[1, «/*» \" */ 2]":                 `not valid JSON: unexpected comment`,
		"{\n  \"a\": 1\n  «\"»b\": 2\n}":    `not valid JSON: unexpected '"' after object key:value pair`,
		`{"a": 1} «x»`:                      `not valid JSON: unexpected 'x' after top-level value`,
		`{"a": «é»}`:                        `not valid JSON: unexpected 'é' looking for beginning of value`,
		`{"a": [1, 2«»`:                     `not valid JSON: unexpected end of text`,
		"«»":                                `not valid JSON: unexpected end of text`,
		"\ufeff«»":                          `not valid JSON: unexpected end of text`,
		`{"a": 1, "b": {"a": 1}, «"a"»: 2}`: `duplicate key "a"`,
		`{"a": 1, «"\u0061"»: 2}`:           `duplicate key "a"`,
		`{"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0, «"b"»:1}`: `duplicate key "b"`,
		"\ufeff[]«]»": `not valid JSON: unexpected ']' after top-level value`,
	} {
		t.Run(text, func(t *testing.T) {
			text, span := marked(t, text)
			_, err := Parse("x.json", text)
			at, ok := errors.AsType[*source.Error](err)
			if !ok || at.Err.Error() != want {
				t.Fatalf("got %v, want %s", err, want)
			}
			if got := offset(t, text, at.Pos); got != span.Start {
				t.Errorf("place is %v, before %q", at.Pos, text[got:])
			}
		})
	}
	_, err := Parse("x.json", "\n \"\xff\"")
	if !errors.Is(err, ErrNotUTF8) || err.Error() != "x.json:2:3: not valid UTF-8: found byte 0xff" {
		t.Errorf("got %v", err)
	}
}

func TestParseDepth(t *testing.T) {
	for _, pair := range []string{"[]", `{"a":}`} {
		open, shut := pair[:len(pair)-1], pair[len(pair)-1:]
		inner := "[]"
		deepest := strings.Repeat(open, MaxDepth-1) + inner + strings.Repeat(shut, MaxDepth-1)
		if d, err := Parse("", deepest); err != nil || d.Root.depth() != MaxDepth {
			t.Errorf("%d levels of %s are refused: %v", MaxDepth, pair, err)
		}
		_, err := Parse("", open+deepest+shut)
		if at, ok := errors.AsType[*source.Error](err); !ok || !errors.Is(err, ErrTooDeep) || at.Pos.Column != 1+MaxDepth*len(open) {
			t.Errorf("%d levels of %s gave %v", MaxDepth+1, pair, err)
		}
	}
	flat := "[" + strings.Repeat("[],", 5*MaxDepth) + `"` + strings.Repeat(`[\"`, 2*MaxDepth) + `"]`
	if d, err := Parse("", flat); err != nil || d.Root.depth() != 2 {
		t.Errorf("flat text is deep: %v", err)
	}
}

func TestParseHostile(t *testing.T) {
	fill := strings.Repeat(" ", MaxSize-1)
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"brackets":            {strings.Repeat("[", 100_000), ErrTooDeep},
		"1 MiB of brackets":   {strings.Repeat("[", MaxSize), ErrTooDeep},
		"1 MiB of braces":     {strings.Repeat(`{"":`, MaxSize/4), ErrTooDeep},
		"hidden by a comment": {`/*"*/` + strings.Repeat("[", MaxSize/2), ErrSyntax},
		"hidden by a line":    {"//\"\n" + strings.Repeat("[", MaxSize/2), ErrSyntax},
		"hidden by a value":   {`[1,/*"*/` + strings.Repeat("[", MaxSize/2), ErrSyntax},
		"closing":             {strings.Repeat("]", 5000) + strings.Repeat("[", 8000), ErrTooDeep},
		"late error":          {fill + "x", ErrSyntax},
		"one byte too many":   {fill + "1 ", ErrTooLarge},
		"as large as allowed": {fill + "1", nil},
		"many values":         {"[" + strings.Repeat("0,", MaxValues-2) + "0]", nil},
		"one value too many":  {"[" + strings.Repeat("0,", MaxValues-1) + "0]", ErrTooMany},
		"1 MiB of values":     {"[" + strings.Repeat("0,", MaxSize/2-2) + "0]", ErrTooMany},
		"1 MiB of objects":    {"[" + strings.Repeat("{},", MaxSize/3-2) + "0]", ErrTooMany},
		"late comma":          {"[" + strings.Repeat("0,", MaxValues-3) + "0,]", ErrSyntax},
		"open string":         {`"` + strings.Repeat(`\"`, MaxSize/2-1), ErrSyntax},
		"not UTF-8":           {fill + "\xff", ErrNotUTF8},
		"many keys":           {manyKeys(100_000), nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("", c.text)
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`,"` + strconv.Itoa(i) + `":0`)
	}
	return "{" + b.String()[1:] + "}"
}

func TestSpans(t *testing.T) {
	for at, text := range map[string]string{
		"":            " \n«{ \"a\" : 1 }» \n",
		"a":           `{ "a" : «-1.50E+2» , "b": 1 }`,
		"b":           "\ufeff{\"a\":1,\r\n\"b\":«\"é\\n\"»}",
		"a.b.1":       `{"a": {"b": [0, «{"c": []}» ]}}`,
		"a.b.1.c":     `{"a": {"b": [0, {"c": «[ ]»} ]}}`,
		"é":           `{"\u00e9": «true»}`,
		"a.0":         `{"a": {"0": «null»}}`,
		"a.b.0.1.2.d": `{"a": {"b": [[0, [0, 1, {"d": «"x"»}]]]}}`,
	} {
		t.Run(at, func(t *testing.T) {
			text, want := marked(t, text)
			v := mustParse(t, text).Root.Get(path(at)...)
			if v == nil || v.Span != want {
				t.Errorf("got %+v, want %v", v, want)
			}
		})
	}
}

func TestKeySpan(t *testing.T) {
	text, want := marked(t, `[{"a" : 1, «"b\\"» : 2}]`)
	m := mustParse(t, text).Root.Elements[0].Members[1]
	if m.KeySpan != want || m.Key != `b\` {
		t.Errorf("key %q at %v, want %v", m.Key, m.KeySpan, want)
	}
}

// TestReference checks plainKeys and acceptable, the reference of FuzzParse.
func TestReference(t *testing.T) {
	dec := json.NewDecoder(strings.NewReader(`{"a":[1]}`))
	if !plainKeys(dec, 0) {
		t.Error("a plain text is not plain")
	}
	if _, err := dec.Token(); err != io.EOF {
		t.Errorf("something is left: %v", err)
	}
	if acceptable(`{"a":1,"\u0061":2}`) || acceptable(strings.Repeat("[", MaxDepth+1)+strings.Repeat("]", MaxDepth+1)) {
		t.Error("the reference accepts what it should not")
	}
}

func (v *Value) depth() int {
	if v.Kind&(Array|Object) == 0 {
		return 0
	}
	deepest := 0
	for i := range v.size() {
		deepest = max(deepest, v.item(i).depth())
	}
	return 1 + deepest
}
