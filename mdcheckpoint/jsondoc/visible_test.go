package jsondoc

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
)

// FuzzVisible states the law: the value stays, and no character is left that a terminal
// acts upon.
func FuzzVisible(f *testing.F) {
	for _, text := range []string{"", "plain é 😀", "a\x7fb\u009b2J\u202e\u2066\u061c\u200f", "\x00\x1b[2J\"\\\u2028", "\xff\u0085", "flag \U0001f3f4\U000e0067\U000e007f"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		raw, err := json.Marshal(map[string]string{text: text})
		if err != nil {
			t.Fatal(err)
		}
		var want, got map[string]string
		shown := Visible(raw)
		if err := json.Unmarshal(shown, &got); err != nil || json.Unmarshal(raw, &want) != nil {
			t.Fatalf("%q: %v", shown, err)
		}
		for key := range want {
			if got[key] != want[key] {
				t.Errorf("%q became %q", want, got)
			}
		}
		if strings.ContainsFunc(string(shown), func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
			t.Errorf("%q holds what a terminal acts upon", shown)
		}
	})
}
