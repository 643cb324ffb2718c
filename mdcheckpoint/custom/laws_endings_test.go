package custom

import "testing"

func TestMayEnd(t *testing.T) {
	for pattern, want := range map[string]bool{
		"HANDOFF.md": true, "docs/**/X.MD": true, "a.markdown": true, "x.{md,txt}": true, "docs/**": true, "docs/*": true, "x.m?": true, "x.m[d]": true,
		"NOTES.txt": false, "TODO": false, "*.txt": false, "docs/md": false, "a.md/x": false,
	} {
		if got := mayEnd(pattern); got != want {
			t.Errorf("%q may match Markdown: %t, want %t", pattern, got, want)
		}
	}
}
