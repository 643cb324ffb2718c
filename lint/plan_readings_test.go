package lint_test

import (
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocols/plan/threshold"
	"mdck/lint"
)

func TestPlanReadings(t *testing.T) {
	acks := threshold.AcksFile
	pause := func(value string) change { return lines(`(?s)checkpoint:\n.*?data"`, "checkpoint: "+value) }
	after := func(n string) change { return swap("after_task: 2", "after_task: "+n) }
	flag := func(line string) change { return lines("^autonomous: .*\n", line) }
	noTask := lines(`(?s)<task type="checkpoint.*</task>\n`, "")
	front, mild, gate := []string{"error plan/front-matter"}, []string{"warning plan/front-matter"}, []string{"warning plan/gate"}
	auto, doubt, late := []string{"error plan/autonomous"}, []string{"warning plan/autonomous"}, []string{"error plan/after-task"}
	position := []string{"warning plan/position"}
	for row, readings := range map[string][]planMutant{
		"E3 row 1": { // three names for one value
			{"value_at_ack", acks, asIs, nil},
			{"value_at_acknowledgment", acks, swap("value_at_ack", "value_at_acknowledgment"), nil},
			{"value", acks, swap("value_at_ack", "value"), nil},
		},
		"E3 row 3": { // a history is allowed
			{"a history", acks, swap(`"last_reset": null`, `"last_reset": "2026-11-20T13:00:00Z", "acknowledgment_history": []`), nil},
		},
		"E3 row 4": { // names of measured values
			{"errors", acks, swap(`"cost"`, `"errors"`), []string{"error plan/thresholds"}}, // 26.50 errors do not exist
			{"error_count", acks, then(swap(`"cost"`, `"error_count"`), swap("26.50", "3")), nil},
			{"context_percent", acks, swap(`"context"`, `"context_percent"`), nil},
			{"variance_percent", acks, swap(`"context"`, `"variance_percent"`), nil},
		},
		"E3 row 5": { // a number with its unit
			{"dollars", acks, swap("26.50", `"$26.50"`), nil},
			{"percent", acks, swap("42", `"42%"`), nil},
			{"neither", acks, swap("42", `"42 percent"`), []string{"error plan/thresholds"}},
		},
		"E3 row 11": { // forms of the checkpoint
			{"null", planPath, pause("null"), nil},
			{"nothing", planPath, pause(""), nil},
			{"a text", planPath, pause("human-verify"), nil},
			{"a text with the prefix", planPath, pause("checkpoint:human-verify"), nil},
			{"an object", planPath, pause("{type: human-verify, after_task: 2}"), nil},
			{"a list", planPath, pause("[human-verify]"), front},
		},
		"E3 row 12": { // last task before the pause
			{"0", planPath, after("0"), late},
			{"1", planPath, after("1"), nil},
			{"5", planPath, after("5"), nil},
			{"6", planPath, after("6"), late},
		},
		"E3 row 13": { // autonomous with checkpoints
			{"true and both", planPath, flag("autonomous: true\n"), auto},
			{"true and tasks", planPath, then(pause("null"), flag("autonomous: true\n")), auto},
			{"true and a pause", planPath, then(noTask, flag("autonomous: true\n")), auto},
			{"true and neither", planPath, then(noTask, pause("null"), flag("autonomous: true\n"), swap("cards.tsx", "cards.ts")), nil},
			{"true, and what people see", planPath, then(noTask, pause("null"), flag("autonomous: true\n")), doubt},
			{"false and neither", planPath, then(noTask, pause("null")), doubt},
			{"no flag and both", planPath, flag(""), doubt},
			{"no flag and neither", planPath, then(noTask, pause("null"), flag("")), mild},
		},
		"E3 row 14": { // no gate
			{"human-verify", planPath, swap(`verify" gate="blocking"`, `verify"`), gate},
			{"decision", planPath, swap(`decision" gate="blocking"`, `decision"`), gate},
			{"human-action", planPath, asIs, nil},
		},
		"E3 row 15": { // why an action is manual
			{"why-manual", planPath, asIs, nil},
			{"verification", planPath, then(swap("<why-manual>", "<verification>"), swap("</why-manual>", "</verification>")), nil},
			{"neither", planPath, lines("<why-manual>.*\n", ""), []string{"warning plan/task-children"}},
		},
		"E3 row 16": { // checkpoints may have names
			{"no name", planPath, asIs, nil},
			{"a name", planPath, swap("<what-built>", "<name>Look</name><what-built>"), nil},
		},
		"E3 row 17": { // valid plan numbers
			{"06", planPath, asIs, nil},
			{"08, which is no octal number", planPath, swap("plan: 06", "plan: 08"), nil},
			{"in quotes", planPath, swap("plan: 06", `plan: "06"`), nil},
		},
		"E3 row 18": { // fewer than 100 lines
			{"99", statePath, padded(99), nil},
			{"100", statePath, padded(100), position},
		},
		"E3 row 19": { // values are normalised first
			{"other words", statePath, swap("status: executing", "status: in-progress"), nil},
			{"another status", statePath, swap("status: executing", "status: verifying"), position},
			{"paused, by its time", statePath, swap("status: executing", "status: executing\npaused_at: null"), nil},
		},
		"E3 row 20": { // a hand-off must be paused
			{"paused-blocked", handoffPath, swap(`"paused"`, `"paused-blocked"`), position},
			{"complete", handoffPath, swap(`"paused"`, `"complete"`), position},
		},
		"E3 row 22": { // older plans lack keys
			{"neither wave nor depends_on", planPath, lines(`^(wave|depends_on): .*\n`, ""), mild},
			{"not these of the larger family", planPath, lines(`^(type|files_modified): .*\n`, ""), nil},
		},
	} {
		t.Run(row, func(t *testing.T) {
			for _, r := range readings {
				if got := ruleSet(t, r.input()); !slices.Equal(got, r.want) {
					t.Errorf("%s: got %q, want %q\n%s", r.name, got, r.want, found(t, r.input(), nil))
				}
			}
		})
	}
}

func TestPlanMessages(t *testing.T) {
	for _, unit := range []string{"a", "word ", "\"", "😀,", "é"} {
		long := strings.Repeat(unit, 20_000)
		for _, text := range []string{
			swap("03-dashboard", long)(planText), swap("wave: 3", "wave: '"+long+"'")(planText), swap(`type="auto"`, "type='"+long+"'")(planText),
			swap("canvas", long)(planText), swap("1. Visit", "1. Run `npm "+long+"`\n    2. Visit")(planText), swap("human-verify", long)(planText),
		} {
			all, err := lint.Run(planInput(planPath, text))
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range all {
				checkFinding(t, d)
				if len(d.Message) > lint.MaxMessage+len("…") {
					t.Errorf("%q: %s: message of %d bytes: %.80q", unit, d.Rule.ID, len(d.Message), d.Message)
				}
			}
		}
	}
}
