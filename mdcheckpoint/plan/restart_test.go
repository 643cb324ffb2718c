package plan

import (
	"fmt"
	"strings"
	"testing"

	"mdck/internal/protocols/plan/position"
)

func TestStatesNote(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "", 2: "2 files describe the state of the work; mdck uses 0.md, not 1.md"} {
		p := &position.Project{}
		for i := range n {
			s, err := position.ParseState(fmt.Sprintf("%d.md", i), "")
			if err != nil {
				t.Fatal(err)
			}
			p.States = append(p.States, s)
		}
		if got := statesNote(p); got != want {
			t.Errorf("of %d states: %q", n, got)
		}
	}
}

func TestFirstPaths(t *testing.T) {
	for n, want := range map[int]bool{5: false, 6: true} {
		if got := firstPaths(make([]string, n)); strings.HasSuffix(got, " and 1 more") != want {
			t.Errorf("%d names: %s", n, got)
		}
	}
}
