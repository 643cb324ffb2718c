package loop

import (
	"strings"
	"testing"
	"time"
)

func TestRow12Times(t *testing.T) {
	wantsProblems(t, with(t, sample, checkpoints+"EXECUTE/completed_at", `"2026-02-14T00:00:00Z"`), `w time: checkpoint "EXECUTE" is IN_PROGRESS and has a "completed_at"`)
	wantsProblems(t, with(t, sample, checkpoints+"PLAN/completed_at", `null`), `w time: checkpoint "PLAN" is PASSED and has no "completed_at"`)
	wantsProblems(t, without(t, sample, checkpoints+"PLAN/completed_at"), `w time: checkpoint "PLAN" is PASSED and has no "completed_at"`)
	wantsProblems(t, with(t, sample, checkpoints+"PLAN/completed_at", `"2026-02-13T10:00:00Z"`), `w time: "completed_at" "2026-02-13T10:00:00Z" is before "started_at" "2026-02-13T11:00:00Z"`)
	wantsProblems(t, with(t, sample, checkpoints+"PLAN/completed_at", `"2026-02-13"`))
	wantsProblems(t, with(t, sample, checkpoints+"PLAN/completed_at", `"N/A"`), `w time: "completed_at" is "N/A", want a time such as 2006-01-02T15:04:05Z, or null`)
	wantsProblems(t, with(t, sample, checkpoints+"EXECUTE/last_updated", `"2026-02-13 11:00"`), `w time: "last_updated" "2026-02-13 11:00" is before "started_at" "2026-02-13T12:00:00Z"`)
	// filled in afterwards: all the same time
	wantsProblems(t, with(t, sample, checkpoints+"PLAN/started_at", `"2026-02-13T11:30:00Z"`))
}

func TestRow14TimesWithZone(t *testing.T) {
	c, err := track(t, sample, samplePlan).Pass(Request{}, now.In(time.FixedZone("", 3600)))
	wants(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/completed_at", `"`+stamp+`"`, checkpoints+"EXECUTE/last_updated", `"`+stamp+`"`, "updated_at", `"`+stamp+`"`)
}

func TestRow16FixLimit(t *testing.T) {
	at := func(count, limit string) string {
		text := with(t, with(t, sample, "loop_state/fix_cycle_count", count), "loop_state/current_step", `"EVALUATE_EXECUTION"`)
		text = with(t, with(t, text, "loop_state/step_status", `"FAILED"`), checkpoints+"EVALUATE_EXECUTION/status", `"FAILED"`)
		if limit == "" {
			return without(t, text, "loop_state/max_fix_cycles")
		}
		return with(t, text, "loop_state/max_fix_cycles", limit)
	}
	for _, e := range []struct {
		count, limit string
		escalates    bool
	}{{"2", "3", false}, {"3", "3", true}, {"3", "5", false}, {"2", "2", true}, {"2", "", false}, {"3", "", true}, {"3", "null", true}, {`"3"`, "3", true}, {"0", "0", true}} {
		text := at(e.count, e.limit)
		refused := track(t, text, "").refused("start", Fix)
		if (refused != nil) != e.escalates || refused != nil && (!refused.Due[0].Person || !strings.Contains(refused.Error(), "fix cycles are used up")) {
			t.Errorf("%s of %s: %v", e.count, e.limit, refused)
		}
		if r := resume(t, text, ""); (r.Action == Escalate) != e.escalates || (r.To == Fix) == e.escalates {
			t.Errorf("%s of %s: %+v", e.count, e.limit, r)
		}
	}
	for text, want := range map[string]string{
		with(t, sample, "loop_state/fix_cycle_count", "4"): `fix-cycles: "fix_cycle_count" is 4 of 3: the loop has to escalate`,
		with(t, sample, "loop_state/max_fix_cycles", "0"):  `fix-cycles: "fix_cycle_count" is 1 of 0: the loop has to escalate`,
	} {
		wantsProblems(t, text, want)
	}
	wantsProblems(t, with(t, sample, "loop_state/fix_cycle_count", "3"))
	wantsProblems(t, with(t, with(t, sample, "loop_state/fix_cycle_count", "4"), "loop_state/max_fix_cycles", "5"))
}

func TestRow18BusinessSync(t *testing.T) {
	for _, e := range []struct{ evaluation, sync, to string }{
		{`{}`, ``, Complete},
		{`{"business_sync_required": true}`, ``, BusinessSync},
		{`{"business_sync_required": "true"}`, ``, BusinessSync},
		{`{"business_sync_required": false}`, `{"required": true}`, Complete},
		{`{}`, `{"required": true}`, BusinessSync},
		{`{}`, `{"required": false}`, Complete},
	} {
		text := with(t, with(t, sample, "loop_state/current_step", `"EVALUATE_EXECUTION"`), "loop_state/step_status", `"PASSED"`)
		text = with(t, with(t, with(t, text, checkpoints+"EXECUTE/status", `"PASSED"`), checkpoints+"EXECUTE/tasks_completed", "4"), checkpoints+"EVALUATE_EXECUTION", e.evaluation)
		if e.sync != "" {
			text = with(t, text, checkpoints+"BUSINESS_SYNC", e.sync)
		}
		if r := resume(t, text, ""); r.Action != Move || r.To != e.to {
			t.Errorf("%+v: %+v", e, r)
		}
	}
}

func TestRow19TrackStatus(t *testing.T) {
	for _, status := range []string{"new", "planned", "in_progress", "in-progress", "in progress", "Complete", "BLOCKED"} {
		wantsProblems(t, with(t, sample, "status", `"`+status+`"`))
	}
	wantsProblems(t, with(t, sample, "status", `"implemented-but-untested"`), `w status: unknown status "implemented-but-untested" of the track, want one of new, planned, in_progress, complete, blocked, stopped`)
}
