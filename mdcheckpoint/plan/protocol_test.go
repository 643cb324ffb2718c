package plan

import (
	"testing"
	"testing/fstest"
)

func TestHistory(t *testing.T) {
	const dir = ".planning/phases/"
	tree := fstest.MapFS{}
	want := map[string]bool{
		dir + "01-a/01-01-PLAN.md":                              true,
		dir + "02-b/02-01-PLAN.md":                              true,  // has a summary
		dir + "02-b/02-02-PLAN.md":                              false, // has no summary
		dir + "03-c/03-01-PLAN.md":                              false, // plan of a later phase
		dir + "999.1-idea/999.1-01-PLAN.md":                     true,  // plan of the backlog
		".planning/milestones/v1-phases/03-c/03-01-PLAN.md":     true,
		".planning/milestones/v1-phases/03-c/.continue-here.md": true,
		".planning/quick/001-a/001-PLAN.md":                     true,  // the summary has another name
		".planning/quick/002-b/002-PLAN.md":                     false, // not done
		".planning/STATE.md":                                    false,
		".planning/HANDOFF.json":                                false,
		dir + "02-b/.continue-here.md":                          false,
	}
	for name := range want {
		tree[name] = &fstest.MapFile{Data: []byte("---\nwave: 1\n---\n")}
	}
	tree[".planning/STATE.md"].Data = []byte("# State\n\n## Current Position\n\nPhase: 2 of 3 (B)\nPlan: 2 of 2\nStatus: In progress\n")
	tree[dir+"02-b/02-01-SUMMARY.md"] = &fstest.MapFile{}
	tree[".planning/quick/001-a/SUMMARY.md"] = &fstest.MapFile{}
	is := history(tree, ".planning")
	for name, want := range want {
		if is(name) != want {
			t.Errorf("%s is history: %t", name, is(name))
		}
	}
}
