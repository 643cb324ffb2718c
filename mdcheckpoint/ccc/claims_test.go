package ccc

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/claim"
)

const countedList = `# Session Progress

**Issue:** CIA-1 — x
**Session:** 2026-11-21T09:00:00Z
**Execution Mode:** exec:tdd

## Completed Tasks
- a ✓

## Current Task
- b — begun

## Remaining Tasks
- c

## Continuation Prompt
Resume CIA-1. Current task: task 2 of 3. Key files: src/a.go.
Branch: topic
Last commit: abc1234
Next action: go on.
`

func TestClaimsOfOneSide(t *testing.T) {
	all := `{"phase": "execution", "executionMode": "tdd", "taskIndex": 1, "totalTasks": 3}`
	for name, c := range map[string]struct {
		state    string // "" without a state file
		old, new string
		stale    []string
		without  []string
	}{
		"agree":                    {state: all, without: []string{claimTask}},
		"no state":                 {without: []string{claimMode, claimIndex, claimTotal}},
		"no state, stale prompt":   {old: "task 2 of 3", new: "task 1 of 3", stale: []string{"current task in the lists, recorded 1 of 3, actual 2 of 3"}},
		"no state, other total":    {old: "task 2 of 3", new: "task 2 of 4", stale: []string{"current task in the lists, recorded 2 of 4, actual 2 of 3"}},
		"no state, two bullets":    {old: "- b — begun\n", new: "- b — begun\n- more of b\n"},
		"no state, the second":     {old: "- b — begun\n\n## Remaining Tasks\n- c\n", new: "- a1\n- b — begun\n\n## Remaining Tasks\n", stale: nil},
		"no state, no count":       {old: "- c\n", new: "and so on\n", without: []string{claimTask}},
		"state without numbers":    {state: `{"phase": "execution"}`, old: "task 2 of 3", new: "task 3 of 3", stale: []string{"current task in the lists, recorded 3 of 3, actual 2 of 3"}, without: []string{claimMode}},
		"another plan":             {state: `{"replanCount": 1}`, old: "task 2 of 3", new: "task 3 of 3", without: []string{claimTask}},
		"no mode":                  {state: `{"taskIndex": 1, "totalTasks": 3}`, without: []string{claimMode}},
		"no object":                {state: `[]`, without: []string{claimMode, claimIndex, claimTotal}},
		"all done":                 {state: `{"taskIndex": 3, "totalTasks": 3}`, old: "- a ✓\n", new: "- a ✓\n- b ✓\n- c ✓\n", stale: []string{"number of tasks in the state, recorded 5, actual 3"}},
		"a table":                  {state: all, old: "- a ✓\n", new: "- a ✓\n\n| x | y |\n|---|---|\n| 1 | 2 |\n"},
		"a paragraph":              {state: all, old: "- a ✓\n", new: "All of the first part.\n"},
		"nested boxes":             {state: all, old: "- a ✓\n", new: "- parts\n  - [x] a\n  - [x] b\n"},
		"nested remarks":           {state: all, old: "- a ✓\n", new: "- a ✓\n  - quick\n- b ✓\n", stale: []string{"number of tasks in the state, recorded 4, actual 3"}},
		"one ahead of the state":   {state: all, old: "- a ✓\n", new: "- a ✓\n- b ✓\n", stale: []string{"number of tasks in the state, recorded 4, actual 3"}},
		"two ahead of the state":   {state: all, old: "- a ✓\n", new: "- a ✓\n- b ✓\n- b2 ✓\n", stale: []string{"number of completed tasks in the state, recorded 3, actual 1", "number of tasks in the state, recorded 5, actual 3"}},
		"one behind the state":     {state: all, old: "- a ✓\n", new: "(none yet)\n", stale: []string{"number of completed tasks in the state, recorded 0, actual 1", "number of tasks in the state, recorded 2, actual 3"}},
		"an open box is not done":  {state: `{"taskIndex": 1, "totalTasks": 4}`, old: "- a ✓\n", new: "- a ✓\n- [ ] a2\n", stale: []string{"number of tasks in the state, recorded 3, actual 4"}},
		"a directory of the disk":  {old: "src/a.go", new: "~/a.go"},
		"another branch":           {old: "Branch: topic", new: "Branch: main", stale: []string{`checked-out branch, recorded "main", actual "topic"`}},
		"a missing commit":         {old: "commit: abc1234", new: "commit: deadbee1", stale: []string{"commit deadbee1 does not exist"}},
		"no claim of a short word": {old: "commit: abc1234", new: "commit: soon", without: []string{claimCommit}},
	} {
		tree := fstest.MapFS{ProgressFile: {Data: []byte(strings.Replace(countedList, c.old, c.new, 1))}, "src/a.go": {}}
		if c.state != "" {
			tree[StateFile] = &fstest.MapFile{Data: []byte(c.state)}
		}
		out := claim.Outside{Branch: "topic", Commit: func(hash string) (bool, error) { return hash == "abc1234", nil }}
		var stale []string
		for _, v := range claim.Verify(tree, Read(tree, ProgressFile, "").claims(out)) {
			if v.Status == claim.Stale {
				stale = append(stale, strings.TrimPrefix(v.String(), "stale: "))
			}
			if slices.Contains(c.without, v.Key) {
				t.Errorf("%s: claims %s", name, v)
			}
		}
		if !slices.Equal(stale, c.stale) {
			t.Errorf("%s: stale %q, want %q", name, stale, c.stale)
		}
	}
}
