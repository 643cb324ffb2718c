package jsondoc

import (
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compile(t testing.TB, schema string) func(text string) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	if err != nil {
		t.Fatalf("%v in %s", err, schema)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("mem:schema", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("mem:schema")
	if err != nil {
		t.Fatalf("%v in %s", err, schema)
	}
	return func(text string) error {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		return compiled.Validate(value)
	}
}

func FuzzCheck(f *testing.F) {
	for i := range 64 {
		f.Add(strings.Repeat(string([]byte{byte(i), byte(i * 7), byte(i / 3)}), 20), strings.Repeat(string([]byte{byte(i * 5), byte(i)}), 20))
	}
	f.Fuzz(func(t *testing.T, table, document string) {
		field := (&chooser{bytes: table}).field(3)
		text := (&chooser{bytes: document}).value(&field, 4)
		checkAgrees(t, field, compile(t, Schema("t", field)), text)
	})
}

func FuzzCheckState(f *testing.F) {
	for i := range 64 {
		f.Add(strings.Repeat(string([]byte{byte(i * 5), byte(i), 1, 0, 9}), 40))
	}
	field := stateTable()
	validate := compile(f, Schema("t", field))
	f.Fuzz(func(t *testing.T, document string) {
		checkAgrees(t, field, validate, (&chooser{bytes: document}).value(&field, 4))
	})
}

func checkAgrees(t *testing.T, field Field, validate func(string) error, text string) {
	t.Helper()
	d := mustParse(t, text)
	problems := d.Check(field)
	if err := validate(text); (err == nil) != (len(problems) == 0) {
		t.Fatalf("document %s\nproblems %+v\nvalidator %v\nschema %s", text, problems, err, Schema("t", field))
	}
	last := 0
	for _, p := range problems {
		if p.Span.Start < last || p.Span.End > len(text) || p.Span.Len() <= 0 || p.Message == "" || p.Class < Missing || p.Class > Unknown {
			t.Fatalf("problem %+v of %s", p, text)
		}
		last = p.Span.Start
	}
}

// A chooser makes choices from the bytes of a fuzzer. After the last byte, it takes the first choice.
type chooser struct{ bytes string }

func (c *chooser) below(n int) int {
	if c.bytes == "" {
		return 0
	}
	b := c.bytes[0]
	c.bytes = c.bytes[1:]
	return int(b) % n
}

func pick[T any](c *chooser, list ...T) T { return list[c.below(len(list))] }

var (
	poolKeys    = []string{"a", "b", "c", "d e", "é\""}
	poolStrings = []string{"a", "", "0", "é", "ab", "-3", "EVD-001", "a\nb", "😀", "2026-01-02T03:04:05Z", "2026-01-02"}
	// without 1.0; see TestWholeNumbers
	poolNumbers  = []string{"0", "1", "-3", "-0", "2.5", "2.50", "25e-1", "0.5", "-2.999", "12", "100000000000000000000", "-100000000000000000000"}
	poolPatterns = []string{"^a", "[0-9]$", "^(|.)$", "^EVD-[0-9]{3,}$"}
)

func (c *chooser) field(depth int) Field {
	f := Field{Kind: pick(c, Object, String, Int, Number, Array, 0, String|Null, Number|String, Object|Null, Array|Int|Bool, Null|Bool|Int|Number|String|Array|Object)}
	if f.Kind == 0 || f.Kind&(String|Number) != 0 {
		c.limits(&f)
	}
	if depth == 0 {
		return f
	}
	if c.below(4) != 1 {
		for _, name := range poolKeys[:c.below(len(poolKeys)+1)] {
			key := c.field(depth - 1)
			key.Name, key.Required = name, c.below(2) == 1
			f.Fields = append(f.Fields, key)
		}
	}
	f.Open = c.below(3) == 1
	for _, p := range []**Field{&f.Each, &f.Elem} {
		if c.below(3) == 1 {
			sub := c.field(depth - 1)
			*p = &sub
		}
	}
	if c.below(8) == 1 {
		f.Fields = []Field{}
	}
	return f
}

func (c *chooser) limits(f *Field) {
	switch c.below(8) {
	case 1:
		f.Kind = pick(c, String, Number, String|Null, String|Number)
		f.Values = pick(c, poolStrings[:c.below(5)], []string{"0", "2.5", "a", "-3"}, []string{"1"}, []string{"01", "x"})
	case 2:
		f.MinLen = c.below(4)
	case 3:
		f.HasMin, f.Min = true, c.below(5)-3
	case 4:
		f.Pattern = pick(c, poolPatterns...)
		f.Match = regexp.MustCompile(f.Pattern).MatchString
	case 5:
		f.Format = pick(c, "date-time", "odd")
	case 6:
		c.limits(f)
		c.limits(f)
	}
}

func (c *chooser) value(f *Field, depth int) string {
	kind := f.Kind
	if kind == 0 || c.below(8) == 1 {
		kind = pick(c, String, Int, Null, Bool, Array, Object)
	}
	var single []Kind
	for _, one := range kinds {
		if kind&one.kind != 0 {
			single = append(single, one.kind)
		}
	}
	switch kind = pick(c, single...); kind {
	case Null:
		return "null"
	case Bool:
		return pick(c, "true", "false")
	case Object:
		return c.object(f, depth)
	case Array:
		return c.array(f, depth)
	}
	if len(f.Values) > 0 && c.below(4) != 1 {
		if v := pick(c, f.Values...); kind == String || isNumber(v) {
			return map[bool]string{true: Quote(v), false: v}[kind == String]
		}
	}
	switch {
	case kind == String && f.Format != "" && c.below(2) == 1:
		return Quote(pick(c, times()...))
	case kind == String:
		return Quote(pick(c, poolStrings...))
	default:
		return pick(c, poolNumbers...)
	}
}

func (c *chooser) object(f *Field, depth int) string {
	var all []string
	seen := map[string]bool{}
	add := func(name string, field *Field) {
		if !seen[name] && depth > 0 {
			all = append(all, Quote(name)+":"+c.value(field, depth-1))
			seen[name] = true
		}
	}
	for i := range f.Fields {
		if f.Fields[i].Required && c.below(5) != 1 || c.below(4) == 1 {
			add(f.Fields[i].Name, &f.Fields[i])
		}
	}
	for range c.below(3) {
		field := &Field{}
		if f.Each != nil {
			field = f.Each
		}
		add(pick(c, append(poolKeys, "z", "aa")...), field)
	}
	return "{" + strings.Join(all, ",") + "}"
}

func (c *chooser) array(f *Field, depth int) string {
	var items []string
	elem := f.Elem
	if elem == nil {
		elem = &Field{}
	}
	for range c.below(4) {
		if depth > 0 {
			items = append(items, c.value(elem, depth-1))
		}
	}
	return "[" + strings.Join(items, ",") + "]"
}

// TestWholeNumbers checks that the schema accepts 1.0 as a whole number, and Check does not.
func TestWholeNumbers(t *testing.T) {
	field := Field{Kind: Int}
	validate := compile(t, Schema("t", field))
	for text, whole := range map[string]bool{"1": true, "-0": true, "1.0": false, "1e2": false} {
		if got := mustParse(t, text).Check(field) == nil; got != whole {
			t.Errorf("%s fits: %v, want %v", text, got, whole)
		}
		if err := validate(text); err != nil {
			t.Errorf("%s is not valid: %v", text, err)
		}
	}
}

func TestSchemaText(t *testing.T) {
	field := Field{Kind: Object, Fields: []Field{
		{Name: "id", Kind: String, Required: true, MinLen: 1, Pattern: `^\w "é"$`},
		{Name: "n", Kind: Int | Null, Values: []string{"0", "2"}, HasMin: true, Min: -1},
		{Name: "any", Kind: String | Number, Values: []string{"x", "1"}},
		{Name: "at", Kind: String, Format: "date-time"},
		{Name: "list", Kind: Array, Required: true, Elem: &Field{Kind: Number}},
		{Name: "map", Kind: Object, Each: &Field{Kind: Bool}},
		{Name: "open", Kind: Object, Open: true, Fields: []Field{}},
	}}
	const want = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "A state",
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "minLength": 1,
      "pattern": "^\\w \"é\"$"
    },
    "n": {
      "type": [
        "integer",
        "null"
      ],
      "enum": [
        0,
        2,
        null
      ],
      "minimum": -1
    },
    "any": {
      "type": [
        "string",
        "number"
      ],
      "enum": [
        "x",
        "1",
        1
      ]
    },
    "at": {
      "type": "string",
      "format": "date-time"
    },
    "list": {
      "type": "array",
      "items": {
        "type": "number"
      }
    },
    "map": {
      "type": "object",
      "additionalProperties": {
        "type": "boolean"
      }
    },
    "open": {
      "type": "object"
    }
  },
  "required": [
    "id",
    "list"
  ],
  "additionalProperties": false
}
`
	if got := Schema("A state", field); got != want {
		t.Errorf("got\n%s", got)
	}
}
