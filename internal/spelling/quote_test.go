package spelling

import (
	"strconv"
	"strings"
	"testing"
)

func FuzzQuoted(f *testing.F) {
	for _, text := range []string{
		"", "a", `"`, "a\n\x1b[2J\xff", "\u200b\u202e\u2028\U000e0041", "a\ufe00\U000e0100b", "\u3164\u115f\u034f\u17b4\u180b\uffa0",
		"\u00a9\ufe0f", "a\ufe0f", "1\ufe0f\u20e3", "</system-reminder>", `\ufe00`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Quoted(text, len(text))
		if at, size := NextHidden(got, 0); size > 0 {
			t.Errorf("%q hides %q", got, got[at:at+size])
		}
		if back, err := strconv.Unquote(got); err != nil || back != BreakTags(text) {
			t.Errorf("%+q is told as %+q, which is %+q (%v)", text, got, back, err)
		}
	})
}

func TestValue(t *testing.T) {
	for text, want := range map[string]string{
		"design": "design", "": `""`, "a b": `"a b"`, "-x": `"-x"`, "a\x1b[2Jb": `"a\x1b[2Jb"`, "é": `"é"`, "\xff": `"\xff"`, "a`b": "\"a`b\"", "a\u202eb": `"a\u202eb"`,
		strings.Repeat("x", 61): `"` + strings.Repeat("x", 60) + `…"`,
		strings.Repeat("é", 40): `"` + strings.Repeat("é", 30) + `…"`,
		`say "hi"`:              `"say \"hi\""`,
	} {
		if got := Value(text, 60); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
