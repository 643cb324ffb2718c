package app

import "testing"

// TestShownLines checks that terminal control characters are replaced by visible ones, and that line
// breaks are kept.
func TestShownLines(t *testing.T) {
	if got := EscapeLines("a\u202eb\n\n- \x1b[2J é\n"); got != "a\\u202eb\n\n- \\x1b[2J é\n" {
		t.Errorf("%q", got)
	}
}
