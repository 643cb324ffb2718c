package loop

import (
	"slices"
	"strings"
	"testing"
)

func TestSync(t *testing.T) {
	behind := with(t, with(t, sample, checkpoints+"EXECUTE/tasks_completed", "0"), checkpoints+"EXECUTE/last_task", `"Task 1.1"`)
	c, err := track(t, behind, samplePlan).Sync(now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "2", checkpoints+"EXECUTE/tasks_total", "4", checkpoints+"EXECUTE/last_task", `"1.2"`, checkpoints+"EXECUTE/last_updated", `"`+stamp+`"`)
	if c, err = track(t, sample, samplePlan).Sync(now); mustDo(t, c, err).Changed() {
		t.Errorf("got %s", c.Text)
	}
	c, err = track(t, sample, strings.ReplaceAll(samplePlan, "[x]", "[ ]")).Sync(now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "1", checkpoints+"EXECUTE/last_task", `"Task 1.2"`, checkpoints+"EXECUTE/last_commit", `"abc1234"`)
	none := without(t, sample, checkpoints+"EXECUTE")
	c, err = track(t, none, samplePlan).Sync(now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/status", `"IN_PROGRESS"`, checkpoints+"EXECUTE/last_task", `"1.2"`)
	c, err = track(t, with(t, none, "loop_state/current_step", `"PLAN"`), samplePlan).Sync(now)
	if mustDo(t, c, err).Changed() || len(c.Notes) != 1 {
		t.Errorf("got %+v", c)
	}
	for _, plan := range []string{"", "nothing"} {
		if _, err = track(t, sample, plan).Sync(now); err == nil {
			t.Errorf("took tasks from %q", plan)
		}
	}
}

func TestMigrate(t *testing.T) {
	v1 := `{"track_id": "x", "status": "Implemented", "mine": [1.0, "\u00e9"]}`
	for _, e := range []struct{ plan, step, status string }{
		{"", Planning, NotStarted},
		{"# no tasks\n", Planning, NotStarted},
		{"- [ ] 1.1 a\n", EvaluatePlan, NotStarted},
		{"- [~] 1.1 a\n- [ ] 1.2 b\n", Execute, InProgress},
		{samplePlan, Execute, InProgress},
		{"- [x] 1.1 a\n", Execute, InProgress},
	} {
		c, err := track(t, v1, e.plan).Migrate(now)
		text := mustDo(t, c, err).Text
		wantValues(t, text, "version", "3", "loop_state/current_step", `"`+e.step+`"`, "loop_state/step_status", `"`+e.status+`"`, checkpoints+e.step+"/status", `"`+e.status+`"`,
			"loop_state/fix_cycle_count", "0", "loop_state/max_fix_cycles", "3", "blockers", "[]", "mine", `[1.0, "\u00e9"]`, "track_id", `"x"`, "status", `"Implemented"`)
		if again, err := track(t, text, e.plan).Migrate(now); mustDo(t, again, err).Changed() {
			t.Errorf("again: %s", again.Text)
		}
		for _, p := range c.After.check(parsePlan("", e.plan), false) {
			if !p.Warning || p.Rule == ruleStepMismatch || p.Rule == ruleLastTask {
				t.Errorf("%s: %s", e.step, p.Message)
			}
		}
	}
	c, err := track(t, v1, samplePlan).Migrate(now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "2", checkpoints+"EXECUTE/tasks_total", "4", checkpoints+"EXECUTE/last_task", `"1.2"`, checkpoints+"EXECUTE/last_commit", `"abc1234"`, checkpoints+"PLAN", "")
	c, err = track(t, `{"status": "complete"}`, samplePlan).Migrate(now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/current_step", `"COMPLETE"`, "track_id", `"header_20260213"`)
	c, err = track(t, "{}", "").Migrate(now)
	wantValues(t, mustDo(t, c, err).Text, "status", `"new"`)
	inLoop := without(t, with(t, sample, "loop_state/blockers", "[]"), "blockers")
	c, err = track(t, inLoop, "").Migrate(now)
	wantValues(t, mustDo(t, c, err).Text, "blockers", "", "loop_state/blockers", "[]", "version", "3")
	c, err = track(t, sample, samplePlan).Migrate(now)
	want := strings.Replace(strings.Replace(sample, `"version": 2`, `"version": 3`, 1), `"updated_at": "2026-02-13T12:05:00Z"`, `"updated_at": "`+stamp+`"`, 1)
	if mustDo(t, c, err).Text != want {
		t.Errorf("got %s", c.Text)
	}
	for _, version := range []string{"3", "4", "7"} {
		c, err = track(t, with(t, sample, "version", version), "").Migrate(now)
		if mustDo(t, c, err).Changed() || len(c.Notes) != 1 {
			t.Errorf("version %s: %+v", version, c)
		}
	}
}

func TestMigratedIsClean(t *testing.T) {
	const v1 = `{"id": "x", "title": "X", "status": "complete", "created": "2026-11-04"}`
	known := with(t, without(t, without(t, v1, "id"), "title"), "status", `"new"`)
	for _, plan := range []string{"", "- [ ] 1.1 a\n", "- [x] 1.1 a\n- [ ] 1.2 b\n", "- [x] a\n", "- [~] 1.1 a\n", steppedPlan, phasedPlan} {
		for _, status := range []string{`"new"`, `"complete"`} {
			c, err := track(t, with(t, known, "status", status), plan).Migrate(now)
			if got := found(mustDo(t, c, err).After.check(parsePlan("", plan), false)); len(got) > 0 {
				t.Errorf("%s, %q: found %q", status, plan, got)
			}
		}
	}
	// somebody edited it after the migration
	inferred := `{"status": "PASSED", "notes": "` + inferredNote + `", "started_at": "2026-11-04"}`
	wantsProblems(t, with(t, sample, checkpoints+"PLAN", inferred), `w schema: checkpoint "PLAN" lacks "agent", "output_files"`, `w time: checkpoint "PLAN" is PASSED but has no "completed_at"`)
}

func TestMigrateWithoutLoop(t *testing.T) {
	for version, want := range map[string]string{"2": "3", "3": "3", "4": "4"} {
		for _, text := range []string{
			`{"version": ` + version + `, "track_id": "x", "status": "new", "loop_state": null, "mine": 1.0}`,
			`{"version": ` + version + `, "track_id": "x", "status": "new", "mine": 1.0}`,
		} {
			if r := resume(t, text, samplePlan); r.Next == nil || r.Next.ID != "2.1" || r.Action != Continue || len(r.Due) > 0 {
				t.Errorf("%s: resume returns %+v", text, r)
			}
			c, err := track(t, text, samplePlan).Migrate(now)
			wantValues(t, mustDo(t, c, err).Text, "version", want, "loop_state/current_step", `"EXECUTE"`, "loop_state/step_status", `"IN_PROGRESS"`, "mine", "1.0")
			if r := resume(t, c.Text, samplePlan); r.Next == nil || r.Next.ID != "2.1" {
				t.Errorf("resume returns %+v", r)
			}
			again, err := track(t, c.Text, samplePlan).Migrate(now)
			if mustDo(t, again, err).Changed() || !slices.Equal(again.Notes, []string{"the file already has version " + want}) {
				t.Errorf("again: %q", again.Notes)
			}
		}
	}
}

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
		if got := c.After.Step() + " " + c.After.statusNow(); got != want || at(t, c.Text, "loop_state/checkpoints")[0] != '{' {
			t.Errorf("%s: %s, want %s: %s", all, got, want, c.Text)
		}
	}
	if _, err := track(t, `{"version": 2, "loop_state": {"checkpoints": ["PLAN"]}}`, "").Migrate(now); err == nil {
		t.Error("a list of checkpoints was taken")
	}
}
