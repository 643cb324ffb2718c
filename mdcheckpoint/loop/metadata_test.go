package loop

import (
	"slices"
	"strings"
	"testing"
)

const manyNines = "999999999999999999999999"

// TestHugeNumbers checks that a huge number stays large, because 0 would restart the loop.
func TestHugeNumbers(t *testing.T) {
	for _, count := range []string{manyNines, `"` + manyNines + `"`, "1e99", "1e999", "9223372036854775807", "9223372036854775808"} {
		text := with(t, with(t, sample, "loop_state/fix_cycle_count", count), "loop_state/current_step", `"EVALUATE_EXECUTION"`)
		text = with(t, text, "loop_state/step_status", `"FAILED"`)
		if got := found(parse(t, text).check(nil, false)); !slices.ContainsFunc(got, func(s string) bool { return len(s) > 11 && s[:11] == "fix-cycles:" }) {
			t.Errorf("%s: got %q", count, got)
		}
		if r := resume(t, text, samplePlan); r.Action != Escalate {
			t.Errorf("%s: %s", count, r.Action)
		}
		if track(t, text, samplePlan).refused("start", Fix) == nil {
			t.Errorf("%s: FIX begins", count)
		}
	}
	if n, _, _ := parse(t, with(t, sample, "loop_state/fix_cycle_count", "-"+manyNines)).fixes(); n >= 0 {
		t.Errorf("a huge negative number is read as %d", n)
	}
	wantsProblems(t, with(t, sample, "version", manyNines), `w schema: "version" is `+manyNines+`; expected 1 to 4`)
	wantsProblems(t, with(t, sample, "loop_state/max_fix_cycles", manyNines))
}

func TestWholeNumbers(t *testing.T) {
	for count, want := range map[string][]string{
		"1":     nil,
		"1.0":   {`w schema: "fix_cycle_count" is 1.0; expected a whole number or null`},
		"1e0":   {`w schema: "fix_cycle_count" is 1e0; expected a whole number or null`},
		`"1"`:   {`w schema: "fix_cycle_count" is a string; expected a whole number or null`},
		"1.5":   {`schema: "fix_cycle_count" is 1.5; expected a whole number or null`},
		`"one"`: {`schema: "fix_cycle_count" is a string; expected a whole number or null`},
		"-1":    {`w schema: "fix_cycle_count" is -1; expected 0 or more`},
		"4.0":   {`w schema: "fix_cycle_count" is 4.0; expected a whole number or null`, `fix-cycles: "fix_cycle_count" is 4, over the limit of 3, so the loop must ask a person`},
	} {
		wantsProblems(t, with(t, sample, "loop_state/fix_cycle_count", count), want...)
	}
	if n, _, _ := parse(t, with(t, sample, "loop_state/fix_cycle_count", "2.0")).fixes(); n != 2 {
		t.Errorf("2.0 is read as %d", n)
	}
}

func TestFinishedLoop(t *testing.T) {
	text := with(t, with(t, sample, "loop_state/current_step", `"COMPLETE"`), "loop_state/step_status", `"PASSED"`)
	text = with(t, with(t, text, "status", `"complete"`), "loop_state/fix_cycle_count", "4")
	wantsProblems(t, text, `w fix-cycles: "fix_cycle_count" is 4, over the limit of 3, so the loop must ask a person`)
}

func TestEquivalentStatuses(t *testing.T) {
	for _, pair := range [][2]string{{"PASSED", "PASSED_WITH_WARNINGS"}, {"PASSED_WITH_WARNINGS", "PASSED"}, {"SKIPPED", "PASSED"}} {
		text := with(t, sample, "loop_state/step_status", `"`+pair[0]+`"`)
		text = with(t, text, checkpoints+"EXECUTE/status", `"`+pair[1]+`"`)
		text = with(t, text, checkpoints+"EXECUTE/completed_at", `"2026-02-13T12:10:00Z"`)
		for _, p := range wantsProblems(t, text, `w step-mismatch: status of checkpoint "EXECUTE" is "`+pair[1]+`", but "step_status" is "`+pair[0]+`"; both values continue the loop in the same way, so mdck cannot choose one`) {
			if p.Fix != nil {
				t.Errorf("%q: fix %+v", pair, p.Fix)
			}
		}
	}
}

func TestShort(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("a", 60):       strings.Repeat("a", 60),
		strings.Repeat("a", 61):       strings.Repeat("a", 60) + "…",
		strings.Repeat("a", 900):      strings.Repeat("a", 60) + "…",
		strings.Repeat("é", 30):       strings.Repeat("é", 30),
		"a" + strings.Repeat("é", 30): "a" + strings.Repeat("é", 29) + "…",
	} {
		if got := short(text); got != want {
			t.Errorf("%q is quoted as %q, want %q", text, got, want)
		}
	}
}
