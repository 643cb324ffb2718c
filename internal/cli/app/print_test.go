package app

import "testing"

// TestShownLines checks that what a terminal would obey is shown instead, and that lines
// stay lines.
func TestShownLines(t *testing.T) {
	if got := EscapeLines("a\u202eb\n\n- \x1b[2J é\n"); got != "a\\u202eb\n\n- \\x1b[2J é\n" {
		t.Errorf("%q", got)
	}
}
