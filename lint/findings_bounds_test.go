package lint

import (
	"strings"
	"testing"
)

func TestCut(t *testing.T) {
	for name, c := range map[string]struct {
		cut  func(string) string
		most int
	}{"message": {func(text string) string {
		return (&Unit{checkpoint: &Checkpoint{}}).diagnostic(&Rule{}, Finding{Message: text}).Message
	}, maxMessage}, "heading": {Shorten, 60}} {
		for _, more := range []int{-1, 0, 1, 2} {
			text := strings.Repeat("x", c.most+more)
			want := text
			if more > 0 {
				want = text[:c.most] + "…"
			}
			if got := c.cut(text); got != want {
				t.Errorf("%s of %d bytes has %d, want %d", name, len(text), len(got), len(want))
			}
		}
	}
}
