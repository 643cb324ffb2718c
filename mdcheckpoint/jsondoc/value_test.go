package jsondoc

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", "a", `"\/`, "\b\f\n\r\t\x00\x1f\x7f", "é\u2028<&>😀", "\xff\xc3", "\ufeff\ufffd"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		quoted := Quote(s)
		var back string
		want := string([]rune(s)) // each invalid byte becomes U+FFFD
		if err := json.Unmarshal([]byte(quoted), &back); err != nil || back != want || !utf8.ValidString(quoted) {
			t.Fatalf("%q is quoted as %s, which is %q, %v", s, quoted, back, err)
		}
		for _, r := range want {
			if r >= ' ' && r != '"' && r != '\\' && !strings.ContainsRune(quoted, r) {
				t.Fatalf("%q is not in %s", r, quoted)
			}
		}
		escapes := strings.Count(quoted, `\`)
		if most := strings.Count(want, `\`)*2 + strings.Count(want, `"`) + controls(want); escapes > most {
			t.Fatalf("%s has %d backslashes, want at most %d", quoted, escapes, most)
		}
	})
}

func controls(s string) int {
	n := 0
	for _, r := range s {
		if r < ' ' {
			n++
		}
	}
	return n
}

func TestGet(t *testing.T) {
	v := mustParse(t, `{"a": {"0": "zero", "": 1}, "l": [10, {"x": null}], "t": true}`).Root
	for at, want := range map[string]string{
		"a.0": `"zero"`, "l.0": "10", "l.1.x": "null", "t": "true",
	} {
		if got := v.Get(path(at)...); got == nil || got.text != want {
			t.Errorf("%s is %+v, want %s", at, got, want)
		}
	}
	if n, ok := v.Get("a", "").Int(); !ok || n != 1 {
		t.Errorf("the empty key has %d, %v", n, ok)
	}
	if v.Get() != v {
		t.Error("the empty path leads away")
	}
	for _, at := range []string{"x", "a.x", "a.0.x", "l.2", "l.00", "l.+1", "l.-1", "l.x", "l.99999999999999999999", "t.x", "l.1.x.y"} {
		if got := v.Get(path(at)...); got != nil {
			t.Errorf("%s leads to %+v", at, got)
		}
	}
}

func TestNothing(t *testing.T) {
	var v *Value
	_, str := v.Str()
	_, n := v.Int()
	_, b := v.Bool()
	if str || n || b || v.IsNull() || v.Get() != nil || v.Get("a", "0") != nil {
		t.Error("something is found in nothing")
	}
}

func TestInt(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "-0": 0, "-12": -12, "9223372036854775807": 1<<63 - 1} {
		if got, ok := mustParse(t, text).Root.Int(); !ok || got != want {
			t.Errorf("%s is %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"1.0", "1e2", "9223372036854775808", `"1"`, "null", "true", "[1]"} {
		if got, ok := mustParse(t, text).Root.Int(); ok || got != 0 {
			t.Errorf("%s is %d, %v", text, got, ok)
		}
	}
}

func TestKindString(t *testing.T) {
	for kind, want := range map[Kind]string{
		0: "any value", String: "string", Int: "whole number", Number: "number", Bool: "boolean",
		String | Null: "string or null", Array | Object | Null: "array, object or null", Int | String: "string or whole number",
	} {
		if got := kind.String(); got != want {
			t.Errorf("kind %b is %q, want %q", kind, got, want)
		}
	}
	for text, want := range map[string]Kind{
		"null": Null, "false": Bool, "-1": Int, "1.5": Number, "1e1": Number, "1E1": Number, `"1.5"`: String, "[]": Array, "{}": Object,
	} {
		if got := mustParse(t, text).Root.Kind; got&want == 0 || got == Int != (want == Int) {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}
