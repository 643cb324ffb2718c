package loop

import (
	"strings"
	"testing"
)

func TestSync(t *testing.T) {
	behind := with(t, with(t, sample, checkpoints+"EXECUTE/tasks_completed", "0"), checkpoints+"EXECUTE/last_task", `"Task 1.1"`)
	c, err := track(t, behind, samplePlan).Sync(now)
	wants(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "2", checkpoints+"EXECUTE/tasks_total", "4", checkpoints+"EXECUTE/last_task", `"1.2"`, checkpoints+"EXECUTE/last_updated", `"`+stamp+`"`)
	if c, err = track(t, sample, samplePlan).Sync(now); mustDo(t, c, err).Changed() {
		t.Errorf("got %s", c.Text)
	}
	c, err = track(t, sample, strings.ReplaceAll(samplePlan, "[x]", "[ ]")).Sync(now)
	wants(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "1", checkpoints+"EXECUTE/last_task", `"Task 1.2"`, checkpoints+"EXECUTE/last_commit", `"abc1234"`)
	none := without(t, sample, checkpoints+"EXECUTE")
	c, err = track(t, none, samplePlan).Sync(now)
	wants(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/status", `"IN_PROGRESS"`, checkpoints+"EXECUTE/last_task", `"1.2"`)
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
		wants(t, text, "version", "3", "loop_state/current_step", `"`+e.step+`"`, "loop_state/step_status", `"`+e.status+`"`, checkpoints+e.step+"/status", `"`+e.status+`"`,
			"loop_state/fix_cycle_count", "0", "loop_state/max_fix_cycles", "3", "blockers", "[]", "mine", `[1.0, "\u00e9"]`, "track_id", `"x"`, "status", `"Implemented"`)
		if again, err := track(t, text, e.plan).Migrate(now); mustDo(t, again, err).Changed() {
			t.Errorf("again: %s", again.Text)
		}
		for _, p := range c.After.Check(parsePlan("", e.plan), false) {
			if !p.Warning || p.Rule == RuleStepMismatch || p.Rule == RuleLastTask {
				t.Errorf("%s: %s", e.step, p.Message)
			}
		}
	}
	c, err := track(t, v1, samplePlan).Migrate(now)
	wants(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "2", checkpoints+"EXECUTE/tasks_total", "4", checkpoints+"EXECUTE/last_task", `"1.2"`, checkpoints+"EXECUTE/last_commit", `"abc1234"`, checkpoints+"PLAN", "")
	c, err = track(t, `{"status": "complete"}`, samplePlan).Migrate(now)
	wants(t, mustDo(t, c, err).Text, "loop_state/current_step", `"COMPLETE"`, "track_id", `"header_20260213"`)
	c, err = track(t, "{}", "").Migrate(now)
	wants(t, mustDo(t, c, err).Text, "status", `"new"`)
	inLoop := without(t, with(t, sample, "loop_state/blockers", "[]"), "blockers")
	c, err = track(t, inLoop, "").Migrate(now)
	wants(t, mustDo(t, c, err).Text, "blockers", "", "loop_state/blockers", "[]", "version", "3")
	// Version 2 keeps all that it has.
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
