package planfile

import (
	"slices"
	"testing"
)

func FuzzAsks(f *testing.F) {
	for text := range asking {
		f.Add(text, true)
	}
	for _, text := range slices.Concat(notAsking, moreAsking, moreNotAsking, reaching, notReaching) {
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, action bool) {
		last := 0
		for _, a := range findAsks(text, action, false) {
			if a.span.Start < last || a.span.Len() == 0 || a.span.End > len(text) {
				t.Fatalf("span %v behind %d of %q", a.span, last, text)
			}
			if last = a.span.End; lineEnd(text, a.span.Start) < last || a.phrase == "" {
				t.Fatalf("phrase %q at %v of %q", a.phrase, a.span, text)
			}
		}
	})
}
