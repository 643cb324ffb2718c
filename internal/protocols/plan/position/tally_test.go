package position

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
)

func planned(files map[string]string, plans ...string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, name := range plans {
		bare, done := strings.CutSuffix(name, "*")
		if tree[".planning/phases/"+bare+"-PLAN.md"] = (&fstest.MapFile{}); done {
			tree[".planning/phases/"+bare+"-SUMMARY.md"] = &fstest.MapFile{}
		}
	}
	return tree
}

const milestones = "# Roadmap\n\n- ✅ **v1.0 MVP** - Phases 1-2 (shipped)\n\n<details>\n<summary>✅ v1.0 MVP (Phases 1-2)</summary>\n\n### Phase 1: A\n- [x] **Phase 2: B**\n\n</details>\n\n### 🚧 v1.1 More (In Progress)\n\n- [x] **Phase 3: C**\n- [ ] **Phase 4: D**\n\n### Phase 999.1: Idea\n"

// waysOf returns phases, completed phases, plans and completed plans for every way of counting.
func waysOf(t *testing.T, tree fstest.MapFS, front string) string {
	t.Helper()
	got, err := state(t, ".planning/STATE.md", "---\n"+front+"\n---\n").Tally(tree)
	if err != nil {
		return err.Error()
	}
	var all []string
	for i := range got.ways {
		all = append(all, strings.Trim(fmt.Sprint(got.ways[i].number), "[]"))
	}
	return strings.Join(all, " | ")
}

func TestMilestones(t *testing.T) {
	plans := []string{"01-a/01-01*", "02-b/02-01*", "03-c/03-01*", "03-c/03-02", "999.1-idea/999.1-01"}
	const here, all = "3 2 4 3", "3 to 4 2 4 3"
	for name, of := range map[string]struct{ roadmap, milestone, want string }{
		"no roadmap":                  {"", "v1.1", "0 0 0 0 | " + here + " | " + here},
		"no phases":                   {"# Roadmap\n", "v1.1", "0 0 0 0 | " + here + " | " + here},
		"folded":                      {milestones, "", "1 to 2 0 to 1 2 1 to 2 | 3 2 to 3 4 3 to 4 | 3 to 4 2 to 3 4 3 to 4"},
		"named":                       {milestones, "v1.1", "1 to 2 0 to 1 2 1 to 2 | 3 2 to 3 4 3 to 4 | 3 to 4 2 to 3 4 3 to 4"},
		"the state names the earlier": {milestones, "v1.0", "2 2 2 2 | 3 2 to 3 4 3 to 4 | 3 to 4 2 to 3 4 3 to 4"},
		"headings":                    {"## ✅ v1.0 MVP\n### Phase 1: A\n### Phase 2: B\n## v1.1 More\n### Phase 3: C\n", "1.1", "1 0 2 1 | " + here + " | " + here},
		"one list":                    {"## Phases\n- [x] **Phase 1: A**\n- [x] **Phase 2: B**\n- [ ] **Phase 3: C**\n", "v1.0", here + " | " + here + " | " + here},
		"the roadmap lists no phase":  {"## Phase 8: H\n", "v1.0", "0 to 1 0 0 0 | " + here + " | " + all},
		"phases before the roadmap":   {"- [x] **Phase 4: D**\n", "v1.0", "0 to 1 0 to 1 0 0 | 3 0 to 3 4 3 to 4 | 3 to 4 0 to 4 4 3 to 4"},
		"in a fence":                  {"```\n## Phase 1: A\n```\n", "v1.0", "0 0 0 0 | " + here + " | " + here},
	} {
		if got := waysOf(t, planned(map[string]string{".planning/ROADMAP.md": of.roadmap}, plans...), "milestone: "+of.milestone); got != of.want {
			t.Errorf("%s: got  %s\nwant %s", name, got, of.want)
		}
	}
}

// TestPutAway checks that an archived phase counts once.
func TestPutAway(t *testing.T) {
	for name, of := range map[string]struct{ roadmap, milestone, want string }{
		"listed for this milestone":    {"## v1.0 MVP\n### Phase 1: A\n### Phase 2: B\n", "v1.0", "2 2 2 2 | 0 0 0 0 | 2 2 2 2"},
		"listed for another milestone": {"## ✅ v1.0 MVP\n### Phase 1: A\n### Phase 2: B\n## v1.1 More\n### Phase 3: C\n", "v1.1", "0 to 1 0 0 0 | 0 0 0 0 | 2 to 3 2 2 2"},
		"a later phase 1":              {"## v1.1 More\n### Phase 1: C\n- [ ] 01-02-PLAN.md\n", "v1.1", "0 to 1 0 0 to 1 0 | 0 0 0 0 | 2 to 3 2 2 to 3 2"},
	} {
		tree := planned(map[string]string{".planning/ROADMAP.md": of.roadmap})
		for _, name := range []string{"01-a/01-01", "02-b/02-01"} {
			tree[".planning/milestones/v1.0-phases/"+name+"-PLAN.md"], tree[".planning/milestones/v1.0-phases/"+name+"-SUMMARY.md"] = &fstest.MapFile{}, &fstest.MapFile{}
		}
		if got := waysOf(t, tree, "milestone: "+of.milestone); got != of.want {
			t.Errorf("%s: got  %s\nwant %s", name, got, of.want)
		}
	}
}

func TestTally(t *testing.T) {
	for name, of := range map[string]struct {
		files []string
		want  string
	}{
		"plans":                            {[]string{"phases/03-a/03-01-PLAN.md", "phases/03-a/03-02-PLAN.md", "phases/03-a/03-01-SUMMARY.md", "phases/04-c/notes.md"}, "2 0 2 1"},
		"all are done":                     {[]string{"phases/03-a/03-01-PLAN.md", "phases/03-a/03-01-SUMMARY.md"}, "1 1 1 1"},
		"a folder of plans":                {[]string{"phases/03-a/plans/03-01-PLAN.md", "phases/03-a/plans/03-01-SUMMARY.md"}, "1 1 1 1"},
		"names":                            {[]string{"phases/03-a/03-02-setup-PLAN.md", "phases/03-a/03-02-SUMMARY.md"}, "1 1 1 1"},
		"only a summary":                   {[]string{"phases/03-a/03-01-SUMMARY.md", "phases/03-a/03-02-PLAN.md", "phases/03-a/03-02-SUMMARY.md"}, "1 1 1 to 2 1 to 2"},
		"a summary of other name":          {[]string{"phases/03-a/03-GAP-PLAN.md", "phases/03-a/03-04-SUMMARY.md"}, "1 0 to 1 1 to 2 0 to 2"},
		"the folder in a summary":          {[]string{"phases/03-a/03-01-PLAN.md", "phases/03-a/03-02-PLAN.md", "phases/03-a/03-a-01-SUMMARY.md"}, "1 0 2 1"},
		"without numbers":                  {[]string{"phases/03-a/PLAN.md", "phases/03-a/SUMMARY.md", "phases/04-b/PLAN.md"}, "2 1 2 1"},
		"two plans with the same number":   {[]string{"phases/03-a/03-01-x-PLAN.md", "phases/03-a/03-01-y-PLAN.md", "phases/03-a/03-01-y-SUMMARY.md"}, "1 0 to 1 0 to 2 0 to 1"},
		"two folders with the same number": {[]string{"phases/03-a/03-01-PLAN.md", "phases/03-b/03-01-PLAN.md", "phases/03-b/03-01-SUMMARY.md", "phases/03-b/03-02-PLAN.md"}, "1 to 2 0 to 2 0 to 3 0 to 1"},
		"archived":                         {[]string{"phases/03-a/03-01-PLAN.md", "milestones/v1.0-phases/01-b/01-01-PLAN.md", "milestones/v1.0-phases/01-b/01-02-PLAN.md", "milestones/v1.0-phases/01-b/01-01-SUMMARY.md", "phases/_archive/02-c/02-01-SUMMARY.md"}, "3 0 to 2 3 to 4 1 to 3"},
		"quick tasks and research":         {[]string{"phases/03-a/03-01-PLAN.md", "quick/001-fix/001-PLAN.md", "quick/001-fix/001-SUMMARY.md", "research/SUMMARY.md"}, "1 0 1 0"},
		"the backlog":                      {[]string{"phases/03-a/03-01-PLAN.md", "phases/999.1-b/999.1-01-PLAN.md"}, "1 0 1 0"},
		"none":                             {[]string{"quick/001-fix/001-PLAN.md"}, "there is no folder \".planning/phases\""},
	} {
		tree := fstest.MapFS{}
		for _, name := range of.files {
			tree[".planning/"+name] = &fstest.MapFile{}
		}
		got := waysOf(t, tree, "x: y")
		if parts := strings.Split(got, " | "); parts[len(parts)-1] != of.want {
			t.Errorf("%s: got %s, want %s", name, got, of.want)
		}
	}
}

func TestCounts(t *testing.T) {
	tree := planned(map[string]string{".planning/ROADMAP.md": "## v1.1 More\n### Phase 3: C\n- [x] 03-01-PLAN.md\n### Phase 4: D\n- [ ] 04-01-PLAN.md\n### Phase 5: E\n", ".planning/milestones/v1.0-phases/02-b/02-01-PLAN.md": "", ".planning/milestones/v1.0-phases/02-b/02-01-SUMMARY.md": ""},
		"00-z/00-01*", "01-a/01-01*", "01-a/01-02*", "03-c/03-01*", "03-c/03-02*", "04-d/04-01", "04-d/04-02")
	for name, c := range map[string]struct {
		numbers [4]any
		body    string
		want    string
	}{
		"of the milestone":             {[4]any{3, 1, 4, 2}, "", "verified 3; verified 1; verified 4; verified 2"},
		"of its folders":               {[4]any{2, 1, 4, 2}, "", "verified 2; verified 1; verified 4; verified 2"},
		"of all folders":               {[4]any{4, 3, 7, 5}, "", "verified 4; verified 3; verified 7; verified 5"},
		"with archived phases":         {[4]any{6, 4, 8, 6}, "", "verified 6; verified 4; verified 8; verified 6"},
		"plans were added":             {[4]any{3, 1, 2, 2}, "", "verified 3; verified 1; stale 4; verified 2"},
		"a plan was done":              {[4]any{3, 0, 4, 1}, "", "verified 3; stale 1; verified 4; stale 2"},
		"not all is done":              {[4]any{3, 2, 4, 4}, "", "verified 3; stale 1; open plans: 04-01, 04-02; verified 4; stale 2; open plans: 04-01, 04-02"},
		"more plans than there are":    {[4]any{3, 1, 9, 2}, "", "verified 3; verified 1; unverifiable ; verified 2"},
		"more are done than there are": {[4]any{3, 1, 9, 9}, "", "verified 3; verified 1; unverifiable ; unverifiable "},
		"no way of counting matches":   {[4]any{8, 6, 30, 30}, "", "unverifiable ; unverifiable ; unverifiable ; unverifiable "},
		"fewer than the current phase": {[4]any{8, 6, 1, 1}, "Phase: 4 of 5", "unverifiable ; unverifiable ; unverifiable ; unverifiable "},
		"nothing is counted":           {[4]any{3, 0, 0, 0}, "", "verified 3; stale 1; stale 4; stale 2"},
		"two numbers":                  {[4]any{"", "", 4, 1}, "", "verified 4; stale 2"},
		"later phases":                 {[4]any{7, 1, 4, 2}, "Phase: 4 of 7", "verified 7; verified 1; verified 4; verified 2"},
		"verified and not counted":     {[4]any{3, 0, 4, 2}, "Phase: 3 of 3\nStatus: Verifying", "verified 3; verified 0; verified 4; verified 2"},
		"not verified yet":             {[4]any{3, 0, 4, 2}, "Phase: 3 of 3\nStatus: In progress", "verified 3; stale 1; verified 4; verified 2"},
		"no numbers":                   {[4]any{"TBD", "", "'4'", ""}, "", "verified 4"},
	} {
		n := c.numbers
		s := state(t, ".planning/STATE.md", fmt.Sprintf("---\nmilestone: v1.1\nprogress:\n  total_phases: %v\n  completed_phases: %v\n  total_plans: %v\n  completed_plans: %v\n---\n%s\n", n[0], n[1], n[2], n[3], c.body))
		if got := verdictsIn(tree, s); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", name, got, c.want)
		}
	}
}

func TestNotNamed(t *testing.T) {
	tree := planned(map[string]string{".planning/phases/02-b/notes.md": ""}, "01-a/01-01*")
	s := state(t, ".planning/STATE.md", "---\nprogress: {total_phases: 2, completed_phases: 2, total_plans: 1, completed_plans: 1}\n---\n")
	if got := verdictsIn(tree, s); got != "verified 2; unverifiable ; verified 1; verified 1" {
		t.Errorf("got %s", got)
	}
}

// TestByChance checks that one equal number does not select a way of counting, except for the milestone.
func TestByChance(t *testing.T) {
	roadmap := "# Roadmap\n- v1.0 First - Phases 1-3 (shipped)\n- **v1.1 Second** - Phases 4-5 (in progress)\n### Phase 4: D\n### Phase 5: E\n"
	tree := planned(map[string]string{".planning/ROADMAP.md": roadmap}, "01-a/01-01*", "02-b/02-01*", "02-b/02-02*", "03-c/03-01*", "04-d/04-01*", "04-d/04-02*", "05-e/05-01")
	for numbers, want := range map[[4]int]string{
		{5, 1, 4, 2}: "unverifiable ; unverifiable ; unverifiable ; unverifiable ",
		{2, 0, 1, 1}: "verified 2; stale 1; stale 3; stale 2",
	} {
		s := state(t, ".planning/STATE.md", fmt.Sprintf("---\nmilestone: v1.1\nprogress: {total_phases: %d, completed_phases: %d, total_plans: %d, completed_plans: %d}\n---\n", numbers[0], numbers[1], numbers[2], numbers[3]))
		if got := verdictsIn(tree, s); got != want {
			t.Errorf("%v: got %s, want %s", numbers, got, want)
		}
	}
}

func TestWide(t *testing.T) {
	for plans, want := range map[int]string{5: "unverifiable ; unverifiable ; unverifiable ; unverifiable ", 9: "stale 2; verified 1; verified 9; verified 1"} {
		tree := planned(nil, "01-a/01-01*", "02-b/02-01")
		for i := 2; i < 9; i++ {
			tree[fmt.Sprintf(".planning/phases/01-a/01-%02d-SUMMARY.md", i)] = &fstest.MapFile{}
		}
		s := state(t, ".planning/STATE.md", fmt.Sprintf("---\nprogress: {total_phases: 1, completed_phases: 1, total_plans: %d, completed_plans: 1}\n---\n", plans))
		if got := verdictsIn(tree, s); got != want {
			t.Errorf("%d: got %s, want %s", plans, got, want)
		}
	}
}

func TestPercents(t *testing.T) {
	tree := planned(nil, "01-a/01-01*", "01-a/01-02*", "02-b/02-01*", "02-b/02-02", "03-c/03-01", "03-c/03-02", "03-c/03-03", "03-c/03-04")
	const counts = "  total_phases: 3\n  completed_phases: 1\n  total_plans: 8\n  completed_plans: 3\n"
	for text, want := range map[string]string{
		"  percent: 33\n" + counts:                                          "percent computed from the counts: verified 33",
		"  percent: 38\n" + counts:                                          "percent computed from the counts: verified 38",
		"  percent: 34\n" + counts:                                          "percent computed from the counts: verified 34",
		"  percent: 70\n" + counts:                                          "percent computed from the counts: stale 33",
		"  percent: 70\n  total_plans: 0\n  completed_plans: 0\n":           "percent computed from the counts: verified 70",
		"  percent: 70\n" + counts + "---\nProgress: 70% (7 of 10 pages)\n": "percent computed from the counts: unverifiable ; percent in the text: unverifiable ",
		counts + "---\nProgress: [███░░░░░░░] 38%\n":                        "percent in the text: verified 38",
		counts + "---\nPhase: 2 of 3\nProgress: [█████░░░░░] 50%\n":         "percent in the text: verified 50",
		counts + "---\nPhase: 2 of 3\nPlan: 2 of 2\nProgress: 100%\n":       "percent in the text: verified 100",
		counts + "---\nPhase: 2 of 3\nPlan: 1 of 2\nProgress: 100%\n":       "percent in the text: stale 33 to 50",
		counts + "---\nProgress: [██████████] 100%\n":                       "percent in the text: stale 33 to 38",
		counts + "---\nProgress: [██████████] 100% (of the first phase)\n":  "percent in the text: unverifiable ",
		counts + "---\nProgress: 36%\n":                                     "percent in the text: unverifiable ",
		"  total_plans: 30\n  completed_plans: 3\n---\nProgress: 100%\n":    "percent in the text: unverifiable ",
		"---\nProgress: 10%\n":                                              "percent in the text: stale 33 to 38",
		"---\nStatus: Defining requirements\nProgress: 0%\n":                "percent in the text: verified 0",
		"---\nProgress: 29.5%\n":                                            "",
	} {
		if !strings.Contains(text, "---") {
			text += "---\n"
		}
		var got []string
		for _, v := range claim.Verify(tree, state(t, ".planning/STATE.md", "---\nprogress:\n"+text).Claims(claim.Outside{})) {
			if v.Key == ClaimPercent {
				got = append(got, v.Name+": "+string(v.Status)+" "+v.Actual)
			}
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestNoPhaseYet(t *testing.T) {
	tree := planned(map[string]string{".planning/milestones/v1.0-phases/01-a/01-01-PLAN.md": "", ".planning/milestones/v1.0-phases/01-a/01-01-SUMMARY.md": ""})
	for text, want := range map[string]string{"0%": "verified 0", "40%": "stale 100"} {
		if got := verdictsIn(tree, state(t, ".planning/STATE.md", "Milestone: v1.1\nProgress: "+text+"\n")); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	listed := planned(map[string]string{".planning/ROADMAP.md": "# Roadmap\n- v1.0 First - Phase 1 (shipped)\n- **v1.1 Second** - Phases 2-3 (in progress)\n### Phase 2: B\n### Phase 3: C\n"}, "01-a/01-01*")
	if got := verdictsIn(listed, state(t, ".planning/STATE.md", "Milestone: v1.1\nPhase: 2 (1 of 2 in v1.1)\nProgress: 0%\n")); got != "verified 0" {
		t.Errorf("a milestone that begins beside old phases: %s", got)
	}
}

func TestPhasePlans(t *testing.T) {
	tree := planned(map[string]string{".planning/ROADMAP.md": milestones}, "01-a/01-01*", "02-b/02-01*", "03-c/plans/03-01*", "03-c/03-02-setup", "03-c/03-03-x*", "04-d/04-01")
	tree[".planning/phases/04-d/04-SUMMARY.md"] = &fstest.MapFile{}
	for text, want := range map[string]string{
		"Phase: **3** of 4\nPlan: 1 of 3":                    "verified 3",
		"Phase: Phase 3 of 4 — C\nPlan: 1 of 2":              "stale 3",
		"Phase: 03-c (C)\nPlan: 1 of 3":                      "verified 3",
		"**Current Phase:** 03\n**Total Plans in Phase:** 7": "unverifiable ",
		"Phase: 9 of 9\nPlan: 1 of 2":                        "unverifiable ",
	} {
		if got := verdictsIn(tree, state(t, ".planning/STATE.md", text+"\n")); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestSyncCounts(t *testing.T) {
	tree := planned(map[string]string{".planning/ROADMAP.md": "## Phase 1: A\n## Phase 2: B\n"}, "01-a/01-01*", "01-a/01-02*", "02-b/02-01*", "02-b/02-02", "02-b/02-03")
	for name, c := range map[string]struct {
		numbers, want [5]int
		body, after   string
		notes         string
	}{
		"right":                  {[5]int{2, 1, 5, 3, 50}, [5]int{2, 1, 5, 3, 50}, "50%", "50%", ""},
		"plans were added":       {[5]int{2, 1, 3, 3, 50}, [5]int{2, 1, 5, 3, 50}, "50%", "50%", "total_plans is 5, counted in the phases of the milestone"},
		"by plans":               {[5]int{2, 1, 3, 3, 100}, [5]int{2, 1, 5, 3, 60}, "100%", "60%", "total_plans is 5, counted in the phases of the milestone"},
		"not done":               {[5]int{2, 2, 5, 5, 100}, [5]int{2, 1, 5, 3, 50}, "100%", "50%", "completed_phases is 1, counted in the phases of the milestone; open plans: 02-02, 02-03|completed_plans is 3, counted in the phases of the milestone; open plans: 02-02, 02-03"},
		"more plans":             {[5]int{2, 1, 9, 3, 33}, [5]int{2, 1, 9, 3, 33}, "33%", "33%", "total_plans stays 9, because its correct value is not clear from the plans (it can be 5)"},
		"nothing matches":        {[5]int{7, 6, 40, 30, 75}, [5]int{7, 6, 40, 30, 75}, "75%", "75%", "total_phases stays 7, because its correct value is not clear from the plans (it can be 0 to 2)"},
		"done, but missing":      {[5]int{2, 1, 9, 2, 22}, [5]int{2, 1, 9, 2, 22}, "22%", "22%", "completed_plans stays 2, because its correct value is not clear from the plans (it can be 3)"},
		"words after the number": {[5]int{2, 1, 3, 3, 50}, [5]int{2, 1, 5, 3, 50}, "99% (of the text)", "99% (of the text)", "total_plans is 5"},
	} {
		text := func(n [5]int, body string) string {
			return fmt.Sprintf("---\nprogress:\n  total_phases: %d\n  completed_phases: %d\n  total_plans: %d\n  completed_plans: %d\n  percent: %d\n---\nProgress: %s\n", n[0], n[1], n[2], n[3], n[4], body)
		}
		s := state(t, ".planning/STATE.md", text(c.numbers, c.body))
		tally, err := s.Tally(tree)
		if err != nil {
			t.Fatal(err)
		}
		change, err := s.Sync(Plans, tally)
		if err != nil || change.Text != text(c.want, c.after) || !strings.Contains(strings.Join(change.Notes, "|"), c.notes) {
			t.Errorf("%s: %v, got\n%s%q", name, err, change.Text, change.Notes)
		}
	}
}

func TestSyncLeaves(t *testing.T) {
	tally := counted(2, 1, 2, 1, 0)
	for text, notes := range map[string]int{"Progress: 30% [###-------]\n": 1, "Progress: [...] 30%\n": 1, "Progress: [####░░░░░░] 30%\n": 1, "Progress: [####░░░░░░] 50%\n": 0, "Progress: 29.5%\n": 0, "Phase: 1 of 4\nProgress: 50%\n": 0} {
		change, err := state(t, ".planning/STATE.md", text).Sync(Plans, tally)
		if err != nil || change.Text != text || len(change.Notes) < notes {
			t.Errorf("%q: got %q, %v, %v", text, change.Text, change.Notes, err)
		}
	}
	if change, err := state(t, ".planning/STATE.md", rowState).Sync(Plans, tally); err != nil || !strings.Contains(change.Text, "| [█████░░░░░] 50% |") {
		t.Errorf("got %v, %v", change, err)
	}
	s := state(t, ".planning/STATE.md", "---\nprogress:\n  total_plans: 4\n  completed_plans: 1\n  percent: \"63%\"\n---\nPhase: 1 of 4\nProgress: 63%\n")
	if change, err := s.Sync(Plans, counted(2, 0, 4, 1, 0)); err != nil || !strings.Contains(change.Text, "percent: \"25%\"") || !strings.Contains(change.Text, "Progress: 25%") {
		t.Errorf("got %v, %v", change, err)
	}
}

func verdictsIn(tree fstest.MapFS, s *State) string {
	var all []string
	for _, v := range claim.Verify(tree, s.Claims(claim.Outside{})) {
		all = append(all, string(v.Status)+" "+v.Actual)
	}
	return strings.Join(all, "; ")
}

func TestNamed(t *testing.T) {
	tree := fstest.MapFS{"src/a.ts": {}, ".planning/PROJECT.md": {}, ".planning/phases/03-c/x.md": {}}
	for text, want := range map[string]string{
		"`src/a.ts` is in":            "verified exists",
		"`src/b.ts` is in":            "stale does not exist",
		"see `src/gone/next.ts`":      "stale does not exist",
		"deleted `src/b.ts`":          "",
		"renamed `src/b.ts` to c":     "",
		"still to create: `src/b.ts`": "",
		"deleted `src/a.ts`":          "",
		"rebased on `origin/main.x`":  "",
		"since `v1.2/foo.bar`":        "",
		"`apps/web/src/a.ts` is in":   "unverifiable ",
		"an `open one\n`src/a.ts`":    "verified exists",
	} {
		c, err := ParseNote(".planning/.continue-here.md", "<completed_work>\n"+text+"\n</completed_work>\n<next_action>\nMake `src/new.ts`.\n</next_action>\n")
		if err != nil {
			t.Fatal(err)
		}
		var got string
		for _, v := range claim.Verify(tree, c.Claims(claim.Outside{})) {
			got += string(v.Status) + " " + v.Actual
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		".planning/PROJECT.md": "verified exists", "`.planning/PROJECT.md`": "verified exists", "[x](.planning/PROJECT.md)": "verified exists", ".planning/PROJECT.md:12": "verified exists",
		"PROJECT.md": "verified exists", "phases/03-c/x.md": "verified exists", ".planning/phases/03-c/": "verified exists", "03-c": "verified exists",
		"x.md": "verified exists", "y.md": "stale does not exist",
		"https://x.y/z": "", "None": "", ".planning/gone.md": "stale does not exist",
	} {
		if got := verdictsIn(tree, state(t, ".planning/STATE.md", "Phase: 3 of 4\nResume file: "+text+"\n")); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestMadeBy(t *testing.T) {
	tree := fstest.MapFS{
		".planning/phases/01-a/01-01-PLAN.md":    {Data: []byte("---\nphase: 01\nplan: 01\nfiles_modified: [a.ts, lost.ts, removed.ts, never.ts]\nmust_haves:\n  artifacts:\n    - path: never.go\n    - path: removed.go\n    - path: ignored.go\n    - path: named.go\n---\n")},
		".planning/phases/01-a/01-01-SUMMARY.md": {}, "a.ts": {},
	}
	fates := map[string]claim.Fate{
		"lost.ts": {Lost: true}, "removed.ts": {Removed: "0abcdef of 2026-01-31"}, "removed.go": {Removed: "0abcdef of 2026-01-31"}, "ignored.go": {Ignored: true}, "named.go": {Instead: "b/named.go"},
	}
	may := "the file may be deleted, renamed or not yet written"
	for _, c := range []struct {
		fate func(string) (claim.Fate, error)
		want string
	}{
		{nil, "verified|" + may + "|" + may + "|" + may + "|" + may + "|" + may + "|" + may + "|" + may},
		{func(name string) (claim.Fate, error) { return fates[name], nil }, "verified|stale|commit 0abcdef of 2026-01-31 removed it|no commit contains it|no commit contains it|commit 0abcdef of 2026-01-31 removed it|git ignores it|b/named.go exists"},
		{func(string) (claim.Fate, error) { return claim.Fate{}, errors.New("busy") }, "verified" + strings.Repeat("|"+may, 7)},
	} {
		var got []string
		for _, claims := range ReadProject(tree, ".planning", bootstrap.Repository{}).Claims("01", claim.Outside{Fate: c.fate}) {
			for _, v := range claim.Verify(tree, claims) {
				if v.Status == claim.Unverifiable {
					v.Status = claim.Status(v.Reason)
				}
				got = append(got, string(v.Status))
			}
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("got  %q\nwant %q", strings.Join(got, "|"), c.want)
		}
	}
}

func TestFate(t *testing.T) {
	removed, nothing := claim.Fate{Removed: "0abcdef of 2026-01-31"}, claim.Fate{}
	for _, c := range []struct {
		fate        claim.Fate
		state, note claim.Status
	}{
		{nothing, claim.Stale, claim.Stale}, {claim.Fate{Lost: true}, claim.Stale, claim.Stale}, {removed, claim.Stale, claim.Unverifiable},
		{claim.Fate{Ignored: true}, claim.Unverifiable, claim.Unverifiable}, {claim.Fate{Instead: "x/b.md"}, claim.Unverifiable, claim.Unverifiable},
	} {
		out := claim.Outside{Fate: func(name string) (claim.Fate, error) {
			if name == "a/b.md" || name == ".planning/a/b.md" {
				return c.fate, nil
			}
			return nothing, nil
		}}
		note, err := ParseNote(".planning/.continue-here.md", "<completed_work>\n`a/b.md`\n</completed_work>\n")
		if err != nil {
			t.Fatal(err)
		}
		all := append(state(t, ".planning/STATE.md", "Resume file: a/b.md\n").Claims(out), note.Claims(out)...)
		if v := claim.Verify(fstest.MapFS{}, all); len(v) != 2 || v[0].Status != c.state || v[1].Status != c.note {
			t.Errorf("%+v: got %v, want %s, %s", c.fate, v, c.state, c.note)
		}
	}
}
