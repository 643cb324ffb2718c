package loop

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
)

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
		if strings.HasSuffix(e.want, Complete) { // COMPLETE requires EXECUTE
			text = with(t, text, "loop_state/checkpoints", `{"EXECUTE": {"status": "PASSED"}}`)
		}
		plan := samplePlan
		if e.status == Passed { // open tasks would be due
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
	active := `{"version": 2, "loop_state": {"current_step": "PLAN", "step_status": "BLOCKED"}, "blockers": [{"id": "b", "status": "ACTIVE", "blocked_step": "FIX"}]}`
	if r := resume(t, active, ""); r.Action != Escalate || len(r.Blockers) != 1 {
		t.Errorf("got %+v", r)
	}
	// version 3 uses the name PARALLEL_EXECUTE
	parallel := `{"version": 3, "loop_state": {"current_step": "EVALUATE_PLAN", "step_status": "PASSED"}}`
	if r := resume(t, parallel, ""); r.To != ParallelExecute {
		t.Errorf("got %+v", r)
	}
	done := `{"version": 3, "status": "complete", "loop_state": {"current_step": "COMPLETE"}}`
	if r := resume(t, done, ""); r.Action != Nothing || len(r.Warnings) != 0 {
		t.Errorf("got %+v", r)
	}
}

func TestResumeTableIsReachable(t *testing.T) {
	for i, row := range table {
		for _, above := range table[:i] {
			if above.when == nil && (above.step == "" || above.step == row.step) && (above.status == "" || above.status == row.status) {
				t.Errorf("row %+v is hidden by %+v", row, above)
			}
		}
		if row.do != Move && row.to != "" || row.why == "" {
			t.Errorf("row %+v", row)
		}
	}
}

func TestResumeDetails(t *testing.T) {
	fix := with(t, with(t, sample, "loop_state/current_step", `"FIX"`), checkpoints+"FIX", `{"status": "IN_PROGRESS", "fixes_remaining": ["a", {"issue": "b"}, 3, null]}`)
	if r := resume(t, fix, ""); fmt.Sprint(r.Fixes) != "[a b 3]" || r.Next != nil {
		t.Errorf("got %+v", r)
	}
	legacy := with(t, with(t, sample, "superpower_enhanced", "false"), checkpoints+"EXECUTE", `{"status": "IN_PROGRESS"}`)
	if r := resume(t, legacy, samplePlan); r.Agent != "loop-executor" || r.Next.ID != "1.2" && r.Next.ID != "2.1" {
		t.Errorf("got %+v", r)
	}
	for plan, want := range map[string]string{
		"":                         "plan.md is missing or cannot be read, so the next task is unknown",
		"# nothing\n":              "plan.md has no tasks",
		"- [ ] Task 1.2: a\n":      `last_task "Task 1.2" is open in plan.md`,
		"- [x] 1.2 a\n- [!] 1.3 b": "",
	} {
		r := resume(t, sample, plan)
		if got := strings.Join(r.Warnings, "; "); got != want {
			t.Errorf("%q: got %q, want %q", plan, got, want)
		}
	}
	r := resume(t, sample, "- [x] 1.2 a\n- [!] 1.3 b")
	if got := strings.Join(r.Reasons, "; "); got != `the step was interrupted; no task is open after "1.2"; 1 task is blocked in plan.md` {
		t.Errorf("got %q", got)
	}
	for _, text := range []string{"{}", `{"loop_state": null}`} {
		if r := resume(t, text, ""); r.Action != Dispatch || len(r.Due) > 0 {
			t.Errorf("%s: %+v", text, r)
		}
	}
	for _, text := range []string{"[]", `{"loop_state": []}`} {
		_, err := track(t, text, "").Resume()
		protocoltest.Refusal(t, err)
		if err == nil {
			t.Errorf("%s: got no error", text)
		}
	}
}

func TestUnreadFixes(t *testing.T) {
	for _, count := range []string{`"three"`, "[3]", "2.5", "true"} {
		for _, key := range []string{"fix_cycle_count", "max_fix_cycles"} {
			text := with(t, with(t, sample, "loop_state/"+key, count), "loop_state/current_step", `"FIX"`)
			failed := with(t, with(t, text, "loop_state/current_step", `"EVALUATE_EXECUTION"`), "loop_state/step_status", `"FAILED"`)
			for _, r := range []*Resume{resume(t, text, ""), resume(t, failed, "")} {
				if r.Action != Escalate || !slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.HasPrefix(w, `"`+key+`" is `) }) {
					t.Errorf("%s %s: %s, warnings %q", key, count, r.Action, r.Warnings)
				}
			}
			r := resume(t, with(t, text, "loop_state/current_step", `"EXECUTE"`), samplePlan)
			if r.Action != Continue || !slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.HasPrefix(w, `"`+key+`" is `) }) {
				t.Errorf("%s %s: %s, warnings %q", key, count, r.Action, r.Warnings)
			}
		}
	}
	for count, want := range map[string]string{"null": "0 of 3", "2.0": "2 of 3", `"2"`: "2 of 3", `"x"`: "unknown", manyNines: "9007199254740992 of 3"} {
		if got := parse(t, with(t, sample, "loop_state/fix_cycle_count", count)).FixText(); got != want {
			t.Errorf("%s: %s, want %s", count, got, want)
		}
	}
}

func TestResumeInForms(t *testing.T) {
	const headed = "## 1. Setup\n- [x] a\n- [x] b\n## 2. Build\n- [ ] c\n"
	for _, test := range []struct{ plan, last, want string }{
		{steppedPlan, "Task 1", "1 2"},
		{steppedPlan, "Task 1: The table", "1 2"},
		{phasedPlan, "Phase 2, Task 1", "Phase 2, Task 1 Phase 2, Task 2"},
		{phasedPlan, "phase 1: task 2", "Phase 1, Task 2 Phase 2, Task 2"},
		{"## Phase 1\n- [x] Task 1.1: a\n## Phase 2\n- [x] Task 2.1: b\n- [ ] Task 2.2: c\n", "Phase 2, Task 1", "2.1 2.2"},
		{"- [x] T1: foo\n- [ ] T2: bar\n", "T1", "T1 T2"},
		{"- [x] T1: foo\n- [ ] T2: bar\n", "Task T1: foo", "T1 T2"},
		{"- [x] T1: foo\n- [ ] bar\n", "T1", " bar"},
		{headed, "1", "1 c"},
	} {
		text := with(t, sample, checkpoints+"EXECUTE/last_task", fmt.Sprintf("%q", test.last))
		r := resume(t, text, test.plan)
		next := "-"
		if r.Next != nil {
			next = r.Next.Name()
		}
		if got := r.From + " " + next; got != test.want {
			t.Errorf("after %q of %q: %q, want %q", test.last, test.plan, got, test.want)
		}
		for _, p := range parse(t, text).check(parsePlan("", test.plan), false) {
			if p.Rule == ruleLastTask {
				t.Errorf("%q of %q: %s", test.last, test.plan, p.Message)
			}
		}
	}
}

func TestLastTaskNotChecked(t *testing.T) {
	for _, test := range []struct {
		plan, last string
		found      bool
	}{
		{"### Task 1: a\nprose\n", "Task 1", false},
		{"prose\n", "Task 1", false},
		{"- [x] a\n- [ ] b\n", "Task 2", false},
		{"- [x] a\n- [ ] b\n", "c", true},
		{"- [x] 1.1 a\n", "Task 2", true},
		{steppedPlan, "Task 4", true},
		{phasedPlan, "Phase 3, Task 1", true},
		{"- [x] T1: a\n- [x] T2: a\n", "T3", true},
		{"", "Task 1", true},
	} {
		text := with(t, sample, checkpoints+"EXECUTE/last_task", fmt.Sprintf("%q", test.last))
		got := false
		for _, p := range parse(t, text).check(parsePlan("", test.plan), false) {
			got = got || p.Rule == ruleLastTask
		}
		if got != test.found {
			t.Errorf("%q of %q: found is %v", test.last, test.plan, got)
		}
	}
}

func TestActions(t *testing.T) {
	seen := map[string]Action{}
	same := func(name string) string { return name }
	for _, a := range []Action{Dispatch, Continue, Move, Board, Partial, Escalate, Conclude, Nothing} {
		text := (&Resume{Step: Execute, Action: a, To: Fix}).NextAction(same, same)
		if other, ok := seen[text]; ok || text == "" {
			t.Errorf("%s and %s both say %q", a, other, text)
		}
		seen[text] = a
	}
}
