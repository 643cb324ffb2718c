package app

import "testing"

// TestEscapeLines checks that terminal control characters are made visible, and that line breaks are kept.
func TestEscapeLines(t *testing.T) {
	if got := EscapeLines("a\u202eb\n\n- \x1b[2J é\n"); got != "a\\u202eb\n\n- \\x1b[2J é\n" {
		t.Errorf("%q", got)
	}
}
