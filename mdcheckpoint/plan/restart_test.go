package plan

import (
	"fmt"
	"strings"
	"testing"

	"mdck/internal/protocols/plan/position"
)

// TestStates checks that two states are warned of, and one is not.
func TestStates(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "", 2: "2 files describe the state of the work: 0.md counts, the others are 1.md"} {
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

// TestSomeOf checks how many names are listed before the rest is counted.
func TestSomeOf(t *testing.T) {
	for n, want := range map[int]bool{5: false, 6: true} {
		if got := someOf(make([]string, n)); strings.HasSuffix(got, " and 1 more") != want {
			t.Errorf("%d names: %s", n, got)
		}
	}
}
