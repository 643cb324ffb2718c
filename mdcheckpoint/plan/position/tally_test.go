package position

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/claim"
)

// planned is a tree of plans: of a name with a star the plan is done.
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

// TestMilestones checks which folders of phases count: those of the milestone at hand.
func TestMilestones(t *testing.T) {
	plans := []string{"01-a/01-01*", "02-b/02-01*", "03-c/03-01*", "03-c/03-02", "999.1-idea/999.1-01", "_archive/old/07-01*"}
	for name, of := range map[string]struct {
		roadmap, milestone          string
		phases, plans, done, listed int
	}{
		"no roadmap":           {"", "v1.1", 3, 4, 3, 0},
		"no phases":            {"# Roadmap\n", "v1.1", 3, 4, 3, 0},
		"folded":               {milestones, "", 1, 2, 1, 2},
		"named":                {milestones, "v1.1", 1, 2, 1, 2},
		"the earlier is named": {milestones, "v1.0", 2, 2, 2, 2},
		"another is named":     {milestones, "v9.9", 1, 2, 1, 2},
		"headings":             {"## ✅ v1.0 MVP\n### Phase 1: A\n### Phase 2: B\n## v1.1 More\n### Phase 3: C\n", "1.1", 1, 2, 1, 1},
		"one list":             {"## Phases\n- [x] **Phase 1: A**\n- [x] **Phase 2: B**\n- [ ] **Phase 3: C**\n", "v1.0", 3, 4, 3, 3},
		"lists none of them":   {"## Phase 8: H\n", "v1.0", 3, 4, 3, 1},
		"in a fence":           {"```\n## Phase 1: A\n```\n", "v1.0", 3, 4, 3, 0},
	} {
		s := state(t, ".planning/STATE.md", "---\nmilestone: "+of.milestone+"\n---\n")
		got, err := s.Tally(planned(map[string]string{".planning/ROADMAP.md": of.roadmap}, plans...))
		if err != nil || got.Phases != of.phases || got.Plans != of.plans || got.Done != of.done || got.Listed != of.listed {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

// TestCounts checks what becomes of the counts of a state: phases
// without a folder may have been put away.
func TestCounts(t *testing.T) {
	tree := planned(map[string]string{".planning/ROADMAP.md": milestones}, "01-a/01-01*", "02-b/02-01*", "03-c/plans/03-01*", "03-c/03-02-setup", "03-c/03-03-x*")
	tree[".planning/phases/03-c/03-02-SUMMARY.md/x"] = &fstest.MapFile{}
	for text, want := range map[string]string{
		"total_phases: 2":     "verified 2",
		"total_phases: 3":     "unverifiable ",
		"total_phases: TBD":   "",
		"total_plans: 3":      "verified 3",
		"total_plans: '3'":    "verified 3",
		"total_plans: 5":      "stale 3",
		"total_plans: 4":      "stale 3",
		"completed_plans: 2":  "verified 2",
		"completed_plans: 4":  "stale 2",
		"completed_plans: 3":  "stale 2",
		"completed_phases: 0": "verified 0",
		"completed_phases: 1": "stale 0",
	} {
		s := state(t, ".planning/STATE.md", "---\nmilestone: v1.1\nprogress:\n  "+text+"\n---\n")
		if got := verdictsIn(tree, s); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"Progress: [██░░] 0%":                                "verified 0",
		"Progress: 67%":                                      "unverifiable ",
		"Progress: 68%":                                      "stale 0",
		"Progress: 250%":                                     "stale 0",
		"Progress: 29.5%":                                    "",
		"Phase: **3** of 4\nPlan: 1 of 3":                    "verified 3",
		"Phase: Phase 3 of 4 — C\nPlan: 1 of 2":              "stale 3",
		"Phase: 03-c (C)\nPlan: 1 of 3":                      "verified 3",
		"**Current Phase:** 03\n**Total Plans in Phase:** 7": "stale 3",
		"Stopped at: Completed 03-01-PLAN.md":                "verified is done",
		"Stopped at: Completed 03-02: it is in":              "stale is not done",
		"Stopped at: Completed 03-02 task 1":                 "",
		"Stopped at: Completed 08-01":                        "unverifiable ",
	} {
		if got := verdictsIn(tree, state(t, ".planning/STATE.md", text+"\n")); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestSyncLeaves checks that a percent beside a bar of other characters is left with a note,
// and one that is no whole number is not taken for a part of it.
func TestSyncLeaves(t *testing.T) {
	tally := &Tally{Phases: 2, DonePhases: 1, Plans: 2, Done: 1}
	for text, notes := range map[string]int{"Progress: 30% [###-------]\n": 1, "Progress: 29.5%\n": 0, "Phase: 1 of 4\nProgress: 50%\n": 0} {
		change, err := state(t, ".planning/STATE.md", text).Sync(Plans, tally)
		if err != nil || change.Text != text || len(change.Notes) < notes {
			t.Errorf("%q: got %q, %v, %v", text, change.Text, change.Notes, err)
		}
	}
	s := state(t, ".planning/STATE.md", "---\nprogress:\n  percent: \"63%\"\n---\nPhase: 1 of 4\nProgress: 30%\n")
	if change, err := s.Sync(Plans, tally); err != nil || !strings.Contains(change.Text, "percent: \"25%\"") || !strings.Contains(change.Text, "Progress: 25%") {
		t.Errorf("got %v, %v", change, err)
	}
}

// verdictsIn are the verdicts on the claims of a state, without their names.
func verdictsIn(tree fstest.MapFS, s *State) string {
	var all []string
	for _, v := range claim.Verify(tree, s.Claims(claim.Outside{})) {
		all = append(all, string(v.Status)+" "+v.Actual)
	}
	return strings.Join(all, "; ")
}

// TestNamed checks what a text says of a file that it names.
func TestNamed(t *testing.T) {
	tree := fstest.MapFS{"src/a.ts": {}, ".planning/PROJECT.md": {}, ".planning/phases/03-c/x.md": {}}
	for text, want := range map[string]string{
		"`src/a.ts` is in":            "verified exists",
		"`src/b.ts` is in":            "stale does not exist",
		"see `src/gone/next.ts`":      "stale does not exist",
		"deleted `src/b.ts`":          "verified does not exist",
		"deleted `src/a.ts`":          "unverifiable ",
		"renamed `src/b.ts` to c":     "unverifiable ",
		"still to create: `src/b.ts`": "unverifiable ",
		"rebased on `origin/main.x`":  "",
		"since `v1.2/foo.bar`":        "",
		"`apps/web/src/a.ts` is in":   "unverifiable ",
		"an `open one\n`src/a.ts`":    "verified exists",
	} {
		c, err := ParseContinue(".planning/.continue-here.md", "<completed_work>\n"+text+"\n</completed_work>\n<next_action>\nMake `src/new.ts`.\n</next_action>\n")
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
		"https://x.y/z": "unverifiable ", "None": "", ".planning/gone.md": "stale does not exist",
	} {
		if got := verdictsIn(tree, state(t, ".planning/STATE.md", "Phase: 3 of 4\nResume file: "+text+"\n")); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestMadeBy checks what becomes of the files that a plan which is done has made: one that does
// not exist is stale where the repository lost it, or never had it though the plan has to make
// it. Without a repository nobody knows.
func TestMadeBy(t *testing.T) {
	tree := fstest.MapFS{
		".planning/phases/01-a/01-01-PLAN.md":    {Data: []byte("---\nphase: 01\nplan: 01\nfiles_modified: [a.ts, lost.ts, removed.ts, never.ts]\nmust_haves:\n  artifacts:\n    - path: never.go\n    - path: removed.go\n    - path: ignored.go\n    - path: named.go\n---\n")},
		".planning/phases/01-a/01-01-SUMMARY.md": {}, "a.ts": {},
	}
	fates := map[string]claim.Fate{
		"lost.ts": {Lost: true}, "removed.ts": {Removed: "0abcdef of 2026-01-31"}, "removed.go": {Removed: "0abcdef of 2026-01-31"}, "ignored.go": {Ignored: true}, "named.go": {Instead: "b/named.go"},
	}
	may := "it may have been deleted or renamed, or be still to be made"
	for _, c := range []struct {
		fate func(string) (claim.Fate, error)
		want string
	}{
		{nil, "verified|" + may + "|" + may + "|" + may + "|" + may + "|" + may + "|" + may + "|" + may},
		{func(name string) (claim.Fate, error) { return fates[name], nil }, "verified|stale|removed by commit 0abcdef of 2026-01-31|" + may + "|stale|removed by commit 0abcdef of 2026-01-31|git ignores it|b/named.go exists"},
		{func(string) (claim.Fate, error) { return claim.Fate{}, errors.New("busy") }, "verified" + strings.Repeat("|"+may, 3) + strings.Repeat("|busy", 4)},
	} {
		var got []string
		for _, claims := range ReadProject(tree, ".planning").Claims("01", claim.Outside{Fate: c.fate}) {
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

// TestFate checks what becomes of a missing file that a state or a note names: what the state
// says of now is stale though a commit removed it since.
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
		note, err := ParseContinue(".planning/.continue-here.md", "<completed_work>\n`a/b.md`\n</completed_work>\n")
		if err != nil {
			t.Fatal(err)
		}
		all := append(state(t, ".planning/STATE.md", "Resume file: a/b.md\n").Claims(out), note.Claims(out)...)
		if v := claim.Verify(fstest.MapFS{}, all); len(v) != 2 || v[0].Status != c.state || v[1].Status != c.note {
			t.Errorf("%+v: got %v, want %s, %s", c.fate, v, c.state, c.note)
		}
	}
}
