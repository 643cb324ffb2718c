package loop

import (
	"strings"
	"testing"
)

// TestShort checks that a message quotes 60 bytes of a value at most, and whole characters.
func TestShort(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("a", 60):       strings.Repeat("a", 60),
		strings.Repeat("a", 61):       strings.Repeat("a", 60) + "…",
		strings.Repeat("a", 900):      strings.Repeat("a", 60) + "…",
		strings.Repeat("é", 30):       strings.Repeat("é", 30),
		"a" + strings.Repeat("é", 30): "a" + strings.Repeat("é", 29) + "…",
	} {
		if got := short(text); got != want {
			t.Errorf("%q is quoted as %q, want %q", text, got, want)
		}
	}
}
