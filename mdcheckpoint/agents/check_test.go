package agents

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/jsondoc"
)

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name, path, text string
		want             []string
	}{
		{"good", "secondary_a.json", with(t, "  \"x_cost\": 1.50e2,\n", ""), nil},
		{"unknown key", "secondary_a.json", sample, []string{`25:3: warning: unknown key "x_cost" [schema]`}},
		{"another key for a time", "secondary_a.json", with(t, `"x_cost": 1.50e2`, `"timestamp": "2026-01-15"`), []string{`25:3: warning: unknown key "timestamp" [schema]`}},
		{"free text, no times", "secondary_a.json", strings.NewReplacer("  \"x_cost\": 1.50e2,\n", "", `"2026-01-15T14:45:00Z"`, `"N/A (waiting for sync)"`, `"2026-01-15T14:28:00Z"`, `"pending"`, `"secondary"`, `"helper"`).Replace(sample), []string{
			`3:17: warning: "agent_type" is "helper"; expected one of primary, secondary [schema]`,
			`9:31: warning: "next_checkpoint_expected" is "N/A (waiting for sync)"; expected a time such as 2006-01-02T15:04:05Z [time]`,
			`26:25: warning: "coordination_state.last_inbox_check" is "pending"; expected a time such as 2006-01-02T15:04:05Z [time]`,
		}},
		{"thin", "secondary-h.json", `{"agent_id": "Secondary-H", "timestamp": "2026-01-15", "progress": 3, "stage": "S2.P1", "phase": "", "feature": "", "session_id": "", "agent_type": "secondary"}`, []string{
			`1:1: warning: missing keys "last_checkpoint", "next_checkpoint_expected", "status", "can_resume", "blockers", "files_modified", "recovery_instructions", "current_step", "completed_steps", "next_steps", "coordination_state"; unknown key "timestamp"; unknown key "progress" [schema]`,
			`1:14: warning: "agent_id" is "Secondary-H", but the file is named "secondary-h.json"; expected "secondary_h.json" [name]`,
		}},
		{"other kinds", "secondary_a.json", strings.NewReplacer("  \"x_cost\": 1.50e2,\n", "", `"blockers": []`, `"blockers": "waiting"`, `"Read the guide"`, `7`, `"IN_PROGRESS"`, `"WAITING"`).Replace(sample), []string{
			`12:15: warning: "blockers" is a string, not an array; "completed_steps[0]" is a whole number, not a string [schema]`,
		}},
		{"no id", "secondary_a.json", `{"agent_id": null, "last_checkpoint": "PAUSED"}`, []string{
			`1:1: error: "stage" is empty or missing, so a session cannot continue [schema]`,
			`1:1: error: "recovery_instructions" is empty or missing, so a session cannot continue [schema]`,
			`1:1: warning: missing keys "agent_type", "session_id", "feature", "phase", "next_checkpoint_expected", "status", "can_resume", "blockers", "files_modified", "current_step", "completed_steps", "next_steps", "coordination_state" [schema]`,
			`1:14: error: "agent_id" is null; expected a string; the protocol's scripts need this key [schema]`,
			`1:39: warning: "last_checkpoint" is "PAUSED"; expected a time such as 2006-01-02T15:04:05Z [time]`,
		}},
		{"empty id", "secondary_a.json", with(t, `"Secondary-A"`, `""`), []string{
			`2:15: error: "agent_id" is ""; expected 1 or more characters; the protocol's scripts need this key [schema]`, `25:3: warning: unknown key "x_cost" [schema]`,
		}},
		{"no id, odd name", "x.json", with(t, `  "agent_id": "Secondary-A",`+"\n", ""), []string{
			`1:1: error: missing key "agent_id"; the protocol's scripts need this key [schema]`,
			`24:3: warning: unknown key "x_cost" [schema]`,
		}},
		{"an id outside the protocol", "kai_7.json", strings.NewReplacer("  \"x_cost\": 1.50e2,\n", "", "Secondary-A", "KAI-7").Replace(sample), []string{
			`2:15: warning: "agent_id" is "KAI-7"; expected Agent-Primary or an id such as Secondary-A [name]`,
		}},
		{"next too late", "secondary_a.json", strings.NewReplacer("  \"x_cost\": 1.50e2,\n", "", "14:45:00", "14:46:00").Replace(sample), []string{
			`9:31: warning: "next_checkpoint_expected" is 16 minutes after "last_checkpoint"; expected 15 [time]`,
		}},
		{"next just in time", "secondary_a.json", strings.NewReplacer("  \"x_cost\": 1.50e2,\n", "", "14:45:00", "14:45:59").Replace(sample), nil},
		{"empty texts", "secondary_a.json", strings.NewReplacer("  \"x_cost\": 1.50e2,\n", "", `"S2.P2"`, `" "`, `"Go on with section 5."`, `null`).Replace(sample), []string{
			`6:12: error: "stage" is empty or missing, so a session cannot continue [schema]`,
			`17:28: error: "recovery_instructions" is empty or missing, so a session cannot continue [schema]`,
		}},
		{"empty texts of a complete agent", "secondary_a.json", strings.NewReplacer("  \"x_cost\": 1.50e2,\n", "", `"S2.P2"`, `""`, `"Go on with section 5."`, `""`, "IN_PROGRESS", Complete, `"can_resume": true`, `"can_resume": false`).Replace(sample), []string{
			`6:12: warning: "stage" is ""; expected a stage such as S2.P1 [schema]`,
		}},
		{"next before last", "secondary_a.json", strings.NewReplacer("  \"x_cost\": 1.50e2,\n", "", "14:45", "14:15").Replace(sample), []string{
			`9:31: warning: "next_checkpoint_expected" is before "last_checkpoint" [time]`,
		}},
		{"contradictions", "secondary_a.json", strings.NewReplacer("  \"x_cost\": 1.50e2,\n", "", `"blockers": []`, `"blockers": ["a", "b"]`, `"can_resume": true`, `"can_resume": false`).Replace(sample), []string{
			`10:13: warning: "status" is IN_PROGRESS, but "blockers" has 2 entries [contradiction]`,
			`11:17: warning: "status" is IN_PROGRESS, but "can_resume" is false, so no session would continue after a crash [contradiction]`,
		}},
		{"archives have no name to check", "secondary_b_crashed_1.json", with(t, "  \"x_cost\": 1.50e2,\n", ""), nil},
	} {
		c, err := Parse("agent_checkpoints/"+test.path, test.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(messages(c, c.check()), "\n"); got != strings.Join(test.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, strings.Join(test.want, "\n"))
		}
	}
}

func TestCheckIsShort(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "%q: 1, ", fmt.Sprint("k", i))
	}
	c := parse(t, "{"+b.String()+`"agent_id": "Secondary-A"}`)
	problems := c.check()
	if len(problems) != 3 || len(problems[2].Message) > 1000 || !strings.Contains(problems[2].Message, "more") {
		t.Errorf("%q", messages(c, problems))
	}
}

func TestSchema(t *testing.T) {
	if text := jsondoc.Schema("x", checkpointFields()); !strings.Contains(text, `"properties"`) {
		t.Error(text)
	}
	if name := checkpointFields().Fields[protocolFields-1].Name; name != coordinationKey || checkpointFields().Fields[protocolFields].Required {
		t.Errorf("the last of %d keys is %q", protocolFields, name)
	}
}

func TestLenientReading(t *testing.T) {
	c := parse(t, `{"agent_id": 3, "blockers": "N/A", "files_modified": {"a": 1}, "next_steps": ["", "a", null, [2]], "completed_steps": false, "can_resume": "True", "coordination_state": []}`)
	equalAll(t, "blockers", texts(c.Blockers()), []string{})
	equalAll(t, "files", texts(c.Items(filesKey)), []string{`{"a": 1}`})
	equalAll(t, "next", texts(c.Next()), []string{"a", "[2]"})
	equalAll(t, "completed", texts(c.Items(CompletedKey)), []string{"false"})
	if can, known := c.CanResume(); !can || !known {
		t.Error("can_resume in quotes is not read")
	}
	if n, ok := c.Unread(); n != 0 || ok || c.ID() != "" || c.Agent() != "secondary_a" || c.DisplayID() != "Secondary-A" {
		t.Errorf("%d, %t, %q, %q", n, ok, c.ID(), c.Agent())
	}
	if n, ok := parse(t, sample).Unread(); n != 0 || !ok {
		t.Errorf("unread %d, %t", n, ok)
	}
	for folded, id := range map[string]string{"primary": "Agent-Primary", "secondary_a": "Secondary-A", "": "", "kai_7": "Kai-7", "a__b": "A--B"} {
		if got := idOf(folded); got != id {
			t.Errorf("id of %q is %q, want %q", folded, got, id)
		}
	}
	if age := parse(t, thin).Age(now); age != (Age{Class: Unknown}) {
		t.Errorf("got %+v, want an unknown age, because there is no last_checkpoint", age)
	}
}
