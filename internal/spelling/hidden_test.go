package spelling

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

func TestHidden(t *testing.T) {
	ignorable := []*unicode.RangeTable{unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := unicode.In(r, ignorable...) && r != '\u200c' && r != '\u200d' && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
		for _, before := range [...]rune{0, 'a', '\ufe0f', '日'} {
			if Hidden(before, r, 'b') != want {
				t.Errorf("%U: %v", r, !want)
			}
		}
	}
	for _, r := range "\a\n\x1b\x7f\u009b\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200e\u2028\u202e\u2060\u2065\u3164\ufe00\ufeff\uffa0\ufff0\U000e0041\U000e0100\U000e01ef" {
		if !Hidden(0, r, 0) {
			t.Errorf("%U is shown", r)
		}
	}
}

func TestEscape(t *testing.T) {
	of := map[string]string{}
	look := func(text string, hidden bool) {
		want := text
		if hidden {
			want = strings.Trim(strconv.QuoteToASCII(text), `"`)
		}
		got := Escape("a"+text+"é", "")
		if got != "a"+want+"é" || Escape(got, "") != got {
			t.Errorf("%q is %q, want %q between a and é", text, got, want)
		}
		if other, had := of[got]; hidden && had {
			t.Errorf("%q and %q are both %q", text, other, got)
		}
		of[got] = text
	}
	for c := 0x80; c <= 0xff; c++ {
		look(string([]byte{byte(c)}), true)
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if hidden := Hidden('a', r, 'é'); hidden || r < 0x300 {
			look(string(r), hidden)
		}
	}
	look("\ufffd", false)
	if got := Escape("a\n\tb\x1b", "\n\t"); got != "a\n\tb\\x1b" {
		t.Errorf("got %q", got)
	}
}

// TestNextHidden replaces each hidden character by "?".
func TestNextHidden(t *testing.T) {
	for in, want := range map[string]string{
		"":                            "",
		"héllo – “x” 日本":              "héllo – “x” 日本",
		"a\tb\n":                      "a?b?",
		"⚠\ufe0f ℹ\ufe0f ©\ufe0f":     "⚠\ufe0f ℹ\ufe0f ©\ufe0f",
		"✔\ufe0e 〰\ufe0f ☺\ufe0f":     "✔\ufe0e 〰\ufe0f ☺\ufe0f",
		"1\ufe0f\u20e3 #\ufe0f\u20e3": "1\ufe0f\u20e3 #\ufe0f\u20e3",
		"1\ufe0f <\ufe0f":             "1? <?",
		"⚠\ufe0f\ufe0f\ufe0e":         "⚠\ufe0f??",
		"a\ufe0f😀\ufe00":              "a?😀?",
		"❤\ufe0f\u200d🔥 👩🏽\u200d🚀":    "❤\ufe0f\u200d🔥 👩🏽\u200d🚀",
		"می\u200cخواهم":               "می\u200cخواهم",
		"日\U000e0100 \u3164\u2065":    "日? ??",
	} {
		got := in
		for at, size := NextHidden(got, 0); size > 0; at, size = NextHidden(got, at) {
			got = got[:at] + "?" + got[at+size:]
		}
		if got != want {
			t.Errorf("%+q: got %+q, want %+q", in, got, want)
		}
		if at, size := NextHidden([]byte(got), 0); size != 0 || at != len(got) {
			t.Errorf("%+q: byte %d of %+q is hidden", in, at, got)
		}
	}
}

func TestEmoji(t *testing.T) {
	for _, r := range "✅❌⚠🚧📝🔥ℹ™↔▶⏸☑✔✖❗➡⬅⭐〽㊗🅰🇩🏻" {
		if !IsEmoji(r) {
			t.Errorf("%c is not an emoji", r)
		}
	}
	if i := slices.IndexFunc([]rune("a0é日<$|~–"), IsEmoji); i >= 0 {
		t.Errorf("character %d is an emoji", i)
	}
	if IsOrdinaryJoiner('\u3164', joiner) || IsOrdinaryJoiner(joiner, joiner) || IsOrdinaryJoiner(' ', nonJoiner) || !IsOrdinaryJoiner('ی', nonJoiner) || strings.ContainsFunc("ab", IsJoiner) {
		t.Error("IsOrdinaryJoiner or IsJoiner accepts a wrong character")
	}
}
