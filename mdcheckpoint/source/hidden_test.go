package source

import (
	"testing"
	"unicode"
)

// TestHidden holds that whatever Unicode calls a control, a format or a separator of lines
// is hidden, but for the joiners, and that nothing else is.
func TestHidden(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) && r != '\u200c' && r != '\u200d' && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
		if Hidden(r) != want {
			t.Errorf("%U: %v", r, !want)
		}
	}
	for _, r := range "\a\n\x1b\x7f\u009b\u00ad\u061c\u200b\u200e\u2028\u202e\u2060\ufeff\U000e0041" {
		if !Hidden(r) {
			t.Errorf("%U is shown", r)
		}
	}
}
