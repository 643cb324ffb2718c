package lint_test

import (
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
)

func trackMutants() []mutant {
	return slices.Concat(trackSchemaMutants(), trackStepMutants(), trackFileMutants())
}

func trackSchemaMutants() []mutant {
	bad, mild := []string{"error loop/schema"}, []string{"warning loop/schema"}
	text := func(text string) mutation { return inTrack(func(string) string { return text }) }
	return []mutant{
		{"no JSON", text("version: 3\n"), bad},
		{"empty", text(""), bad},
		{"half a file", inTrack(cut(`"FIX"`, "")), bad},
		{"a list", text("[]"), bad},
		{"null", text("null"), bad},
		{"a key twice", inTrack(swap(`"step_status"`, `"current_step"`)), bad},
		{"a comment", inTrack(before("/* mine */")), bad},
		{"no state in version 3", text(`{"version": 3}`), bad},
		{"a state that is none", text(`{"version": 3, "loop_state": "PLAN"}`), bad},
		{"no step", inTrack(lines(`^    "current_step".*\n`, "")), bad},
		{"no status", inTrack(lines(`^    "step_status".*\n`, "")), bad},
		{"step a number", trackKey("current_step", "3"), bad},
		{"status null", trackKey("step_status", "null"), bad},
		{"a count in words", all(trackKey("fix_cycle_count", `"one"`), trackKey("cycle", "0")), bad},
		{"a limit in words", trackKey("max_fix_cycles", `"three"`), bad},
		{"checkpoints a list", text(`{"version": 3, "loop_state": {"current_step": "PLAN", "step_status": "PASSED", "checkpoints": []}}`), bad},
		{"blockers an object", inTrack(swap(`"blockers": []`, `"blockers": {}`)), bad},
		{"blockers in words", inTrack(swap(`"blockers": []`, `"blockers": "none"`)), bad},
		{"version 5", trackKey("version", "5"), mild},
		{"version 0", trackKey("version", "0"), mild},
		{"version in words", trackKey("version", `"three"`), mild},
		{"id a number", trackKey("track_id", "7"), mild},
		{"an unknown key", inTrack(swap(`"name"`, `"nmae"`)), mild},
		{"an unknown key below", inTrack(swap(`"tasks_total"`, `"task_total"`)), mild},
		{"no start", inTrack(swap("        \"started_at\": \"2026-11-20T14:00:00Z\",\n", "")), mild},
		{"no agent", inTrack(swap("        \"agent\": \"superpowers:executing-plans\",\n", "")), mild},
		{"nothing of a step", execute("{}"), mild},
		{"more done than there is", trackKey("tasks_completed", "1000"), mild},
		{"a count of tasks in words", trackKey("tasks_total", `"many"`), mild},
	}
}

func trackStepMutants() []mutant {
	status, times, cycles, differ := []string{"warning loop/status"}, []string{"warning loop/time"}, "loop/fix-cycles", []string{"error loop/step-mismatch"}
	return []mutant{
		{"a step in lower case", trackKey("current_step", `"execute"`), status},
		{"a status in lower case", trackKey("step_status", `"in-progress"`), status},
		{"a status of a step in lower case", execute(`{"status": "in progress", "started_at": "2026-11-20", "agent": "x"}`), status},
		{"the status of the step for a checkpoint", execute(`{"status": "PARTIAL_FAIL", "started_at": "2026-11-20", "agent": "x"}`), status},
		{"step_status passed", trackKey("step_status", `"PASSED"`), differ},
		{"step_status failed", trackKey("step_status", `"FAILED"`), differ},
		{"the checkpoint passed", execute(`{"status": "PASSED", "started_at": "2026-11-20", "completed_at": "2026-11-20", "agent": "x"}`), differ},
		{"passed with warnings", execute(`{"status": "PASSED_WITH_WARNINGS", "started_at": "2026-11-20", "completed_at": "2026-11-20", "agent": "x"}`), differ},
		{"another step", trackKey("current_step", `"EVALUATE_PLAN"`), differ},
		{"the other name of the step", all(trackKey("current_step", `"PARALLEL_EXECUTE"`), trackKey("step_status", `"BLOCKED"`)), differ},
		{"an end while it runs", execute(`{"status": "IN_PROGRESS", "started_at": "2026-11-20", "completed_at": "2026-11-20", "agent": "x"}`), times},
		{"passed without an end", inTrack(swap(`"completed_at": "2026-11-20T13:30:00Z"`, `"completed_at": null`)), times},
		{"an end before the start", inTrack(swap(`"completed_at": "2026-11-20T13:30:00Z"`, `"completed_at": "2026-11-20T12:59:59Z"`)), times},
		{"written before the start", inTrack(swap(`"verdict"`, `"last_updated": "2026-11-19", "verdict"`)), times},
		{"updated before it was created", inTrack(swap(`"created_at": "2026-11-04"`, `"created_at": "2026-11-04", "updated_at": "2026-11-03T23:59:59Z"`)), times},
		{"N/A", inTrack(swap(`"completed_at": "2026-11-20T13:30:00Z"`, `"completed_at": "N/A"`)), times},
		{"an epoch", trackKey("step_started_at", `"1795183800"`), times},
		{"a blocker without a time", inTrack(swap(`"blockers": []`, `"blockers": [{"id": "B1", "description": "x", "blocked_at": "pending", "status": "ACTIVE"}]`)), times},
		{"a fourth cycle", all(trackKey("fix_cycle_count", "4"), trackKey("cycle", "4")), []string{"error " + cycles}},
		{"a fourth cycle of no limit", all(trackKey("fix_cycle_count", "4"), trackKey("cycle", "4"), inTrack(lines(`^    "max_fix.*\n`, ""))), []string{"error " + cycles}},
		{"another cycle in FIX", trackKey("cycle", "2"), []string{"warning " + cycles}},
		{"another count", trackKey("fix_cycle_count", "2"), []string{"warning " + cycles}},
		{"a task that is not in the plan", trackKey("last_task", `"Task 9.9"`), []string{"warning loop/last-task"}},
		{"a part of a number", trackKey("last_task", `"1"`), []string{"warning loop/last-task"}},
		{"an empty plan", in(planFile, func(string) string { return "" }), []string{"warning loop/last-task"}},
	}
}

func trackFileMutants() []mutant {
	missing := []string{"warning loop/output-missing"}
	return []mutant{
		{"an output that is gone", drop(planFile), missing},
		{"an output that never was", trackKey("output_files", `["plan.md", "docs/x.md"]`), missing},
		{"an output below a file", trackKey("output_files", `["plan.md/x"]`), missing},
		{"prose for an output", trackKey("output_files", `["wrote `+strings.Repeat("very ", 100)+`much"]`), missing},
		{"not UTF-8", inTrack(swap("five", "f\xefve")), []string{"error any/not-utf8"}},
		{"too large", inTrack(atEnd(strings.Repeat(" ", jsondoc.MaxSize))), []string{"error any/too-large"}},
		{"too deep", inTrack(swap(`"blockers": []`, `"blockers": `+strings.Repeat("[", jsondoc.MaxDepth+1)+strings.Repeat("]", jsondoc.MaxDepth+1))), []string{"error any/too-deep"}},
		{"a conflict", inTrack(swap("{\n  \"version\"", "{\n>>>>>>> theirs\n  \"version\"")), []string{"error any/conflict-marker"}},
		{"mixed line endings", inTrack(swap("\"FIX\": {\n", "\"FIX\": {\r\n")), []string{"warning any/mixed-line-endings"}},
		{"an isolate", inTrack(swap("five tasks", "\u2066five tasks")), []string{"warning any/hidden"}},
		{"a token", inTrack(swap("five tasks", "ghp_f3Kq9ZtR7wXc2LmVb8NyPs4HdJa6Eu0GoT1i")), []string{"error any/secret"}},
		{"a directive, which JSON has not", inTrack(before("<!-- mdck:ignore-file schema -->\n")), []string{"error loop/schema"}},
		{"a directive in a text", all(trackKey("notes", `"<!-- mdck:ignore-file loop/status -->"`), trackKey("status", `"x"`)), []string{"warning loop/status"}},
	}
}

func TestTrackMutants(t *testing.T) {
	for _, m := range trackMutants() {
		t.Run(m.name, func(t *testing.T) {
			f := work()
			m.spoil(f)
			want := slices.Sorted(slices.Values(m.want))
			if got := ruleSet(t, f.track()); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q\n%s", got, want, strings.Join(messages(t, f.track()), "\n"))
			}
		})
	}
}

func TestTrackFixes(t *testing.T) {
	started := swap(`"current_step": "PLAN"`, `"current_step": "NOT_STARTED"`)
	const fresh = "\ufeff{\"n\": 1.50, \"loop_state\":{ \"current_step\": \"PLAN\" ,\r\n\t\"step_status\": \"NOT_STARTED\", \"checkpoints\": {\"PLAN\": {\"status\": \"NOT_STARTED\"}}}}"
	const both = `{"version": 3, "loop_state": {"current_step": "PLAN", "step_status": "%", "checkpoints": {"PLAN": {"status": "$", "agent": "é", "x": 12345678901234567890}}}}`
	copies := func(current, step string) string {
		return strings.NewReplacer("%", current, "$", step).Replace(both)
	}
	for _, test := range []struct{ name, before, after string }{
		{"a status for a step", started(fresh), fresh},
		{"in lower case", swap("NOT_STARTED\" ,", "not-started\" ,")(started(fresh)), fresh},
		{"PLAN has passed", started(copies("NOT_STARTED", "PASSED")), ""},
		{"the checkpoint follows", copies("FAILED", "IN_PROGRESS"), copies("FAILED", "FAILED")},
		{"in the spelling of the protocol", copies("failed", "IN_PROGRESS"), copies("failed", "FAILED")},
		{"a difference of spelling is none", copies("in progress", "IN_PROGRESS"), ""},
		{"what no checkpoint can be", copies("ESCALATE", "IN_PROGRESS"), ""},
		{"an unknown status", copies("WAITING_FOR_USER", "IN_PROGRESS"), ""},
		{"an unknown status in the checkpoint", copies("PASSED", "DONE"), ""},
		{"nothing to mend", copies("BLOCKED", "BLOCKED"), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			fixed, err := lint.FixAll(files{protocoltest.ExampleTrack: test.before}.track(), testNow)
			if err != nil {
				t.Fatal(err)
			}
			if got := fixed.Texts[protocoltest.ExampleTrack]; got != test.after || len(fixed.Archive) > 0 || fixed.Version != 0 {
				t.Errorf("%s\nbecomes\n%s\nwant\n%s", test.before, got, test.after)
			}
		})
	}
}
