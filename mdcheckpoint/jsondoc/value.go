package jsondoc

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/source"
)

// Literal returns a scalar of another text, such as YAML. literal is its JSON text; span is its place
// in the other text.
func Literal(literal string, span source.Span) *Value {
	return &Value{Kind: literalKind(literal), Span: span, text: literal}
}

// List returns the elements of an array, or any other value as the only element; nil for null.
func (v *Value) List() []*Value {
	switch {
	case v.IsNothing():
		return nil
	case v.Kind == Array:
		return v.Elements
	}
	return []*Value{v}
}

// Get returns the value at path from v, or nil. The elements of path are keys of objects and decimal
// indexes of arrays.
//
//go:noinline
func (v *Value) Get(path ...string) *Value {
	for _, key := range path {
		if v = v.child(key); v == nil {
			return nil
		}
	}
	return v
}

func (v *Value) child(key string) *Value {
	if v == nil {
		return nil
	}
	if i := v.find(key); i >= 0 {
		return v.item(i)
	}
	return nil
}

func (v *Value) find(key string) int {
	if v.Kind == Array {
		if i, ok := index(key); ok && i < len(v.Elements) {
			return i
		}
		return -1
	}
	return slices.IndexFunc(v.Members, func(m Member) bool { return m.Key == key })
}

// index parses a decimal index without sign and leading zeros.
func index(key string) (int, bool) {
	i, err := strconv.Atoi(key)
	return i, err == nil && i >= 0 && strconv.Itoa(i) == key
}

// Str returns the decoded text of a String, or false.
//
//go:noinline
func (v *Value) Str() (string, bool) {
	if v == nil || v.Kind != String {
		return "", false
	}
	return decode(v.text), true
}

// Int returns the number of an Int, or false.
func (v *Value) Int() (int, bool) {
	if v == nil || v.Kind != Int {
		return 0, false
	}
	n, err := strconv.Atoi(v.text)
	if err != nil {
		return 0, false
	}
	return n, true
}

// Number returns the JSON text of a number, or false.
func (v *Value) Number() (string, bool) {
	if v == nil || v.Kind&Number == 0 {
		return "", false
	}
	return v.text, true
}

// Bool returns the value of a Bool; ok is false for other values.
func (v *Value) Bool() (value, ok bool) {
	if v == nil || v.Kind != Bool {
		return false, false
	}
	return v.text == "true", true
}

// IsNull reports whether v exists and is null.
func (v *Value) IsNull() bool { return v != nil && v.Kind == Null }

// IsNothing reports whether v does not exist or is null.
func (v *Value) IsNothing() bool { return v == nil || v.Kind == Null }

// Quote returns s as a JSON string with few escapes. Invalid UTF-8 becomes U+FFFD.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ':
			b.WriteString(strings.Trim(spelled(r), `"`))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func spelled(r rune) string {
	literal, _ := json.Marshal(string(r)) // a string has no error
	return string(literal)
}

func decode(literal string) string {
	if !strings.Contains(literal, `\`) {
		return literal[1 : len(literal)-1]
	}
	var s string
	if err := json.Unmarshal([]byte(literal), &s); err != nil {
		return literal // cannot happen: the parser accepted it
	}
	return s
}

// JSON returns v on one line, without white space.
func (v *Value) JSON() string {
	s := style{colon: ":"}
	return s.print(v, "", false)
}

func (v *Value) size() int { return len(v.Members) + len(v.Elements) }

func (v *Value) item(i int) *Value {
	if v.Kind == Object {
		return v.Members[i].Value
	}
	return v.Elements[i]
}

func (v *Value) itemSpan(i int) source.Span {
	span := v.item(i).Span
	if v.Kind == Object {
		span.Start = v.Members[i].KeySpan.Start
	}
	return span
}

// equal ignores the order of keys and the escapes in strings. Numbers must have the same spelling.
func (v *Value) equal(w *Value) bool {
	if v.Kind != w.Kind || v.size() != w.size() {
		return false
	}
	switch v.Kind {
	case Object:
		return v.sameMembers(w)
	case Array:
		for i := range v.Elements {
			if !v.Elements[i].equal(w.Elements[i]) {
				return false
			}
		}
		return true
	case String:
		return decode(v.text) == decode(w.text)
	default:
		return v.text == w.text
	}
}

func (v *Value) sameMembers(w *Value) bool {
	others := make(map[string]*Value, len(w.Members))
	for _, m := range w.Members {
		others[m.Key] = m.Value
	}
	for _, m := range v.Members {
		if other := others[m.Key]; other == nil || !m.Value.equal(other) {
			return false
		}
	}
	return true
}
