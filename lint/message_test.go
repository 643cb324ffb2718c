package lint_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
)

// TestMessagesAreBounded checks that no message grows with the text that it is
// about, and that none is cut within a character.
func TestMessagesAreBounded(t *testing.T) {
	const name = ".ohrfc/x/checkpoint.md"
	for _, unit := range []string{"a", "word ", "\"", "\\", "😀,", "é"} {
		long := strings.Repeat(unit, 20_000)
		text := "# " + long + "\n\n## Meta\n- strictness: " + long + "\n\n## " + long + "\n### " + long + "\n- " + long + "\n"
		found, err := lint.Run(lint.Input{Checker: checker("ohrfc"), Tree: fstest.MapFS{name: {Data: []byte(text)}}, Path: name, Limits: ohrfc.DefaultLimits})
		if err != nil || len(found) < 3 {
			t.Fatalf("%q: %d findings, %v", unit, len(found), err)
		}
		for _, d := range found {
			if len(d.Message) > lint.MaxMessage+len("…") || !utf8.ValidString(d.Message) {
				t.Errorf("%q: %s: message of %d bytes: %.80q", unit, d.Rule.ID, len(d.Message), d.Message)
			}
		}
	}
}
