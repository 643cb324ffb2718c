package templates

import (
	"strings"
	"testing"
)

// TestTexts holds that every text is there, line by line, without white space
// at the ends of lines.
func TestTexts(t *testing.T) {
	questions := Reorient()
	if len(questions) != 3 {
		t.Errorf("%d questions, want those of the protocol's step 5, which are 3", len(questions))
	}
	for _, q := range questions {
		if !strings.HasSuffix(q, "?") {
			t.Errorf("%q is no question", q)
		}
	}
	for line := range strings.Lines(AppendGrammar()) {
		if line != strings.TrimRight(line, " \t\r\n")+"\n" {
			t.Errorf("white space at the end of %q", line)
		}
	}
}
