package loop

import (
	"slices"
	"testing"
)

// TestMigrateSound checks that of what a migration writes lint says nothing.
func TestMigrateSound(t *testing.T) {
	const v1 = `{"id": "x", "title": "X", "status": "complete", "created": "2026-11-04"}`
	known := with(t, without(t, without(t, v1, "id"), "title"), "status", `"new"`)
	for _, plan := range []string{"", "- [ ] 1.1 a\n", "- [x] 1.1 a\n- [ ] 1.2 b\n", "- [x] a\n", "- [~] 1.1 a\n", steppedPlan, phasedPlan} {
		for _, status := range []string{`"new"`, `"complete"`} {
			c, err := track(t, with(t, known, "status", status), plan).Migrate(now)
			if got := found(mustDo(t, c, err).After.Check(parsePlan("", plan), false)); len(got) > 0 {
				t.Errorf("%s, %q: found %q", status, plan, got)
			}
		}
	}
	// The note alone makes nothing right: who wrote to the checkpoint knew more.
	inferred := `{"status": "PASSED", "notes": "` + inferredNote + `", "started_at": "2026-11-04"}`
	wantsProblems(t, with(t, sample, checkpoints+"PLAN", inferred), `w schema: checkpoint "PLAN" has no "agent", "output_files"`, `w time: checkpoint "PLAN" is PASSED and has no "completed_at"`)
}

// TestMigrateWithoutLoop checks that a state of the loop that is missing, or null, is
// inferred in every version.
func TestMigrateWithoutLoop(t *testing.T) {
	for version, want := range map[string]string{"2": "3", "3": "3", "4": "4"} {
		for _, text := range []string{
			`{"version": ` + version + `, "track_id": "x", "status": "new", "loop_state": null, "mine": 1.0}`,
			`{"version": ` + version + `, "track_id": "x", "status": "new", "mine": 1.0}`,
		} {
			if r := resume(t, text, samplePlan); r.Next == nil || r.Next.ID != "2.1" || r.Action != Continue || len(r.Due) > 0 {
				t.Errorf("%s goes on with %+v", text, r)
			}
			c, err := track(t, text, samplePlan).Migrate(now)
			wants(t, mustDo(t, c, err).Text, "version", want, "loop_state/current_step", `"EXECUTE"`, "loop_state/step_status", `"IN_PROGRESS"`, "mine", "1.0")
			if r := resume(t, c.Text, samplePlan); r.Next == nil || r.Next.ID != "2.1" {
				t.Errorf("goes on with %+v", r)
			}
			again, err := track(t, c.Text, samplePlan).Migrate(now)
			if mustDo(t, again, err).Changed() || !slices.Equal(again.Notes, []string{"version " + want + " needs no migration"}) {
				t.Errorf("again: %q", again.Notes)
			}
		}
	}
}

// TestMigrateByCheckpoints checks that a step that is not said is taken from the
// checkpoints before it is from the plan, and that checkpoints become an object.
func TestMigrateByCheckpoints(t *testing.T) {
	for all, want := range map[string]string{
		`{"PLAN": {"status": "PASSED"}, "EVALUATE_PLAN": {"status": "PASSED"}, "EXECUTE": {"status": "IN_PROGRESS"}}`: "EXECUTE IN_PROGRESS",
		`{"PLAN": {"status": "IN_PROGRESS"}, "EVALUATE_PLAN": {"status": "FAILED"}}`:                                  "PLAN IN_PROGRESS",
		`{"PLAN": {"status": "PASSED"}, "EXECUTE": {"status": "NOT_STARTED"}, "BUSINESS_SYNC": "SKIPPED"}`:            "PLAN PASSED",
		`{"PARALLEL_EXECUTE": "PASSED", "FIX": {"status": "BLOCKED"}}`:                                                "FIX BLOCKED",
		`{"PLAN": {"status": "NOT_STARTED"}}`:                                                                         "EVALUATE_PLAN NOT_STARTED",
		"null":                                                                                                        "EVALUATE_PLAN NOT_STARTED", "[]": "EVALUATE_PLAN NOT_STARTED",
	} {
		c, err := track(t, `{"version": 2, "loop_state": {"checkpoints": `+all+`}}`, openPlan).Migrate(now)
		mustDo(t, c, err)
		if got := c.After.Step() + " " + c.After.StatusNow(); got != want || at(t, c.Text, "loop_state/checkpoints")[0] != '{' {
			t.Errorf("%s: %s, want %s: %s", all, got, want, c.Text)
		}
	}
	if _, err := track(t, `{"version": 2, "loop_state": {"checkpoints": ["PLAN"]}}`, "").Migrate(now); err == nil {
		t.Error("a list of checkpoints was taken")
	}
}
