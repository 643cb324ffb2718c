package loop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// guardSteps are the steps of the tables in this file, in their order.
var guardSteps = []string{Brainstorm, Planning, EvaluatePlan, Execute, EvaluateExecution, Fix, BusinessSync, Complete}

// guardTrack returns a track at a step, where the steps have those statuses and the others
// NOT_STARTED. All tasks of its plan are done, BUSINESS_SYNC is required, and one fix cycle of
// three was begun.
func guardTrack(t *testing.T, current string, statuses map[string]string) *Track {
	var all []string
	for _, s := range guardSteps[:len(guardSteps)-1] {
		status, ok := statuses[s]
		if !ok {
			status = NotStarted
		}
		all = append(all, fmt.Sprintf(`%q: {"status": %q, "required": true}`, s, status))
	}
	text := fmt.Sprintf(`{"version": 3, "loop_state": {"current_step": %q, "step_status": %q, "fix_cycle_count": 1, "checkpoints": {%s}}}`, current, statuses[current], strings.Join(all, ", "))
	return track(t, text, strings.ReplaceAll(samplePlan, "[ ]", "[x]"))
}

// guardRow returns a row of a table: x for each status in which refused is true, in the order
// of Statuses.
func guardRow(name string, refused func(status string) bool) string {
	row := fmt.Sprintf("%-34s", name)
	for _, status := range Statuses {
		if refused(status.Name) {
			row += " x"
		} else {
			row += " ."
		}
	}
	return row + "\n"
}

// TestGuardsOfCurrentStep checks what is refused of the current step, if all steps before it are
// over, or EVALUATE_EXECUTION is FAILED for FIX. Nothing is missing for start, and there is
// nothing to decide.
func TestGuardsOfCurrentStep(t *testing.T) {
	// the statuses are NOT_STARTED, IN_PROGRESS, PASSED, FAILED, BLOCKED, SKIPPED, BOARD_REVIEW,
	// PARTIAL_FAIL, ESCALATE and PASSED_WITH_WARNINGS
	want := map[string]string{
		"start":  " . . . . . . . . . .\n",
		"pass":   " x . . x x x . . x .\n", // never started, or failed, blocked, escalated
		"skip":   " . . . x x . . . x .\n",
		"fail":   " . . . . . . . . . .\n",
		"block":  " . . . . . . . . . .\n",
		"decide": " x x x x x x x x x x\n",
		// BUSINESS_SYNC is required, and COMPLETE is never skipped
		"skip " + BusinessSync: " x x x x x x x x x x\n",
		"skip " + Complete:     " x x x x x x x x x x\n",
	}
	for at, step := range guardSteps {
		for _, verb := range []string{"start", "pass", "skip", "fail", "block", "decide"} {
			got := guardRow("", func(status string) bool {
				statuses := map[string]string{step: status}
				for _, before := range guardSteps[:at] {
					statuses[before] = Passed
				}
				if step == Fix {
					statuses[EvaluateExecution] = Failed
				}
				return guardTrack(t, step, statuses).refused(verb, step) != nil
			})
			row, ok := want[verb+" "+step]
			if !ok {
				row = want[verb]
			}
			if got = strings.TrimLeft(got, " "); got != strings.TrimLeft(row, " ") {
				t.Errorf("%s %s: %s, want %s", verb, step, got, row)
			}
		}
	}
}

// TestGuardsByStepBefore checks which steps cannot be started, by the status of one before. All
// others before it are over, but FIX was not begun.
func TestGuardsByStepBefore(t *testing.T) {
	const want = `
PLAN < BRAINSTORM                  x x . x x . x x x .
EVALUATE_PLAN < PLAN               x x . x x . x x x .
EXECUTE < EVALUATE_PLAN            x x . x x . x x x .
EVALUATE_EXECUTION < EXECUTE       x x . x x . x x x .
EVALUATE_EXECUTION < FIX           . x . x x . x x x .
FIX < EVALUATE_EXECUTION           x x x . x x x x x x
BUSINESS_SYNC < EVALUATE_EXECUTION x x . x x . x x x .
COMPLETE < EXECUTE                 x x . x x . x x x .
COMPLETE < EVALUATE_EXECUTION      x x . x x . x x x .
COMPLETE < BUSINESS_SYNC           x x . x x . x x x .
`
	got := "\n"
	for _, r := range requirements {
		got += guardRow(r.step+" < "+r.before, func(status string) bool {
			statuses := map[string]string{}
			for _, s := range guardSteps[:slices.Index(guardSteps, r.step)] {
				statuses[s] = Passed
			}
			delete(statuses, Fix)
			if r.step == Fix {
				statuses[EvaluateExecution] = Failed
			}
			statuses[r.before] = status
			return guardTrack(t, r.before, statuses).refused("start", r.step) != nil
		})
	}
	if got != want {
		t.Errorf("got %s", got)
	}
}

// TestGuardsOfOtherStep checks what is refused of a step that is not the current one, which
// is the last before COMPLETE.
func TestGuardsOfOtherStep(t *testing.T) {
	const want = `
fail                               x . x . x x . . x x
block                              . . x . . x . . . x
`
	got := "\n"
	for _, verb := range []string{"fail", "block"} {
		got += guardRow(verb, func(status string) bool {
			return guardTrack(t, BusinessSync, map[string]string{Planning: status, BusinessSync: InProgress}).refused(verb, Planning) != nil
		})
	}
	if got != want {
		t.Errorf("got %s", got)
	}
}
