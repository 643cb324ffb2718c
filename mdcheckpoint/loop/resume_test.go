package loop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestResumeTable holds the table of C2, row by row, and what rows 7 and 8 of C3 and
// the statuses of other documents add to it.
func TestResumeTable(t *testing.T) {
	const failed = "dispatch !"
	for _, e := range []struct{ step, status, want string }{
		{Planning, NotStarted, "dispatch superpowers:writing-plans"},
		{Planning, InProgress, "continue superpowers:writing-plans"},
		{Planning, Passed, "move EVALUATE_PLAN"},
		{Planning, Skipped, "move EVALUATE_PLAN"},
		{Planning, PassedWarn, "move EVALUATE_PLAN"},
		{Planning, Failed, failed},
		{EvaluatePlan, NotStarted, "dispatch loop-plan-evaluator"},
		{EvaluatePlan, InProgress, "dispatch loop-plan-evaluator"},
		{EvaluatePlan, BoardReview, "board"},
		{EvaluatePlan, Passed, "move EXECUTE"},
		{EvaluatePlan, Failed, "move PLAN"},
		{Execute, NotStarted, "dispatch superpowers:executing-plans"},
		{Execute, InProgress, "continue superpowers:executing-plans"},
		{Execute, Passed, "move EVALUATE_EXECUTION"},
		{Execute, PartialFail, "partial superpowers:executing-plans"},
		{Execute, Failed, failed},
		{ParallelExecute, InProgress, "continue superpowers:executing-plans"},
		{ParallelExecute, Passed, "move EVALUATE_EXECUTION"},
		{EvaluateExecution, NotStarted, "dispatch loop-execution-evaluator"},
		{EvaluateExecution, Passed, "move COMPLETE"},
		{EvaluateExecution, Failed, "move FIX"},
		{Fix, NotStarted, "dispatch superpowers:systematic-debugging"},
		{Fix, InProgress, "continue superpowers:systematic-debugging"},
		{Fix, Passed, "move EVALUATE_EXECUTION"},
		{Fix, Failed, failed},
		{BusinessSync, NotStarted, "dispatch"},
		{BusinessSync, InProgress, "dispatch"},
		{BusinessSync, Passed, "move COMPLETE"},
		{BusinessSync, Failed, failed},
		{Brainstorm, NotStarted, "dispatch superpowers:brainstorming"},
		{Brainstorm, InProgress, "continue superpowers:brainstorming"},
		{Brainstorm, Passed, "move PLAN"},
		{Brainstorm, Failed, failed},
		{Complete, NotStarted, "complete"},
		{Complete, Passed, "complete"},
		{Planning, Blocked, "dispatch superpowers:writing-plans"},
		{Fix, Blocked, "dispatch superpowers:systematic-debugging"},
		{Planning, Escalated, "escalate"},
		{Complete, Escalated, "escalate"},
		{"GAME_VERIFICATION", InProgress, "escalate !"},
		{Planning, "WAITING_FOR_USER", "escalate !"},
		{Planning, PartialFail, "escalate !"},
		{"plan", "in progress", "continue superpowers:writing-plans"},
	} {
		text := fmt.Sprintf(`{"version": 2, "loop_state": {"current_step": %q, "step_status": %q}}`, e.step, e.status)
		if strings.HasSuffix(e.want, Complete) { // which requires EXECUTE
			text = with(t, text, "loop_state/checkpoints", `{"EXECUTE": {"status": "PASSED"}}`)
		}
		plan := samplePlan
		if e.status == Passed { // tasks that are open would be due
			plan = strings.ReplaceAll(plan, "[ ]", "[x]")
		}
		r := resume(t, text, plan)
		got := string(r.Action)
		if len(r.Warnings) > 0 {
			got += " !"
		} else {
			got = strings.TrimSpace(got + " " + r.To + r.Agent)
		}
		if got != e.want {
			t.Errorf("%s %s: got %q, want %q", e.step, e.status, got, e.want)
		}
	}
	// A blocker that stands, of whichever step, is for a person.
	active := `{"version": 2, "loop_state": {"current_step": "PLAN", "step_status": "BLOCKED"}, "blockers": [{"id": "b", "status": "ACTIVE", "blocked_step": "FIX"}]}`
	if r := resume(t, active, ""); r.Action != Escalate || len(r.Blockers) != 1 {
		t.Errorf("got %+v", r)
	}
	// Version 3 works plans off in parallel, and a complete track has nothing left.
	parallel := `{"version": 3, "loop_state": {"current_step": "EVALUATE_PLAN", "step_status": "PASSED"}}`
	if r := resume(t, parallel, ""); r.To != ParallelExecute {
		t.Errorf("got %+v", r)
	}
	done := `{"version": 3, "status": "complete", "loop_state": {"current_step": "COMPLETE"}}`
	if r := resume(t, done, ""); r.Action != Nothing || len(r.Warnings) != 0 {
		t.Errorf("got %+v", r)
	}
}

// TestResumeTableIsReachable checks that no row stands behind one that hides it.
func TestResumeTableIsReachable(t *testing.T) {
	for i, row := range table {
		for _, above := range table[:i] {
			if above.when == always && (above.step == "" || above.step == row.step) && (above.status == "" || above.status == row.status) {
				t.Errorf("row %+v is hidden by %+v", row, above)
			}
		}
		if (row.do == Move) != (row.to != "") || row.why == "" {
			t.Errorf("row %+v", row)
		}
	}
}

func TestResumeTellsMore(t *testing.T) {
	fix := with(t, with(t, sample, "loop_state/current_step", `"FIX"`), checkpoints+"FIX", `{"status": "IN_PROGRESS", "fixes_remaining": ["a", {"issue": "b"}, 3, null]}`)
	if r := resume(t, fix, ""); fmt.Sprint(r.Fixes) != "[a b 3]" || r.Cycles != 1 || r.Limit != 3 || r.Next != nil {
		t.Errorf("got %+v", r)
	}
	legacy := with(t, with(t, sample, "superpower_enhanced", "false"), checkpoints+"EXECUTE", `{"status": "IN_PROGRESS"}`)
	if r := resume(t, legacy, samplePlan); r.Agent != "loop-executor" || r.Next.ID != "1.2" && r.Next.ID != "2.1" {
		t.Errorf("got %+v", r)
	}
	for plan, want := range map[string]string{
		"":                         "plan.md is not there or cannot be read: the next task is not known",
		"# nothing\n":              "last_task \"Task 1.2\" is not a task of plan.md: the first open task is next; plan.md has no tasks",
		"- [ ] Task 1.2: a\n":      `last_task "Task 1.2" is open in plan.md`,
		"- [x] 1.2 a\n- [!] 1.3 b": "",
	} {
		r := resume(t, sample, plan)
		if got := strings.Join(r.Warnings, "; "); got != want {
			t.Errorf("%q: got %q, want %q", plan, got, want)
		}
	}
	r := resume(t, sample, "- [x] 1.2 a\n- [!] 1.3 b")
	if got := strings.Join(r.Reasons, "; "); got != `the step was interrupted; no task behind "1.2" is open; 1 task is blocked in plan.md` {
		t.Errorf("got %q", got)
	}
	for _, text := range []string{"{}", `{"loop_state": null}`} {
		if r := resume(t, text, ""); r.Action != Dispatch || len(r.Due) > 0 {
			t.Errorf("%s: %+v", text, r)
		}
	}
	for _, text := range []string{"[]", `{"loop_state": []}`} {
		_, err := track(t, text, "").Resume()
		checkRefusal(t, err)
		if err == nil {
			t.Errorf("%s has a state", text)
		}
	}
}

// TestUnreadFixes checks that the loop does not go on towards a fix where nobody knows
// how many there were, or may be.
func TestUnreadFixes(t *testing.T) {
	for _, count := range []string{`"three"`, "[3]", "2.5", "true"} {
		for _, key := range []string{"fix_cycle_count", "max_fix_cycles"} {
			text := with(t, with(t, sample, "loop_state/"+key, count), "loop_state/current_step", `"FIX"`)
			failed := with(t, with(t, text, "loop_state/current_step", `"EVALUATE_EXECUTION"`), "loop_state/step_status", `"FAILED"`)
			for _, r := range []*Resume{resume(t, text, ""), resume(t, failed, "")} {
				if r.Action != Escalate || !slices.Contains(r.Warnings, key+" is "+count+", want a whole number") {
					t.Errorf("%s %s: %s, warnings %q", key, count, r.Action, r.Warnings)
				}
			}
			r := resume(t, with(t, text, "loop_state/current_step", `"EXECUTE"`), samplePlan)
			if r.Action != Continue || !slices.Contains(r.Warnings, key+" is "+count+", want a whole number") {
				t.Errorf("%s %s: %s, warnings %q", key, count, r.Action, r.Warnings)
			}
		}
	}
	for count, want := range map[string]string{"null": "0 of 3", "2.0": "2 of 3", `"2"`: "2 of 3", `"x"`: "unknown of 3", manyNines: manyNines + " of 3"} {
		if got := parse(t, with(t, sample, "loop_state/fix_cycle_count", count)).FixText(); got != want {
			t.Errorf("%s: %s, want %s", count, got, want)
		}
	}
	for version, want := range map[string]string{"null": "1", "2.7": "2.7", `"3"`: "3", manyNines: manyNines} {
		if got := parse(t, with(t, sample, "version", version)).VersionText(); got != want {
			t.Errorf("%s: %s, want %s", version, got, want)
		}
	}
}
