package position

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// TestSyncOdd checks that a percent that is no whole number is told of, left when its own
// side is right, and replaced when another is; what is one in other figures is read.
func TestSyncOdd(t *testing.T) {
	for text, odd := range map[string]string{"29.5": "29.5", "nan": "nan", "-5": "-5", "1e2": "1e2", `"-5"`: "-5", "25.0": "", "'25%'": "", "25": "", "TBD": "", `""`: ""} {
		const of = "---\nprogress:\n  percent: %s\n---\n\nProgress: [██░░░░░░░░] 25%%\n"
		s := state(t, ".planning/STATE.md", fmt.Sprintf(of, text))
		want := ""
		if odd != "" {
			want = fmt.Sprintf("percent is %q by the front matter, want a whole number", odd)
		}
		got := ""
		for _, n := range s.Differences(nil) {
			got += n.Message
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
		if change, err := s.Sync(Front, nil); err != nil || change.Changed() {
			t.Errorf("%s: the front matter is right: %v, %v", text, change, err)
		}
		to := text
		if odd != "" {
			to = strings.Replace(text, odd, "25", 1)
		}
		if change, err := s.Sync(Body, nil); err != nil || change.Text != fmt.Sprintf(of, to) {
			t.Errorf("%s: the body is right: %v, %v", text, change, err)
		}
	}
}

// TestSyncReading checks that counts and percent of a state are those of the milestone.
func TestSyncReading(t *testing.T) {
	tree := fstest.MapFS{".planning/ROADMAP.md": {Data: []byte("## v1.0 (shipped)\n- [x] **Phase 1: A**\n## v1.1 (in progress)\n- [ ] **Phase 2: B**\n- [ ] **Phase 3: C**\n- [ ] **Phase 4: D**\n")}}
	for name, done := range map[string]bool{"01-a/01-01": true, "01-a/01-02": true, "02-b/02-01": true, "02-b/02-02": false, "02-b/02-03": false} {
		tree[".planning/phases/"+name+"-PLAN.md"] = &fstest.MapFile{}
		if done {
			tree[".planning/phases/"+name+"-SUMMARY.md"] = &fstest.MapFile{}
		}
	}
	for _, c := range []struct{ phases, donePhases, plans, done, percent int }{{3, 0, 3, 1, 0}} {
		s := state(t, ".planning/STATE.md", fmt.Sprintf("---\nmilestone: v1.1\nprogress:\n  total_phases: %d\n  completed_phases: %d\n  total_plans: %d\n  completed_plans: %d\n  percent: %d\n---\nProgress: %[5]d%%\n", c.phases, c.donePhases, c.plans, c.done, c.percent))
		tally, err := s.Tally(tree)
		if err != nil {
			t.Fatal(err)
		}
		change, err := s.Sync(Plans, tally)
		if err != nil || change.Changed() || len(s.Differences(tally)) > 0 {
			t.Errorf("%v: %+v, %v, %v", c, change, err, s.Differences(tally))
		}
	}
}
