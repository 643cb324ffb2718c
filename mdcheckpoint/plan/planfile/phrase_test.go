package planfile

import "testing"

func TestPhrases(t *testing.T) {
	for _, p := range phrases {
		if found := findAsks("1. "+p.yes, true, false); len(found) != 1 || found[0].row.what != p.what {
			t.Errorf("%q asks for %+v, want %q", p.yes, found, p.what)
		}
		if found := findAsks("1. "+p.no, true, false); p.no == "" || len(found) > 0 {
			t.Errorf("%q asks to %s by %q", p.no, found[0].row.what, found[0].phrase)
		}
	}
}
