package workspace

import (
	"path/filepath"
	"strings"
	"testing"

	"mdck/mdcheckpoint/ohrfc"
)

func TestByFolder(t *testing.T) {
	var all []Target
	for _, name := range []string{"/p/.planning/phases/1/01-01-PLAN.md", "/p/.ohrfc/a/checkpoint.md", "/p/.planning/phases/1/01-02-PLAN.md", "/q/.planning/STATE.md"} {
		d, _ := known().Detect(name)
		all = append(all, d)
	}
	got := ByFolder(all)
	if len(got) != 3 || got[0].Main != ".planning" || got[1].Protocol != ohrfc.Name || got[2].Root != filepath.FromSlash("/q") {
		t.Errorf("%+v", got)
	}
}

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
			d, _ := known().Detect(name)
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
