package templates

import (
	"strings"
	"testing"
)

// TestSkeleton checks that every line is found by its name, once, and can stand
// in a comment.
func TestSkeleton(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(skeleton) {
		name, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		group, sub, ok2 := strings.Cut(name, "/")
		if !ok || !ok2 || seen[name] || Skeleton(group, sub) != text || text == "" || strings.Contains(text, "--") || strings.TrimSpace(text) != text {
			t.Errorf("line %q is not GROUP/SUBSECTION: TEXT", line)
		}
		seen[name] = true
	}
	if len(seen) != 9 {
		t.Errorf("%d subsections, want the 9 that the protocol has a template for", len(seen))
	}
	if got := Skeleton("discover", "nope"); got != "" {
		t.Errorf("an unknown subsection gives %q", got)
	}
}
