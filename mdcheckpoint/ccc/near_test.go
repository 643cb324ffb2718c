package ccc

import "testing"

// TestIsNear checks how far a heading may be from another to be taken for it.
func TestIsNear(t *testing.T) {
	for is, want := range map[string]bool{"abcde": false, "abcdef": true, "abcdefg": true} {
		if isNear(is, "abcdefghijklmnopq") != want {
			t.Errorf("%q is near the heading: %t", is, !want)
		}
	}
}
