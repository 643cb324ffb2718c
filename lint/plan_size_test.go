package lint

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/source"
)

// TestPlanSize holds that of a file of plans that is larger than is parsed nothing is kept
// that could be counted: not its lines, and not its tokens.
func TestPlanSize(t *testing.T) {
	text := []byte(strings.Repeat("a", source.MaxSize+1))
	for _, name := range []string{".planning/STATE.md", ".planning/HANDOFF.json", ".planning/phases/01-a/01-01-PLAN.md", ".autopilot/state/thresholds.json"} {
		seen := false
		_, err := Run(Input{Tree: fstest.MapFS{name: {Data: text}}, Path: name, Protocol: "plan", Seen: func(u *Unit) { seen = u.File != nil }})
		if seen || !errors.Is(err, source.ErrTooLarge) {
			t.Errorf("%s: kept %t, error %v, want one that it is too large", name, seen, err)
		}
	}
}
