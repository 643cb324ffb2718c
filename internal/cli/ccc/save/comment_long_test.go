package save

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/ccc"
)

// TestDecisionsBeyondTheRoom checks that what a comment has no room for is told by the
// next one, and that it is said.
func TestDecisionsBeyondTheRoom(t *testing.T) {
	var text strings.Builder
	text.WriteString("# Session Progress\n\n**Issue:** CIA-12\n\n## Decisions Made\n")
	const many = 1000
	for i := range many {
		fmt.Fprintf(&text, "- decision %d: for a reason\n", i)
	}
	p := newProject(t, map[string]string{ccc.ProgressFile: text.String()})
	server := newFake(t)
	o := p.options()
	o.Key, o.URL, o.SkipGit = testKey, server.url, true
	told := map[string]bool{}
	for range 3 {
		r := Run(t.Context(), o)
		if r.Comment == nil || r.Cut != strings.Contains(strings.Join(r.Steps[2].Notes, "\n"), "cut to fit") {
			t.Fatalf("got %+v and the steps %+v", r.Comment, r.Steps)
		}
		_, line, _ := strings.Cut(server.only(t), "**Decisions:** ")
		line, _, _ = strings.Cut(line, "\n")
		for _, d := range strings.Split(line, "; ") {
			told[strings.TrimSuffix(d, "…")] = true
		}
	}
	for i := range many {
		if d := fmt.Sprintf("decision %d: for a reason", i); !told[d] {
			t.Fatalf("%q was never told", d)
		}
	}
	if body := server.only(t); strings.Contains(body, "decision 1:") {
		t.Errorf("the last comment is\n%.300s", body)
	}
}
