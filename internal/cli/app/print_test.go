package app

import "testing"

func TestEscapeLines(t *testing.T) {
	if got := EscapeLines("a\u202eb\n\n- \x1b[2J é\n"); got != "a\\u202eb\n\n- \\x1b[2J é\n" {
		t.Errorf("%q", got)
	}
}
