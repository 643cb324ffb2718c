package ohrfc

import (
	"strings"
	"testing"
)

// FuzzOneLine checks that OneLine is what strings.Fields makes of a text, joined.
func FuzzOneLine(f *testing.F) {
	for _, text := range []string{"", " ", "a", " a\n  b ", "a  b", "a\u00a0b", "a\u0085\u2028 b", "\xff \xff", "é\tü", "a\x01 b\r\n c"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := OneLine(text), strings.Join(strings.Fields(text), " "); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", text, got, want)
		}
	})
}
