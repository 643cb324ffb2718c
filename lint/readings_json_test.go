package lint_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocoltest"
	"mdck/lint"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ohrfc"
)

type jsonReading struct {
	name  string
	spoil mutation
	want  []string
}

func checkReadings(t *testing.T, valid func() files, input func(files) lint.Input, rows map[string][]jsonReading) {
	t.Helper()
	for row, readings := range rows {
		t.Run(row, func(t *testing.T) {
			for _, r := range readings {
				f := valid()
				r.spoil(f)
				want := slices.Sorted(slices.Values(r.want))
				if got := ruleSet(t, input(f)); !slices.Equal(got, want) {
					t.Errorf("%s: got %q, want %q\n%q", r.name, got, want, messages(t, input(f)))
				}
			}
		})
	}
}

func TestAgentReadings(t *testing.T) {
	name, twice, schema, against := "warning agents/name", "warning agents/duplicate", []string{"warning agents/schema"}, []string{"warning agents/contradiction"}
	beside := func(to string) mutation {
		return func(f files) { f[agents.CheckpointDir+"/"+to] = f[secondFile] }
	}
	file := func(to string) mutation {
		return func(f files) { f[agents.CheckpointDir+"/"+to] = f[secondFile]; delete(f, secondFile) }
	}
	rest := func(status, can string) mutation {
		return all(secondKey("status", `"`+status+`"`), secondKey("blockers", "[]"), secondKey("can_resume", can))
	}
	checkReadings(t, epic, files.agents, map[string][]jsonReading{
		"D3 row 3": { // a takeover keeps the file name
			{"_new beside the old", beside("secondary_a_new.json"), []string{name, twice}},
			{"_new alone", file("secondary_a_new.json"), []string{name}},
			{"archived", beside("secondary_a_crashed_1795183800.json"), nil},
		},
		"D3 row 5": { // an id has several spellings, but must match the file name
			{"Primary", in(primaryFile, swap("Agent-Primary", "Primary")), nil},
			{"lower case", secondKey("agent_id", `"secondary-a"`), nil},
			{"another agent", secondKey("agent_id", `"Secondary-C"`), []string{name}},
			{"hyphens in the name", file("secondary-a.json"), []string{name}},
			{"capitals in the name", file("Secondary_A.json"), []string{name}},
		},
		"D3 row 8": { // a message file has one title
			{"one title", all(), nil},
			{"two", in(inboxFile, before("# Messages: Primary → Secondary-A\n\n")), []string{twice}},
		},
		"D3 row 9": { // archives and backups are no agents
			{"archives", all(beside("secondary_a_crashed_1.json"), beside("secondary_a_aborted_2.json")), nil},
			{"a backup", beside("secondary_a_20261120_143000.json"), nil},
			{"backups", beside("backups/secondary_a_20261120_143000.json"), nil},
		},
		"D3 row 12": { // an unknown status is a warning
			{"WAITING", secondKey("status", `"WAITING"`), nil},
			{"WAITING_FOR_SYNC", secondKey("status", `"WAITING_FOR_SYNC"`), schema},
			{"PAUSED", rest("PAUSED", "false"), schema},
		},
		"D3 row 13": { // can_resume may be false
			{"waiting", rest("WAITING", "false"), nil},
			{"complete", rest("COMPLETE", "false"), nil},
			{"at work", rest("IN_PROGRESS", "false"), against},
			{"complete, to be resumed", rest("COMPLETE", "true"), against},
		},
		"D3 row 14": { // a stage is S1 or S1.P2
			{"S2.P3", secondKey("stage", `"S2.P3"`), nil},
			{"S5", secondKey("stage", `"S5"`), nil},
			{"S2.P", secondKey("stage", `"S2.P"`), schema},
			{"P1", secondKey("stage", `"P1"`), schema},
		},
		"D3 row 15": { // message times have no zone
			{"an hour after the checkpoint", in(inboxFile, swap("2026-11-20 15:00", "2027-01-01 00:00")), nil},
			{"no stamp", in(inboxFile, swap(" (2026-11-20 15:00)", "")), nil},
		},
		"D3 row 16": { // messages have either order
			{"newest first", all(), nil},
			{"oldest first", in(inboxFile, func(string) string { return "# M\n\n## Message 1 (2026-11-20)\n\n## Message 2 (2026-11-20)\n" }), nil},
		},
	})
	t.Run("D3 row 1", func(t *testing.T) { // a closing fence with a language tag
		f := validFiles(t)
		inCheckpoint(atEnd("\n```bash\nls\n```markdown\n"))(f)
		if got := ruleSet(t, f.input()); !slices.Equal(got, []string{"warning any/fence-closer"}) {
			t.Errorf("got %q", got)
		}
		fixed, err := lint.FixAll(f.input(), time.Time{})
		if text := fixed.Texts[protocoltest.ExampleDir+"/"+ohrfc.CheckpointFile]; err != nil || !strings.HasSuffix(text, "\n```bash\nls\n```\n") {
			t.Errorf("the fixed text is %q, %v", text, err)
		}
	})
}

func TestTrackReadings(t *testing.T) {
	schema, status, differ := []string{"warning loop/schema"}, []string{"warning loop/status"}, []string{"error loop/step-mismatch"}
	checkReadings(t, work, files.track, map[string][]jsonReading{
		"C3 row 1": { // versions 1 to 4 are known
			{"2", trackKey("version", "2"), nil},
			{"4", trackKey("version", "4"), nil},
			{"5", trackKey("version", "5"), schema},
			{"none", inTrack(lines(`^  "version".*\n`, "")), nil},
		},
		"C3 row 2": { // NOT_STARTED means PLAN
			{"as the command writes it", stepIs("NOT_STARTED", "NOT_STARTED"), status},
			{"and no checkpoint of PLAN differs", checkpointIs("NOT_STARTED", `{"status": "NOT_STARTED"}`), nil},
		},
		"C3 row 3": { // EXECUTE is PARALLEL_EXECUTE
			{"the key of the other", inTrack(swap(`"EXECUTE": {`, `"PARALLEL_EXECUTE": {`)), nil},
			{"and another status", all(inTrack(swap(`"EXECUTE": {`, `"PARALLEL_EXECUTE": {`)), trackKey("step_status", `"PASSED"`)), differ},
		},
		"C3 row 4": { // the counts have two places
			{"flat", trackKey("last_task", `"9.9"`), []string{"warning loop/last-task"}},
			{"nested", execute(`{"status": "IN_PROGRESS", "started_at": "2026-11-20", "agent": "x", "progress": {"tasks_completed": 2, "tasks_total": 3, "last_task": "9.9"}}`), []string{"warning loop/last-task"}},
			{"nested, in the plan", execute(`{"status": "IN_PROGRESS", "started_at": "2026-11-20", "agent": "x", "progress": {"last_task": "1.2"}}`), nil},
		},
		"C3 row 5": { // a task id may begin with Task
			{"Task 1.2", trackKey("last_task", `"Task 1.2"`), nil},
			{"1.2", trackKey("last_task", `"1.2"`), nil},
			{"task 1.2: title", trackKey("last_task", `"task 1.2: write the quoting rules"`), nil},
		},
		"C3 row 6": { // cycle must equal fix_cycle_count
			{"equal", all(), nil},
			{"not equal", trackKey("cycle", "0"), []string{"warning loop/fix-cycles"}},
		},
		"C3 row 9": { // no real file has last_updated
			{"none", all(), nil},
			{"one", inTrack(swap(`"verdict"`, `"last_updated": "2026-11-20T13:30:00Z", "verdict"`)), nil},
		},
		"C3 row 10": { // a step to come needs no started_at
			{"not begun", checkpointIs("PLAN", `{"status": "NOT_STARTED"}`), differ},
			{"begun", checkpointIs("PLAN", `{"status": "IN_PROGRESS"}`), schema},
			{"skipped", checkpointIs("BRAINSTORM", `{"status": "SKIPPED"}`), nil},
		},
		"C3 row 11": { // both statuses must be equal
			{"not equal", trackKey("step_status", `"PASSED"`), differ},
			{"no key for the step", all(inTrack(swap(`"EXECUTE"`, `"ENRICH"`)), trackKey("current_step", `"EXECUTE"`)), nil},
			{"COMPLETE has none", all(trackKey("current_step", `"COMPLETE"`), trackKey("step_status", `"PASSED"`)), nil},
		},
		"C3 row 12": { // completed_at must match the status
			{"in progress with", execute(`{"status": "IN_PROGRESS", "started_at": "2026-11-20", "completed_at": "2026-11-20", "agent": "x"}`), []string{"warning loop/time"}},
			{"passed without", inTrack(swap(`"completed_at": "2026-11-20T13:30:00Z"`, `"completed_at": null`)), []string{"warning loop/time"}},
		},
		"C3 row 16": { // the recorded limit, otherwise 3
			{"5 of 5", all(trackKey("max_fix_cycles", "5"), trackKey("fix_cycle_count", "5"), trackKey("cycle", "5")), nil},
			{"6 of 5", all(trackKey("max_fix_cycles", "5"), trackKey("fix_cycle_count", "6"), trackKey("cycle", "6")), []string{"error loop/fix-cycles"}},
			{"4 of none", all(inTrack(lines(`^    "max_fix.*\n`, "")), trackKey("fix_cycle_count", "4"), trackKey("cycle", "4")), []string{"error loop/fix-cycles"}},
			{"2 of 1", all(trackKey("max_fix_cycles", "1"), trackKey("fix_cycle_count", "2"), trackKey("cycle", "2")), []string{"error loop/fix-cycles"}},
		},
		"C3 row 19": { // any spelling of the status
			{"in-progress", trackKey("status", `"In-Progress"`), nil},
			{"blocked", trackKey("status", `"blocked"`), nil},
			{"other", trackKey("status", `"implemented"`), status},
		},
	})
	t.Run("C3 row 9, strict", func(t *testing.T) {
		in := work().track()
		in.Strict = true
		want := []string{`checkpoint "PLAN" lacks "last_updated"`, `checkpoint "EVALUATE_PLAN" lacks "last_updated"`, `checkpoint "EXECUTE" lacks "last_updated"`}
		found, err := lint.Run(in)
		if err != nil || len(found) != len(want) {
			t.Fatalf("got %q, %v", texts(found), err)
		}
		for i, d := range found {
			if d.Message != want[i] || d.Severity != lint.Warning || d.Rule.ID != "loop/schema" {
				t.Errorf("got %q", texts(found[i:i+1]))
			}
		}
	})
}
