package loop

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocol"
)

func TestActiveBlocker(t *testing.T) {
	c, err := track(t, sample, "").Block(Request{Blocker: "no key"}, now)
	blocked := mustDo(t, c, err).Text
	for _, step := range []string{Execute, Fix, EvaluatePlan} {
		if r := track(t, blocked, "").refused("start", step); r == nil || r.Due[0].Problem != `EXECUTE is blocked by "blocker-1 (no key)", which a person must resolve first` {
			t.Errorf("%s: %v", step, r)
		}
	}
	ahead := with(t, sample, "blockers", `[{"id": "b", "description": "d", "blocked_step": "FIX", "status": "ACTIVE"}]`)
	if r := track(t, ahead, "").refused("start", Fix); r == nil || r.Due[0].Command[2] != "b" {
		t.Errorf("a blocked step can start: %v", r)
	}
	if r := track(t, ahead, "").refused("start", EvaluateExecution); r != nil && strings.Contains(r.Error(), "blocked") {
		t.Errorf("a blocker of another step prevents the start: %v", r)
	}
}

func TestUnreadableCount(t *testing.T) {
	for _, path := range []string{"loop_state/fix_cycle_count", "loop_state/max_fix_cycles"} {
		for _, json := range []string{`"three"`, "[3]", "true", "{}"} {
			_, err := track(t, with(t, sample, path, json), "").Start(Request{Step: Fix}, now)
			if r, ok := errors.AsType[*protocol.RequestError](err); !ok || !r.Refused {
				t.Errorf("%s %s: %v", path, json, err)
			}
		}
	}
}

func TestNewFixCycle(t *testing.T) {
	old := with(t, sample, checkpoints+"FIX", `{"status": "PASSED", "issues_total": 9, "issues_fixed": 9, "current_issue": "old"}`)
	found := with(t, old, checkpoints+"EVALUATE_EXECUTION/evaluators_run", `[{"issues": ["a", "b"]}, {"verdict": "PASS"}, {"issues": ["c"]}]`)
	for text, total := range map[string]string{old: "null", found: "3"} {
		c, err := track(t, text, "").Start(Request{Step: Fix}, now)
		wantValues(t, mustDo(t, c, err).Text, checkpoints+"FIX/issues_total", total, checkpoints+"FIX/issues_fixed", "0", checkpoints+"FIX/current_issue", "null", "loop_state/fix_cycle_count", "2")
	}
	running := with(t, with(t, found, "loop_state/current_step", `"FIX"`), "loop_state/step_status", `"FAILED"`)
	c, err := track(t, running, "").Start(Request{Step: Fix}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"FIX/issues_fixed", "9", "loop_state/fix_cycle_count", "1")
}

func TestPassDropsFailure(t *testing.T) {
	for before, want := range map[string]string{
		`"ERROR: boom"`:                   `""`,
		`"8 tasks"`:                       `"8 tasks"`,
		`["a", "ERROR: boom", "b"]`:       `["a", "b"]`,
		`["ERROR: boom", "error: again"]`: `[]`,
	} {
		c, err := track(t, with(t, sample, checkpoints+"EXECUTE/notes", before), samplePlan).Pass(Request{}, now)
		wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/notes", want)
		if before != want && !slices.Contains(c.Notes, `the note "ERROR: boom" was moved to the history`) {
			t.Errorf("%s: notes %q", before, c.Notes)
		}
	}
}

func TestStartReopens(t *testing.T) {
	done := with(t, with(t, sample, "status", `"complete"`), "completed_at", `"2026-02-14T00:00:00Z"`)
	c, err := track(t, done, samplePlan).Start(Request{Step: EvaluateExecution}, now)
	wantValues(t, mustDo(t, c, err).Text, "status", `"in_progress"`, "completed_at", "null")
	c, err = track(t, done, samplePlan).Start(Request{Step: Complete}, now)
	wantValues(t, mustDo(t, c, err).Text, "status", `"complete"`)
}

func TestStepSpelledAsKey(t *testing.T) {
	text := `{"loop_state": {"current_step": "execute", "step_status": "PASSED", "checkpoints": {"execute": {"status": "PASSED"}}}}`
	c, err := track(t, text, "").Start(Request{Step: Execute}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/current_step", `"execute"`, checkpoints+"execute/status", `"IN_PROGRESS"`, checkpoints+"EXECUTE", "")
}

func TestFixCycleIssues(t *testing.T) {
	text := with(t, sample, checkpoints+"FIX", `{"status": "PASSED", "fixes_remaining": ["OLD issue 9"], "notes": "ERROR: old boom", "fixes_applied": [{"issue": "a"}]}`)
	text = with(t, text, checkpoints+"EVALUATE_EXECUTION", `{"status": "FAILED", "failure_items": ["NEW 1", {"issue": "NEW 2"}]}`)
	c, err := track(t, text, "").Start(Request{Step: Fix}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/fix_cycle_count", "2", checkpoints+"FIX/fixes_remaining", `["NEW 1", "NEW 2"]`,
		checkpoints+"FIX/notes", `""`, checkpoints+"FIX/fixes_applied", `[{"issue": "a"}]`, checkpoints+"FIX/issues_total", "2")
	again := with(t, c.Text, checkpoints+"FIX/fixes_remaining", `["NEW 1"]`)
	c, err = track(t, again, "").Start(Request{Step: Fix}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/fix_cycle_count", "2", checkpoints+"FIX/fixes_remaining", `["NEW 1"]`)
	c, err = track(t, without(t, text, checkpoints+"EVALUATE_EXECUTION"), "").Start(Request{Step: Fix}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"FIX/fixes_remaining", "[]")
	raised := with(t, with(t, text, "loop_state/current_step", `"FIX"`), "loop_state/step_status", `"NOT_STARTED"`)
	c, err = track(t, with(t, raised, checkpoints+"FIX/cycle", "0"), "").Start(Request{Step: Fix}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/fix_cycle_count", "1", checkpoints+"FIX/cycle", "1", checkpoints+"FIX/fixes_remaining", `["NEW 1", "NEW 2"]`)
}
