package lint_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/lint"
	"mdck/mdcheckpoint/loop"
)

const (
	trackText = `{
  "version": 3,
  "track_id": "csv-export_20261104",
  "name": "CSV export",
  "type": "feature",
  "status": "in_progress",
  "created_at": "2026-11-04",
  "superpower_enhanced": true,
  "loop_state": {
    "current_step": "EXECUTE",
    "step_status": "IN_PROGRESS",
    "step_started_at": "2026-11-20T14:00:00Z",
    "fix_cycle_count": 1,
    "max_fix_cycles": 3,
    "checkpoints": {
      "PLAN": {
        "status": "PASSED",
        "started_at": "2026-11-20T12:00:00Z",
        "completed_at": "2026-11-20T13:00:00Z",
        "agent": "superpowers:writing-plans",
        "output_files": ["conductor/tracks/csv-export_20261104/plan.md"],
        "notes": "five tasks"
      },
      "EVALUATE_PLAN": {
        "status": "PASSED",
        "started_at": "2026-11-20T13:00:00Z",
        "completed_at": "2026-11-20T13:30:00Z",
        "agent": "loop-plan-evaluator",
        "verdict": "PASS"
      },
      "EXECUTE": {
        "status": "IN_PROGRESS",
        "started_at": "2026-11-20T14:00:00Z",
        "completed_at": null,
        "agent": "superpowers:executing-plans",
        "tasks_completed": 2,
        "tasks_total": 3,
        "last_task": "Task 1.2",
        "commits": [{"sha": "4be21c9", "message": "read the format", "task": "1.1"}]
      },
      "FIX": {
        "status": "NOT_STARTED",
        "cycle": 1
      }
    }
  },
  "blockers": []
}
`
	trackPlan = "# Plan\n\n- [x] Task 1.1: read the format\n- [x] Task 1.2: write the quoting rules\n- [ ] Task 2.1: write the header row\n"
)

var planFile = path.Join(path.Dir(protocoltest.ExampleTrack), loop.PlanFile)

func work() files { return files{protocoltest.ExampleTrack: trackText, planFile: trackPlan} }

func (f files) track() lint.Input {
	return lint.Input{Checker: checker("loop"), Tree: f.tree(), Path: protocoltest.ExampleTrack}
}

func inTrack(c change) mutation { return in(protocoltest.ExampleTrack, c) }

func trackKey(key, value string) mutation {
	return inTrack(func(text string) string {
		before, after, ok := strings.Cut(text, `"`+key+`": `)
		end := strings.IndexAny(after, ",\n")
		if !ok || end < 0 {
			panic("no " + key)
		}
		if strings.HasPrefix(after, "[") {
			end = strings.Index(after, "]") + 1
		}
		return before + `"` + key + `": ` + value + after[end:]
	})
}

func stepIs(step, status string) mutation {
	return all(trackKey("current_step", `"`+step+`"`), trackKey("step_status", `"`+status+`"`))
}

func execute(value string) mutation {
	return inTrack(func(text string) string {
		return swap("\"EXECUTE\": {\n", `"EXECUTE": `+value+`, "artifacts": {`)(text)
	})
}

func checkpointIs(key, value string) mutation {
	return inTrack(func(string) string {
		return `{"version": 3, "loop_state": {"current_step": "PLAN", "step_status": "IN_PROGRESS", "checkpoints": {"` + key + `": ` + value + `}}}`
	})
}

func TestValidTrack(t *testing.T) {
	whole := func(text string) mutation { return inTrack(func(string) string { return text }) }
	for name, spoil := range map[string]mutation{
		"as it is":               all(),
		"CRLF":                   inTrack(crlf),
		"byte order mark, CRLF":  inTrack(then(crlf, before("\ufeff"))),
		"no final newline":       inTrack(func(s string) string { return strings.TrimSuffix(s, "\n") }),
		"one line":               inTrack(lines(`\n\s*`, "")),
		"no plan":                all(drop(planFile), trackKey("output_files", `["conductor/tracks/csv-export_20261104/metadata.json"]`)),
		"version 1":              whole(`{}`),
		"version 1 with a name":  whole(`{"track_id": "csv-export_20261104", "status": "new"}`),
		"version 2":              all(trackKey("version", "2"), inTrack(lines(`^  "superpower.*\n`, ""))),
		"version 4":              trackKey("version", "4"),
		"a new track":            whole(`{"version": 2, "loop_state": {"current_step": "PLAN", "step_status": "NOT_STARTED", "fix_cycle_count": 0, "max_fix_cycles": 3, "checkpoints": {}}}`),
		"a complete track":       all(trackKey("status", `"complete"`), inTrack(swap(`"current_step": "EXECUTE"`, `"current_step": "COMPLETE"`)), trackKey("step_status", `"PASSED"`)),
		"status with a hyphen":   trackKey("status", `"in-progress"`),
		"status with a space":    trackKey("status", `"in progress"`),
		"status in capitals":     trackKey("status", `"COMPLETE"`),
		"status planned":         trackKey("status", `"planned"`),
		"parallel":               inTrack(then(swap(`"EXECUTE"`, `"PARALLEL_EXECUTE"`))),
		"a step of one's alias":  inTrack(swap(`"EXECUTE": {`, `"PARALLEL_EXECUTE": {`)),
		"five cycles":            all(trackKey("max_fix_cycles", "5"), trackKey("fix_cycle_count", "5"), trackKey("cycle", "5")),
		"the last cycle":         all(trackKey("fix_cycle_count", "3"), trackKey("cycle", "3")),
		"no limit given":         all(inTrack(lines(`^    "max_fix.*\n`, "")), trackKey("fix_cycle_count", "3"), trackKey("cycle", "3")),
		"no checkpoints":         inTrack(func(s string) string { return swap(",\n    \"checkpoints\"", ",\n    \"parallel_state\"")(s) }),
		"skipped":                checkpointIs("BUSINESS_SYNC", `{"status": "SKIPPED", "required": false}`),
		"progress of its own":    checkpointIs("BRAINSTORM", `{"status": "IN_PROGRESS", "started_at": "2026-11-20", "agent": "x", "progress": {"current_phase": 2, "total_phases": 5, "current_task": "x", "tasks_completed": 5, "tasks_total": 35}, "output_files": [], "notes": "", "last_updated": "2026-11-20T12:05:00Z"}`),
		"board review":           all(inTrack(swap(`"current_step": "EXECUTE"`, `"current_step": "EVALUATE_PLAN"`)), trackKey("step_status", `"BOARD_REVIEW"`)),
		"partial failure":        trackKey("step_status", `"PARTIAL_FAIL"`),
		"escalated":              trackKey("step_status", `"ESCALATE"`),
		"a step without its own": all(inTrack(swap(`"current_step": "EXECUTE"`, `"current_step": "EVALUATE_EXECUTION"`)), trackKey("step_status", `"NOT_STARTED"`)),
		"a blocker":              inTrack(swap(`"blockers": []`, `"blockers": [{"id": "B1", "description": "x", "blocked_at": "2026-11-20T12:00:00Z", "blocked_step": "PLAN", "status": "ACTIVE"}]`)),
		"a blocker that is gone": inTrack(swap(`"blockers": []`, `"blockers": [{"id": "B1", "description": "x", "blocked_at": "2026-11-20T12:00:00Z", "blocked_step": "PLAN", "status": "RESOLVED", "resolved_at": "2026-11-20T12:00:00Z"}]`)),
		"the number alone":       trackKey("last_task", `"1.2"`),
		"a number for a task":    trackKey("last_task", "1.2"),
		"no task yet":            trackKey("last_task", "null"),
		"a task by its text":     all(trackKey("last_task", `"write the header row"`), in(planFile, func(string) string { return "- [x] read the format\n- [ ] write the header row\n" })),
		"outputs of the track":   trackKey("output_files", `["plan.md"]`),
		"outputs elsewhere":      trackKey("output_files", `["/home/me/plan.md", "../x.md", "C:\\x"]`),
		"a folder of outputs":    trackKey("output_files", `["conductor/tracks"]`),
		"times in one zone":      all(inTrack(swap(`"started_at": "2026-11-20T12:00:00Z"`, `"started_at": "2026-11-20T13:30:00+01:00"`))),
		"times filled in":        inTrack(lines(`"2026-11-[^"]*"`, `"2026-11-04"`)),
		"other tracks":           in("conductor/tracks/x/metadata.json", atEnd("{")),
		"a plan that is odd":     in(planFile, func(string) string { return "\xff<<<<<<< a\r\n- [x] Task 1.2\n" }),
	} {
		t.Run(name, func(t *testing.T) {
			f := work()
			spoil(f)
			if got := ruleSet(t, f.track()); len(got) > 0 {
				t.Errorf("got %q\n%s", got, strings.Join(messages(t, f.track()), "\n"))
			}
		})
	}
}

func TestTrackDeviations(t *testing.T) {
	schema, status := []string{"warning loop/schema"}, []string{"warning loop/status"}
	for _, test := range []struct {
		name  string
		spoil mutation
		want  []string
	}{
		{"a status and nothing else", execute(`{"status":"IN_PROGRESS"}`), schema},
		{"a step of one's own", inTrack(swap(`"FIX": {`, `"ENRICH": {"status": "NOT_STARTED"}, "FIX": {`)), nil},
		{"artifacts", checkpointIs("BRAINSTORM", `{"status": "NOT_STARTED", "artifacts": ["a.md"]}`), nil},
		{"notes as a list", trackKey("notes", `["five", "tasks"]`), nil},
		{"any checks", checkpointIs("EVALUATE_PLAN", `{"status": "NOT_STARTED", "checks": {"mine": "ok", "other": true}}`), nil},
		{"executed before the plan was evaluated", inTrack(func(s string) string {
			return swap(`"EXECUTE": {`, `"EVALUATE_PLAN": {"status": "NOT_STARTED"}, "EXECUTE": {`)(cut(`"EVALUATE_PLAN"`, `"EXECUTE"`)(s))
		}), nil},
		{"an unknown step", trackKey("current_step", `"GAME_VERIFICATION"`), status},
		{"a half step", trackKey("current_step", `"EVALUATE"`), status},
		{"the step NOT_STARTED", all(stepIs("NOT_STARTED", "NOT_STARTED")), status},
		{"waiting for the user", trackKey("step_status", `"WAITING_FOR_USER"`), status},
		{"status COMPLETE", trackKey("step_status", `"COMPLETE"`), status},
		{"status of the track in words", trackKey("status", `"implemented-awaiting-review"`), status},
		{"created", inTrack(swap(`"created_at"`, `"created"`)), nil},
		{"dependencies", inTrack(swap(`"name"`, `"depends_on": ["x"], "dependencies": [], "name"`)), nil},
		{"enhanced in the state", inTrack(swap(`"current_step"`, `"superpower_enhanced": true, "current_step"`)), nil},
		{"discovered work", inTrack(swap(`"name"`, `"discovered_work": ["a.md"], "priority": "high", "summary": "x", "name"`)), nil},
		{"an output as a string", trackKey("output_files", `"plan.md"`), schema},
		{"a version in quotes", trackKey("version", `"3"`), schema},
		{"a count in quotes", trackKey("fix_cycle_count", `"1"`), schema},
		{"a truth in quotes", trackKey("superpower_enhanced", `"true"`), schema},
		{"N/A for a time", trackKey("step_started_at", `"N/A"`), []string{"warning loop/time"}},
		{"no time", trackKey("created_at", `""`), []string{"warning loop/time"}},
		{"a step as its status", checkpointIs("PLAN", `"IN_PROGRESS"`), schema},
		{"a blocker as a string", inTrack(swap(`"blockers": []`, `"blockers": ["no account"]`)), schema},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := work()
			test.spoil(f)
			if got := ruleSet(t, f.track()); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q\n%s", got, test.want, strings.Join(messages(t, f.track()), "\n"))
			}
		})
	}
}
