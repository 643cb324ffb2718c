package position

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/mdcheckpoint/source"
)

// States without problems.
const (
	fullState = "---\ncurrent_phase: 3\nstatus: executing\nprogress:\n  total_phases: 4\n  completed_phases: 1\n  total_plans: 5\n  completed_plans: 2\n  percent: 25\n---\n# S\n\nPhase: 3 of 4 (Name)\nPlan: 1 of 2 in current phase\nStatus: In progress\n\nProgress: [██░░░░░░░░] 25%\n"
	boldState = "# S\n\n**Phase:** 03 of 04 (Name)\n**Plan:** 1/2\n**Status:** Ready to plan\n**Progress:** [▓▓░░░░░░░░░░░░░░░░░░] 10%\n"
	rowState  = "# T\n\n| Field | Value |\n|---|---|\n| Phase | 1.1 of 3 |\n| Plan | 2 of 4 |\n| Status | In progress |\n| Progress | [███░░░░░░░] 30% |"
	oddState  = "---\ncurrent_phase: \"03-name\"\nstatus: 'on hold: the key'\nprogress: {percent: 07, total_plans: 9}\n---\nPhase: [2] of [5]\nStatus: waits\nProgress: ██░█ 40%\n"
)

func states() []string {
	return []string{fullState, boldState, rowState, oddState, "", "Phase: none\n", "---\nstatus: paused\npaused_at: 2026-01-01\n---\nStatus: In progress\n"}
}

func checkSync(t testing.TB, text string, from Side, tally *Tally) {
	t.Helper()
	s, err := ParseState(".planning/STATE.md", text)
	if err != nil {
		return
	}
	change, err := s.Sync(from, tally)
	if failed, ok := errors.AsType[*SyncError](err); ok {
		if failed.Wanted == failed.Is {
			t.Fatalf("%v", failed)
		}
		return
	}
	if err != nil {
		t.Fatalf("%s of %q: %v", from, text, err)
	}
	if applied, err := source.Apply(text, change.Edits); err != nil || applied != change.Text {
		t.Fatalf("%s of %q: the edits do not make the text (%v)", from, text, err)
	}
	if (change.Text != text) != (len(change.Did) > 0) {
		t.Fatalf("%s of %q: did %q, and the text is %q", from, text, change.Did, change.Text)
	}
	after, err := ParseState(".planning/STATE.md", change.Text)
	if err != nil {
		t.Fatal(err)
	}
	before, now := s.fields(), after.fields()
	for i, f := range before {
		if f.side == from && now[i].Text != f.Text {
			t.Fatalf("%s of %q: %s was %q and is %q", from, text, f.name, f.Text, now[i].Text)
		}
	}
	for _, n := range after.differences() {
		if from != Plans && !strings.Contains(n.Message, "a whole number") {
			t.Fatalf("%s of %q: still %s", from, text, n.Message)
		}
	}
	if n := after.recorded(); from == Plans && s.recorded() != n && (n[donePlans] > n[allPlans] && n[allPlans] >= 0 || n[donePhases] > n[allPhases] && n[allPhases] >= 0) {
		t.Fatalf("%q became %q: more is done than there is", text, change.Text)
	}
	if was, n := s.recorded(), after.recorded(); from == Plans && (n[allPlans] < was[allPlans] || n[allPhases] < was[allPhases]) {
		t.Fatalf("%q became %q: what may have been put away is not counted any more", text, change.Text)
	}
	again, err := after.Sync(from, tally)
	if err != nil || again.Changed() {
		t.Fatalf("%s of %q: a second time: %v, %v", from, text, err, again)
	}
}

func counted(phases, donePhases, plans, donePlans, ofPhase int) *Tally {
	t := &Tally{}
	exactly := func(n int) bounds { return bounds{n, n} }
	for i := range t.ways {
		t.ways[i].number = [...]bounds{exactly(phases), exactly(donePhases), exactly(plans), exactly(donePlans)}
	}
	t.phase.here, t.phase.number[allPlans] = true, exactly(ofPhase)
	return t
}

func TestSyncLaws(t *testing.T) {
	tallies := []*Tally{nil, {}, counted(2, 1, 5, 3, 2), counted(60, 60, 1000, 1000, 12), counted(4, 2, 5, 3, 2)}
	changes := []func(string) string{
		func(s string) string { return s }, func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		func(s string) string { return "\ufeff" + s }, strings.TrimSpace,
		strings.NewReplacer("3", "12", "In progress", "Paused", "25", "99", "executing", "planning").Replace,
		strings.NewReplacer("of 2", "of 20", "███", "█", "percent: 25", "percent: 100").Replace,
	}
	for _, text := range states() {
		for _, change := range changes {
			for _, tally := range tallies {
				for _, from := range []Side{Front, Body, Plans} {
					checkSync(t, change(text), from, tally)
				}
			}
		}
	}
}

func FuzzSync(f *testing.F) {
	for _, text := range states() {
		f.Add(text, uint8(3), uint8(7))
	}
	f.Fuzz(func(t *testing.T, text string, done, plans uint8) {
		for _, from := range []Side{Front, Body, Plans} {
			checkSync(t, text, from, nil)
			checkSync(t, text, from, counted(2, 1, int(plans), int(min(done, plans)), int(plans/2)))
		}
	})
}

func TestSync(t *testing.T) {
	tally := counted(4, 2, 8, 4, 3)
	for name, c := range map[string]struct {
		text  string
		from  Side
		pairs []string // old, new, old, new, …
	}{
		"phase, front":     {strings.Replace(fullState, "Phase: 3 of", "Phase: 2 of", 1), Front, []string{"Phase: 2 of", "Phase: 3 of"}},
		"phase, body":      {strings.Replace(fullState, "Phase: 3 of", "Phase: 12 of", 1), Body, []string{"current_phase: 3", "current_phase: 12"}},
		"phase with zeros": {strings.Replace(fullState, "Phase: 3 of", "Phase: 02 of", 1), Front, []string{"Phase: 02", "Phase: 03"}},
		"decimal":          {strings.Replace(fullState, "current_phase: 3", "current_phase: \"01.1\"", 1), Front, []string{"Phase: 3 of", "Phase: 1.1 of"}},
		"status, front":    {strings.Replace(fullState, "status: executing", "status: verifying", 1), Front, []string{"Status: In progress", "Status: Verifying"}},
		"status, body":     {strings.Replace(fullState, "Status: In progress", "Status: Phase complete", 1), Body, []string{"status: executing", "status: completed"}},
		"status, prose":    {strings.Replace(fullState, "Status: In progress", "Status: waits: a key", 1), Body, nil},
		"percent, front":   {strings.Replace(fullState, "percent: 25", "percent: 60", 1), Front, []string{"[██░░░░░░░░] 25%", "[██████░░░░] 60%"}},
		"percent, body":    {strings.Replace(fullState, "[██░░░░░░░░] 25%", "[███████░░░] 70%", 1), Body, []string{"percent: 25", "percent: 70"}},
		"only the bar":     {strings.Replace(fullState, "[██░░", "[████", 1), Body, []string{"[████░░░░░░]", "[██░░░░░░░░]"}},
		"plans":            {fullState, Plans, []string{"total_plans: 5", "total_plans: 8", "completed_plans: 2", "completed_plans: 4", "completed_phases: 1", "completed_phases: 2", "percent: 25", "percent: 50", "of 2 in", "of 3 in", "[██░░░░░░░░] 25%", "[█████░░░░░] 50%"}},
		"plans, bold":      {boldState, Plans, []string{"1/2", "1/3"}},
		"plans, row":       {strings.Replace(rowState, "of 4 |", "of 2 |", 1), Plans, []string{"2 of 2", "2 of 3"}},
		"agree":            {fullState, Front, nil},
	} {
		s, err := ParseState(".planning/STATE.md", c.text)
		if err != nil {
			t.Fatal(err)
		}
		change, err := s.Sync(c.from, tally)
		want := c.text
		for i := 0; i < len(c.pairs); i += 2 {
			if strings.Count(want, c.pairs[i]) != 1 {
				t.Fatalf("%s: %q", name, c.pairs[i])
			}
			want = strings.Replace(want, c.pairs[i], c.pairs[i+1], 1)
		}
		if err != nil || change.Text != want {
			t.Errorf("%s: %v, got\n%s\nwant\n%s", name, err, change.Text, want)
		}
	}
}

func TestSyncRefuses(t *testing.T) {
	s, err := ParseState("STATE.md", "---\nstatus: executing\npaused_at: 2026-01-01\n---\nStatus: In progress\n")
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Sync(Body, nil)
	if failed, ok := errors.AsType[*SyncError](err); !ok || failed.Fact != "status" || failed.Side != Front || failed.Is != "paused" {
		t.Errorf("got %v", err)
	}
}

func TestReadTime(t *testing.T) {
	day := time.Date(2026, 2, 13, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"2026-02-13": day, "2026-02-13 - the header": day, "2026-02-13, later": day, "**2026-02-13**": day, "2026-02-13 14:30": day.Add(14*time.Hour + 30*time.Minute),
		"2026-02-13T15:00:00Z": day.Add(15 * time.Hour), "2026-02-13T15:00:00+02:00": day.Add(13 * time.Hour), "2026-02-13 14:30 (x)": day.Add(14*time.Hour + 30*time.Minute),
		"": {}, "yesterday": {}, "N/A": {}, "2026-99-13": {},
	} {
		if got, ok := ReadTime(text); ok != !want.IsZero() || !got.Equal(want) {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
}

func TestSyncOdd(t *testing.T) {
	for text, odd := range map[string]string{"29.5": "29.5", "nan": "nan", "-5": "-5", "1e2": "1e2", `"-5"`: "-5", "25.0": "", "'25%'": "", "25": "", "TBD": "", `""`: ""} {
		const of = "---\nprogress:\n  percent: %s\n---\n\nProgress: [██░░░░░░░░] 25%%\n"
		s := state(t, ".planning/STATE.md", fmt.Sprintf(of, text))
		want := ""
		if odd != "" {
			want = fmt.Sprintf("percent is %q in the front matter; expected a whole number", odd)
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

const session = "\n## Session Continuity\n\nLast session: 2026-01-02 09:00\nStopped at: \"03-01\"\nLast activity: 2026-01-02 - planned\n"

func TestMove(t *testing.T) {
	at := time.Date(2026, 2, 13, 18, 0, 0, 0, time.UTC)
	m := Move{Phase: "04", Plan: "02", Name: "next", OfPhase: 3, Status: "executing", At: "04-02, task 1 of 3 is done"}
	for _, text := range append(states(), fullState+session, strings.Replace(fullState, "progress:", "stopped_at: 03-01\nlast_updated: \"2026-01-02T09:00:00Z\"\nlast_activity: 2026-01-02\npaused_at: 2026-01-02\nprogress:", 1)+session) {
		for _, text := range []string{text, strings.ReplaceAll(text, "\n", "\r\n")} {
			s, err := ParseState(".planning/STATE.md", text)
			if err != nil {
				t.Fatal(err)
			}
			change, err := s.Move(m, at)
			if failed, ok := errors.AsType[*SyncError](err); ok {
				t.Errorf("%q: %v", text, failed)
				continue
			}
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if applied, err := source.Apply(text, change.Edits); err != nil || applied != change.Text {
				t.Errorf("%q: the edits do not make the text (%v)", text, err)
			}
			if strings.Count(text, "\n") != strings.Count(change.Text, "\n") || strings.Count(text, "\r") != strings.Count(change.Text, "\r") {
				t.Errorf("%q became %q", text, change.Text)
			}
			after, err := ParseState(".planning/STATE.md", change.Text)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(after.Differences(nil)); n > len(s.Differences(nil)) {
				t.Errorf("%q became %q, in which sides differ: %v", text, change.Text, after.Differences(nil))
			}
			if again, err := after.Move(m, at); err != nil || again.Changed() {
				t.Errorf("%q: again %+v, %v", change.Text, again, err)
			}
		}
	}
}

func TestMoveForms(t *testing.T) {
	s, err := ParseState(".planning/STATE.md", fullState+session)
	if err != nil {
		t.Fatal(err)
	}
	change, err := s.Move(Move{Phase: "04", Plan: "02", Name: "next", OfPhase: 3, Status: "completed", At: "04-02 is done"}, time.Date(2026, 2, 13, 18, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"current_phase: 4\n", "status: completed\n", "Phase: 4 of 4 (next)\n", "Plan: 2 of 3 in", "Status: Phase complete\n",
		"Last session: 2026-02-13 18:00\n", "Stopped at: 04-02 is done\n", "Last activity: 2026-02-13 - 04-02 is done\n",
	} {
		if !strings.Contains(change.Text, want) {
			t.Errorf("%q is not in %q", want, change.Text)
		}
	}
}

func TestMoveBack(t *testing.T) {
	for text, left := range map[string]bool{
		fullState: true, strings.Replace(fullState, "Phase: 3", "Phase: 2", 1): false, strings.Replace(fullState, "Phase: 3", "Phase: 1", 1): false,
		"Phase: 2 of 3\nStatus: Phase complete\n": true, "Phase: 2 of 3\nPlan: 1 of 2\nStatus: Plan 01 complete\n": false, "Phase: 2 of 3\nPlan: 2 of 2\nStatus: Plan 02 complete\n": true, "Status: v1 shipped, milestone complete\n": true,
		"Phase: All 3 phases complete\nPlan: 9/9 plans complete (v1: 9)\nStatus: v1 Site shipped. Next: v2\n\nProgress: [██████████] 100% (v1 complete)\n": true, "Status: In progress\nStopped at: 02-01\n": false,
		"Status: In progress\nStopped at: 02-01\n\nProgress: [██████████] 100%\n": false,
	} {
		s, err := ParseState(".planning/STATE.md", text)
		if err != nil {
			t.Fatal(err)
		}
		change, err := s.Move(Move{Phase: "02", Plan: "02", Status: "executing", At: "Completed 02-02 task 1 of 3"}, time.Date(2026, 2, 13, 18, 0, 0, 0, time.UTC))
		if err != nil || change.Changed() == left || left != (len(change.Notes) == 1) || left != (change.Text == text) {
			t.Errorf("%q: %v, %+v", text, err, change)
		}
	}
}
