package workspace_test

import (
	"testing"
)

func TestOwnsPlans(t *testing.T) {
	s := known().Store(t.TempDir())
	for name, want := range map[string]bool{
		".planning/phases/01-a/01-01-PLAN.md": true, ".planning/STATE.md": true, ".autopilot/state/thresholds.json": true,
		".autopilot/waypoints/stop-20260129-143000-2.json": true, "01-02-PLAN.md": true,
		".autopilot/waypoints/stop-../../x.json": false, ".planning/../.git/hooks/x": false, "x/../.planning/STATE.md": false,
		"sub/.planning/STATE.md": false, ".planning/phases/01-a/01-01-SUMMARY.md": true, "docs/SUMMARY.md": false, "README.md": false, ".git/hooks/01-01-PLAN.md": false,
	} {
		if s.Owns(name) != want {
			t.Errorf("%s: want %v", name, want)
		}
	}
}
