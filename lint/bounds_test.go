package lint

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

// TestCut holds how much of a text is shown: all of it up to a length, and no more beyond.
func TestCut(t *testing.T) {
	for name, c := range map[string]struct {
		cut  func(string) string
		most int
	}{"message": {bounded, 500}, "heading": {shown, 60}} {
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

// TestKnownBy holds that a finding is known by its whole line up to 500 bytes with its end, and by its own
// text in a longer one; and that a fingerprint has sixteen digits, as baselines have them.
func TestKnownBy(t *testing.T) {
	for length, whole := range map[int]bool{498: true, 499: true, 500: false, 501: false} {
		line := "key " + strings.Repeat("x", length-4)
		d := &Diagnostic{File: source.NewFile("a.md", line+"\nnext\n"), Finding: Finding{Span: source.Span{Start: 0, End: 3}}}
		want := "key"
		if whole {
			want = line
		}
		if got := lineOf(d); got != want {
			t.Errorf("in a line of %d bytes it is known by %d of them, want %d", length, len(got), len(want))
		}
	}
	long := strings.Repeat("x", 600)
	d := &Diagnostic{File: source.NewFile("a.md", long), Finding: Finding{Span: source.Span{End: 600}}}
	if got := lineOf(d); len(got) != 500 {
		t.Errorf("a finding of 600 bytes is known by %d, want 500", len(got))
	}
	d.Rule = &Rule{ID: "any/x"}
	if got := Fingerprint(d); len(got) != 16 {
		t.Errorf("a fingerprint is %q, want sixteen digits", got)
	}
}

// TestNear holds how far a word may be from a label, and a heading from another, to be taken
// for it.
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
	for is, want := range map[string]bool{"abcde": false, "abcdef": true, "abcdefg": true} {
		if isNear(is, "abcdefghijklmnopq") != want {
			t.Errorf("%q is near the heading: %t", is, !want)
		}
	}
}
