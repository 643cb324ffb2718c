package planfile

import (
	"slices"
	"testing"
)

// FuzzAsks checks that phrases are found in order, that each is one line of the text, and
// that what is found in a line does not depend on how lines end.
func FuzzAsks(f *testing.F) {
	for text := range asking {
		f.Add(text, true)
	}
	for _, text := range slices.Concat(asleep, moreAsking, moreAsleep, reaching, beyond) {
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, action bool) {
		last := 0
		for _, a := range FindAsks(text, action) {
			if a.Span.Start < last || a.Span.Len() == 0 || a.Span.End > len(text) {
				t.Fatalf("span %v behind %d of %q", a.Span, last, text)
			}
			if last = a.Span.End; lineEnd(text, a.Span.Start) < last || a.Phrase == "" {
				t.Fatalf("phrase %q at %v of %q", a.Phrase, a.Span, text)
			}
		}
	})
}
