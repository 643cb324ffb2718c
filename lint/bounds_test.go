package lint_test

import (
	"strings"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// TestKnownBy checks that a finding is known by its whole line up to 500 bytes with its end, and by its own
// text in a longer one; and that a fingerprint has sixteen digits, as baselines have them.
func TestKnownBy(t *testing.T) {
	for length, whole := range map[int]bool{498: true, 499: true, 500: false, 501: false} {
		line := "key " + strings.Repeat("x", length-4)
		d := &lint.Diagnostic{File: source.NewFile("a.md", line+"\nnext\n"), Finding: lint.Finding{Span: source.Span{Start: 0, End: 3}}}
		want := "key"
		if whole {
			want = line
		}
		if got := lint.LineOf(d); got != want {
			t.Errorf("in a line of %d bytes it is known by %d of them, want %d", length, len(got), len(want))
		}
	}
	long := strings.Repeat("x", 600)
	d := &lint.Diagnostic{File: source.NewFile("a.md", long), Finding: lint.Finding{Span: source.Span{End: 600}}}
	if got := lint.LineOf(d); len(got) != 500 {
		t.Errorf("a finding of 600 bytes is known by %d, want 500", len(got))
	}
	d.Rule = &lint.Rule{ID: "any/x"}
	if got := lint.Fingerprint(d); len(got) != 16 {
		t.Errorf("a fingerprint is %q, want sixteen digits", got)
	}
}
