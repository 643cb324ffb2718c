package ohrfc

import "testing"

// TestNear checks how far a word may be from a label to be taken for it.
func TestNear(t *testing.T) {
	for _, c := range []struct {
		word, label string
		want        bool
	}{
		{"ne", "new", true}, {"newx", "new", true}, {"n", "new", false}, {"nexx", "new", false}, {"next", "new", false},
		{"kpet", "kept", true}, {"kxxt", "kept", true}, {"kxxx", "kept", false},
		{"resolv", "resolved", true}, {"resol", "resolved", false}, {"unresolved", "resolved", false},
	} {
		if near(c.word, c.label) != c.want {
			t.Errorf("%q is near %q: %t", c.word, c.label, !c.want)
		}
	}
}
