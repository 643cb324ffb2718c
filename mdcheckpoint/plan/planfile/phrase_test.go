package planfile

import "testing"

// TestPhrases checks each row by its examples.
func TestPhrases(t *testing.T) {
	for _, p := range phrases {
		if found := FindAsks("1. "+p.yes, true); len(found) != 1 || found[0].What != p.what {
			t.Errorf("%q asks for %+v, want %q", p.yes, found, p.what)
		}
		if found := FindAsks("1. "+p.no, true); p.no == "" || len(found) > 0 {
			t.Errorf("%q asks to %s by %q", p.no, found[0].What, found[0].Phrase)
		}
	}
}
