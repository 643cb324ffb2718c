package workspace

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestDetectPlan(t *testing.T) {
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
		got, ok := Detect(name)
		if ok != (want[0] != "") || got.Folder != want[0] || got.Main != want[1] {
			t.Errorf("%s: %v, folder %q, main %q", name, ok, got.Folder, got.Main)
		}
		if ok && filepath.ToSlash(filepath.Join(got.Root, got.Main)) != name {
			t.Errorf("%s: root %s", name, got.Root)
		}
		if ok && !mayBePlan(filepath.Base(name)) {
			t.Errorf("%s is not found by a walk", name)
		}
	}
}

func TestByFolder(t *testing.T) {
	var all []Target
	for _, name := range []string{"/p/.planning/phases/1/01-01-PLAN.md", "/p/.ohrfc/a/checkpoint.md", "/p/.planning/phases/1/01-02-PLAN.md", "/q/.planning/STATE.md"} {
		d, _ := Detect(name)
		all = append(all, d)
	}
	got := ByFolder(all)
	if len(got) != 3 || got[0].Main != ".planning" || got[1].Protocol != Ohrfc || got[2].Root != filepath.FromSlash("/q") {
		t.Errorf("%+v", got)
	}
}

// TestByFolderState holds that the state of thresholds, which mdck writes beside plans, is no
// second project of plans, and is one where there is nothing else.
func TestByFolderState(t *testing.T) {
	state := []string{"/p/.autopilot/state/thresholds.json", "/p/.autopilot/state/acknowledgments.json"}
	for want, names := range map[string][]string{
		".planning":             append(state, "/p/.planning/phases/1/01-01-PLAN.md"),
		".planning, .autopilot": append(state, "/p/.planning/phases/1/01-01-PLAN.md", "/p/.autopilot/TRANSPONDER.md"),
		".autopilot":            state,
		".autopilot, .planning": append(state, "/q/.planning/STATE.md"),
	} {
		var all []Target
		for _, name := range names {
			d, _ := Detect(name)
			all = append(all, d)
		}
		got := map[string]bool{}
		for _, f := range ByFolder(all) {
			got[f.Main] = true
		}
		for _, folder := range []string{".planning", ".autopilot"} {
			if got[folder] != strings.Contains(want, folder) {
				t.Errorf("%q: %v, want %s", names, got, want)
			}
		}
	}
}
