package loop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocoltest"
)

func found(problems []problem) []string {
	var all []string
	for _, p := range problems {
		if p.Path == `["größe"]` {
			continue // only the sample's unknown key
		}
		line := p.Rule + ": " + p.Message
		if p.Warning {
			line = "w " + line
		}
		all = append(all, line)
	}
	return all
}

func wantsProblems(t *testing.T, text string, want ...string) []problem {
	t.Helper()
	problems := parse(t, text).check(parsePlan("", samplePlan), false)
	if got := found(problems); !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	return slices.DeleteFunc(problems, func(p problem) bool { return p.Path == `["größe"]` })
}

func mustDo(t *testing.T, c *Change, err error) *Change {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func resume(t *testing.T, text, plan string) *Resume {
	t.Helper()
	r, err := track(t, text, plan).Resume()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const checkpoints = "loop_state/checkpoints/"

func TestRow1Version(t *testing.T) {
	for _, version := range []string{"1", "2", "3", "4"} {
		wantsProblems(t, with(t, sample, "version", version))
	}
	wantsProblems(t, without(t, sample, "version"))
	wantsProblems(t, with(t, sample, "version", "5"), `w schema: "version" is 5; expected 1 to 4`)
	wantsProblems(t, with(t, sample, "version", `"3"`), `w schema: "version" is a string; expected a whole number`)
}

func TestWrongKindReportedOnce(t *testing.T) {
	wantsProblems(t, with(t, sample, "loop_state/current_step", "3"), `schema: "current_step" is a whole number; expected a string`)
	wantsProblems(t, with(t, sample, "loop_state/step_status", "3"), `schema: "step_status" is a whole number; expected a string`)
	wantsProblems(t, with(t, sample, "status", "3"), `w schema: "status" is a whole number; expected a string`)
}

func TestRow2NotStartedStep(t *testing.T) {
	fresh := with(t, with(t, without(t, sample, checkpoints+"PLAN"), "loop_state/current_step", `"NOT_STARTED"`), "loop_state/step_status", `"NOT_STARTED"`)
	problems := wantsProblems(t, fresh, `w status: "current_step" is "NOT_STARTED", which is a status; expected "PLAN"`)
	fixed := protocoltest.Apply(t, fresh, problems[0].Fix, nil)
	wantValues(t, fixed, "loop_state/current_step", `"PLAN"`)
	wantsProblems(t, fixed)
	if m := parse(t, fresh); m.Step() != Planning || m.statusNow() != NotStarted {
		t.Errorf("read as %s %s", m.Step(), m.statusNow())
	}
	if r := resume(t, fresh, ""); r.Step != Planning || r.Action != Dispatch || len(r.Warnings) != 1 {
		t.Errorf("got %+v", r)
	}
	// PLAN has passed, and a fix would start it again
	passed := with(t, with(t, sample, "loop_state/current_step", `"NOT_STARTED"`), "loop_state/step_status", `"NOT_STARTED"`)
	if p := wantsProblems(t, passed, `w status: "current_step" is "NOT_STARTED", which is a status; expected "PLAN"`); p[0].Fix != nil {
		t.Errorf("fix %+v", p[0].Fix)
	}
	c, err := track(t, fresh, "").Start(Request{}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/current_step", `"PLAN"`, "loop_state/step_status", `"IN_PROGRESS"`)
}

func TestRow3Aliases(t *testing.T) {
	parallel := strings.Replace(sample, `"EXECUTE": {`, `"PARALLEL_EXECUTE": {`, 1)
	wantsProblems(t, parallel)
	c, err := track(t, parallel, samplePlan).Pass(Request{Step: Execute}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"PARALLEL_EXECUTE/status", `"PASSED"`, "loop_state/step_status", `"PASSED"`, checkpoints+"EXECUTE", "")
	c, err = track(t, sample, samplePlan).Start(Request{Step: ParallelExecute}, now)
	if mustDo(t, c, err).Changed() {
		t.Errorf("got %s", c.Text)
	}
	wantsProblems(t, with(t, parallel, "loop_state/step_status", `"PASSED"`), `step-mismatch: status of checkpoint "PARALLEL_EXECUTE" is "IN_PROGRESS", but "step_status" is "PASSED"`)
	// the name comes from the checkpoint, or else from the version
	evaluated := func(text string) string {
		text = with(t, with(t, text, "loop_state/current_step", `"EVALUATE_PLAN"`), "loop_state/step_status", `"PASSED"`)
		return resume(t, text, samplePlan).To
	}
	none := without(t, sample, checkpoints+"EXECUTE")
	got := []string{evaluated(sample), evaluated(parallel), evaluated(none), evaluated(with(t, none, "version", "3")), evaluated(with(t, sample, "version", "3"))}
	if want := []string{Execute, ParallelExecute, Execute, ParallelExecute, Execute}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRow4Counts(t *testing.T) {
	done := func(text string) string {
		t.Helper()
		c, err := track(t, text, samplePlan).Progress(Request{Step: Execute, TaskDone: "2.1"}, now)
		return mustDo(t, c, err).Text
	}
	flat := done(sample)
	wantValues(t, flat, checkpoints+"EXECUTE/tasks_completed", "3", checkpoints+"EXECUTE/last_task", `"2.1"`, checkpoints+"EXECUTE/progress", "")

	nested := with(t, sample, checkpoints+"EXECUTE", `{"status": "IN_PROGRESS", "progress": {"tasks_completed": 2, "tasks_total": 4, "last_task": "1.2"}}`)
	wantValues(t, done(nested), checkpoints+"EXECUTE/progress/tasks_completed", "3", checkpoints+"EXECUTE/progress/last_task", `"2.1"`, checkpoints+"EXECUTE/tasks_completed", "", checkpoints+"EXECUTE/last_task", "")
	if n, ok := parse(t, nested).Checkpoint(Execute).Count("tasks_completed"); n != 2 || !ok {
		t.Errorf("read %d, %v", n, ok)
	}
	both := with(t, sample, checkpoints+"EXECUTE/progress", `{"tasks_completed": 1}`)
	wantValues(t, done(both), checkpoints+"EXECUTE/progress/tasks_completed", "3", checkpoints+"EXECUTE/tasks_completed", "3")
	bare := with(t, sample, checkpoints+"EXECUTE", `{"status": "IN_PROGRESS"}`)
	wantValues(t, done(bare), checkpoints+"EXECUTE/tasks_total", "4", checkpoints+"EXECUTE/progress", "")

	three := 3
	c, err := track(t, with(t, bare, "loop_state/current_step", `"PLAN"`), samplePlan).Start(Request{Step: Planning}, now)
	c, err = track(t, mustDo(t, c, err).Text, samplePlan).Progress(Request{Phase: 2, Phases: 5, Task: "the table", Done: &three}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"PLAN/progress/current_phase", "2", checkpoints+"PLAN/progress/total_phases", "5",
		checkpoints+"PLAN/progress/current_task", `"the table"`, checkpoints+"PLAN/progress/tasks_completed", "3", checkpoints+"PLAN/progress/tasks_total", "4")
}

func TestRow5LastTask(t *testing.T) {
	for last, want := range map[string]string{"Task 1.2": "1.2 2.1", "1.2": "1.2 2.1", "task  1.2: read": "1.2 2.1", "2.1": "2.1 2.2", "2.2": "2.2 -", "9.9": "9.9 2.1", "nothing": " 2.1"} {
		r := resume(t, with(t, sample, checkpoints+"EXECUTE/last_task", fmt.Sprintf("%q", last)), samplePlan)
		next := "-"
		if r.Next != nil {
			next = r.Next.ID
		}
		if got := r.From + " " + next; got != want {
			t.Errorf("after %q: %q, want %q", last, got, want)
		}
	}
	r := resume(t, sample, strings.Replace(samplePlan, "[ ] **Task 2.1", "[~] **Task 2.1", 1))
	if r.Next == nil || r.Next.ID != "2.1" {
		t.Errorf("got %+v", r.Next)
	}
	r = resume(t, sample, strings.Replace(samplePlan, "[x] **Task 1.1", "[ ] **Task 1.1", 1))
	if r.Next.ID != "2.1" || len(r.Earlier) != 1 || r.Earlier[0].ID != "1.1" {
		t.Errorf("got %+v", r)
	}
}

func TestRow6FixCycleOnce(t *testing.T) {
	failed := with(t, with(t, sample, "loop_state/current_step", `"EVALUATE_EXECUTION"`), "loop_state/step_status", `"FAILED"`)
	failed = with(t, failed, checkpoints+"FIX/cycle", "1")
	c, err := track(t, failed, "").Start(Request{Step: Fix}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/fix_cycle_count", "2", checkpoints+"FIX/cycle", "2")
	c, err = track(t, c.Text, "").Start(Request{Step: Fix}, now.Add(time.Minute))
	wantValues(t, mustDo(t, c, err).Text, "loop_state/fix_cycle_count", "2")
	c, err = track(t, c.Text, "").Block(Request{Blocker: "x"}, now)
	c, err = track(t, mustDo(t, c, err).Text, "").Unblock(Request{}, now)
	c, err = track(t, mustDo(t, c, err).Text, "").Start(Request{Step: Fix}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/fix_cycle_count", "2")
	// the orchestrator made FIX the current step and raised the count
	entered := with(t, with(t, sample, "loop_state/current_step", `"FIX"`), "loop_state/step_status", `"NOT_STARTED"`)
	c, err = track(t, entered, "").Start(Request{Step: Fix}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/fix_cycle_count", "1")
	c, err = track(t, with(t, entered, "loop_state/fix_cycle_count", "0"), "").Start(Request{Step: Fix}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/fix_cycle_count", "1")
	c, err = track(t, with(t, entered, "loop_state/step_status", `"PASSED"`), "").Start(Request{Step: Fix}, now)
	wantValues(t, mustDo(t, c, err).Text, "loop_state/fix_cycle_count", "2")

	wantsProblems(t, with(t, sample, checkpoints+"FIX/cycle", "2"), `w fix-cycles: "cycle" is 2, but "fix_cycle_count" is 1`)
	wantsProblems(t, with(t, sample, checkpoints+"FIX/cycle", "1"))
}

func TestRow7FailedStep(t *testing.T) {
	for _, step := range []string{Planning, Execute, Fix} {
		text := with(t, with(t, sample, "loop_state/current_step", `"`+step+`"`), "loop_state/step_status", `"FAILED"`)
		text = with(t, with(t, text, checkpoints+"EVALUATE_EXECUTION/status", `"FAILED"`), checkpoints+step, `{"status": "FAILED", "notes": "ERROR: red"}`)
		r := resume(t, text, samplePlan)
		if r.Action != Dispatch || len(r.Warnings) != 1 || !slices.Equal(r.Notes, []string{"ERROR: red"}) || !strings.Contains(r.Reasons[0], "read its notes") {
			t.Errorf("%s: %+v", step, r)
		}
	}
}

func TestRow8EvaluationInterrupted(t *testing.T) {
	for _, step := range []string{EvaluatePlan, EvaluateExecution} {
		r := resume(t, with(t, sample, "loop_state/current_step", `"`+step+`"`), samplePlan)
		if r.Action != Dispatch || len(r.Warnings) > 1 || !strings.Contains(r.Reasons[0], "starts again") {
			t.Errorf("%s: %+v", step, r)
		}
	}
}

func TestRow9LastUpdated(t *testing.T) {
	text := without(t, sample, checkpoints+"EXECUTE/last_updated")
	wantsProblems(t, text)
	strict := found(parse(t, text).check(nil, true))
	if !slices.Contains(strict, `w schema: checkpoint "EXECUTE" lacks "last_updated"`) {
		t.Errorf("got %v", strict)
	}
}

func TestRow10RequiredFields(t *testing.T) {
	text := with(t, sample, checkpoints+"EXECUTE", `{"status":"IN_PROGRESS"}`)
	wantsProblems(t, text, `w schema: checkpoint "EXECUTE" lacks "started_at", "agent"`)
	wantsProblems(t, with(t, text, checkpoints+"EXECUTE", `{}`), `w schema: checkpoint "EXECUTE" lacks "status"`)
	wantsProblems(t, with(t, sample, checkpoints+"EVALUATE_PLAN", `{"status": "NOT_STARTED"}`))
	wantsProblems(t, with(t, sample, checkpoints+"BUSINESS_SYNC", `{"status": "SKIPPED", "required": false}`))
}

func TestRow11StepMismatch(t *testing.T) {
	text := with(t, sample, "loop_state/step_status", `"PASSED"`)
	p := wantsProblems(t, text, `step-mismatch: status of checkpoint "EXECUTE" is "IN_PROGRESS", but "step_status" is "PASSED"`)
	wantValues(t, protocoltest.Apply(t, text, p[0].Fix, nil), checkpoints+"EXECUTE/status", `"PASSED"`, "loop_state/step_status", `"PASSED"`)
	// COMPLETE has no checkpoint, and other steps need none
	wantsProblems(t, with(t, with(t, sample, "loop_state/current_step", `"COMPLETE"`), "loop_state/step_status", `"PASSED"`))
	wantsProblems(t, with(t, sample, "loop_state/current_step", `"BUSINESS_SYNC"`))
	// PARTIAL_FAIL, which no checkpoint can have, is not a mismatch
	wantsProblems(t, with(t, sample, "loop_state/step_status", `"PARTIAL_FAIL"`))
	if p := parse(t, with(t, sample, "loop_state/step_status", `"WAITING_FOR_USER"`)).check(nil, false); slices.ContainsFunc(p, func(p problem) bool { return !p.Warning }) {
		t.Errorf("got %v", found(p))
	}
	if r := resume(t, text, strings.ReplaceAll(samplePlan, "[ ]", "[x]")); r.Action != Move || r.To != EvaluateExecution || len(r.Warnings) != 1 {
		t.Errorf("got %+v", r)
	}
}

func TestRow12Times(t *testing.T) {
	wantsProblems(t, with(t, sample, checkpoints+"EXECUTE/completed_at", `"2026-02-14T00:00:00Z"`), `w time: checkpoint "EXECUTE" is IN_PROGRESS but has a "completed_at"`)
	wantsProblems(t, with(t, sample, checkpoints+"PLAN/completed_at", `null`), `w time: checkpoint "PLAN" is PASSED but has no "completed_at"`)
	wantsProblems(t, without(t, sample, checkpoints+"PLAN/completed_at"), `w time: checkpoint "PLAN" is PASSED but has no "completed_at"`)
	wantsProblems(t, with(t, sample, checkpoints+"PLAN/completed_at", `"2026-02-13T10:00:00Z"`), `w time: "completed_at" ("2026-02-13T10:00:00Z") is before "started_at" ("2026-02-13T11:00:00Z")`)
	wantsProblems(t, with(t, sample, checkpoints+"PLAN/completed_at", `"2026-02-13"`))
	wantsProblems(t, with(t, sample, checkpoints+"PLAN/completed_at", `"N/A"`), `w time: "completed_at" is "N/A"; expected a time such as 2006-01-02T15:04:05Z, or null`)
	wantsProblems(t, with(t, sample, checkpoints+"EXECUTE/last_updated", `"2026-02-13 11:00"`), `w time: "last_updated" ("2026-02-13 11:00") is before "started_at" ("2026-02-13T12:00:00Z")`)
	// equal times are valid: people fill them in afterwards
	wantsProblems(t, with(t, sample, checkpoints+"PLAN/started_at", `"2026-02-13T11:30:00Z"`))
}

func TestRow14TimesWithZone(t *testing.T) {
	c, err := track(t, sample, samplePlan).Pass(Request{}, now.In(time.FixedZone("", 3600)))
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/completed_at", `"`+stamp+`"`, checkpoints+"EXECUTE/last_updated", `"`+stamp+`"`, "updated_at", `"`+stamp+`"`)
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
		if (refused != nil) != e.escalates || refused != nil && (!refused.Due[0].Person || !strings.Contains(refused.Error(), "fix cycles are used, so a person must first choose extend, accept or stop")) {
			t.Errorf("%s of %s: %v", e.count, e.limit, refused)
		}
		if r := resume(t, text, ""); (r.Action == Escalate) != e.escalates || (r.To == Fix) == e.escalates {
			t.Errorf("%s of %s: %+v", e.count, e.limit, r)
		}
	}
	for text, want := range map[string]string{
		with(t, sample, "loop_state/fix_cycle_count", "4"): `fix-cycles: "fix_cycle_count" is 4, over the limit of 3, so the loop must ask a person`,
		with(t, sample, "loop_state/max_fix_cycles", "0"):  `fix-cycles: "fix_cycle_count" is 1, over the limit of 0, so the loop must ask a person`,
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
	wantsProblems(t, with(t, sample, "status", `"implemented-but-untested"`), `w status: unknown track status "implemented-but-untested"; expected one of new, planned, in_progress, complete, blocked, stopped`)
}
