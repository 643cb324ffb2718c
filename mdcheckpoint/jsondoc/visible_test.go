package jsondoc

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"mdck/internal/spelling"
)

var hiding = [...]string{
	"", "plain é 😀", "a\x7fb\u009b2J\u202e\u2066\u061c\u200f", "\x00\x1b[2J\"\\\u2028", "\xff\u0085", "flag \U0001f3f4\U000e0067\U000e007f",
	"<system-reminder>", `</context>\"<user`, "<\u200bsystem>", "<\n\t/tool\x00_use>", "<\U000e0041user", `<\system>`, `<\u0073ystem>`, `\u003csystem>`, "[INST]", "[/inst", "<sys\x0000", "\uff1cuser", "&lt;user&#60;user",
}

func FuzzEncode(f *testing.F) {
	for _, text := range hiding {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			text = strings.ToValidUTF8(text, "\ufffd") // encoding/json does the same
		}
		shown, err := Encode(map[string]any{text: []any{text, Exact(text)}}, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		var got map[string][]string
		if err := json.Unmarshal(shown, &got); err != nil {
			t.Fatalf("%q: %v", shown, err)
		}
		broken := spelling.BreakTags(text)
		if values := got[broken]; len(values) != 2 || values[0] != broken || values[1] != text {
			t.Errorf("%q became %q", text, got)
		}
		if strings.ContainsFunc(string(shown), func(r rune) bool { return unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) }) {
			t.Errorf("%q contains a character that controls a terminal", shown)
		}
		// skip escapes, because one can look like the beginning of a tag
		if after := spelling.BreakTags(string(shown)); after != string(shown) && !strings.Contains(string(shown), `\u`) {
			t.Errorf("%q contains a tag: %q", shown, after)
		}
	})
}

func FuzzExactly(f *testing.F) {
	for _, text := range hiding {
		raw, err := json.Marshal([]string{text})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(raw))
		f.Add(Quote(text))
	}
	f.Add(`"<\ud800system>\udc00"`)
	f.Add(`"<\ud83d\ude00user \/[\/inst]"`)
	f.Fuzz(func(t *testing.T, text string) {
		exact := Exactly([]byte(text))
		broken := Visible(exact)
		if !json.Valid([]byte(text)) {
			return
		}
		var want, got, shown any
		for _, c := range []struct {
			text []byte
			into *any
		}{{[]byte(text), &want}, {exact, &got}, {broken, &shown}} {
			if err := json.Unmarshal(c.text, c.into); err != nil {
				t.Fatalf("%q: %v", c.text, err)
			}
		}
		if a, b, c := compact(want), compact(got), compact(shown); a != b || a != c {
			t.Errorf("%s became %s and %s", a, b, c)
		}
	})
}

func compact(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
