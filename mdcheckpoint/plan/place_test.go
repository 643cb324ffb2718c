package plan

import (
	"path/filepath"
	"testing"
)

func TestDetect(t *testing.T) {
	for name, want := range map[string][2]string{ // folder, main
		"/p/.planning/phases/01-a/01-02-PLAN.md":       {".planning", ".planning/phases/01-a/01-02-PLAN.md"},
		"/p/.planning/quick/001-fix/PLAN.md":           {".planning", ".planning/quick/001-fix/PLAN.md"},
		"/p/.planning/milestones/v1-phases/1/PLAN.md":  {".planning", ".planning/milestones/v1-phases/1/PLAN.md"},
		"/p/.planning/STATE.md":                        {".planning", ".planning/STATE.md"},
		"/p/.planning/HANDOFF.json":                    {".planning", ".planning/HANDOFF.json"},
		"/p/.planning/phases/01-a/.continue-here.md":   {".planning", ".planning/phases/01-a/.continue-here.md"},
		"/p/.autopilot/phases/003/ROUTE.md":            {".autopilot", ".autopilot/phases/003/ROUTE.md"},
		"/p/.autopilot/TRANSPONDER.md":                 {".autopilot", ".autopilot/TRANSPONDER.md"},
		"/p/.autopilot/state/acknowledgments.json":     {".autopilot", ".autopilot/state/acknowledgments.json"},
		"/p/docs/03-06-PLAN.md":                        {".", "03-06-PLAN.md"},
		"/p/.planning/research/GROWTH-PLAN.md":         {},
		"/p/.planning/phases/01-a/STATE.md":            {},
		"/p/.planning/PLAN.md":                         {},
		"/p/state/acknowledgments.json":                {},
		"/p/PLAN.md":                                   {},
		"/p/STATE.md":                                  {},
		"/p/.planning/phases/01-a/01-02-SUMMARY.md":    {},
		"/p/.autopilot/waypoints/stop-20260101-1.json": {},
	} {
		got, ok := detect(nil, name)
		if ok != (want[0] != "") || got.Folder != want[0] || got.Main != want[1] {
			t.Errorf("%s: %v, folder %q, main %q", name, ok, got.Folder, got.Main)
		}
		if ok && filepath.ToSlash(filepath.Join(got.Root, got.Main)) != name {
			t.Errorf("%s: root %s", name, got.Root)
		}
		if ok && !place.MayDetect(nil, name) {
			t.Errorf("%s matches no glob", name)
		}
	}
}
