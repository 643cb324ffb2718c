package agents

import (
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
)

func ptr[T any](v T) *T { return &v }

func TestBeat(t *testing.T) {
	full := Beat{
		Step: "Writing the criteria", Done: []string{"Finish  section 5", "read the GUIDE"}, Files: []string{"./EPIC_README.md", "feature_02_penalty/é.md"},
		Stage: "S2.P3", Phase: "Refinement", Status: "blocked", Blockers: []string{"no \"test\" account"}, Instructions: "Line one.\r\nLine two.\n",
		CanResume: ptr(false), unread: ptr(2), statusFile: true,
	}
	want := strings.NewReplacer(
		`"S2.P2"`, `"S2.P3"`, `"Spécification \u2014 halfway"`, `"Refinement"`,
		`"last_checkpoint": "2026-01-15T14:30:00Z"`, `"last_checkpoint": "2026-01-15T15:00:05Z"`, `"2026-01-15T14:45:00Z"`, `"2026-01-15T15:15:05Z"`,
		`"IN_PROGRESS"`, `"BLOCKED"`, `"can_resume": true`, `"can_resume": false`,
		`"blockers": []`, "\"blockers\": [\n    \"no \\\"test\\\" account\"\n  ]",
		`"EPIC_README.md"`, "\"EPIC_README.md\",\n    \"feature_02_penalty/é.md\"",
		`"Go on with section 5."`, `"Line one.\nLine two."`, `"Writing section 5"`, `"Writing the criteria"`,
		`"Wrote sections 1-4" ]`, `"Wrote sections 1-4",   "Finish section 5" ]`,
		"    \"Finish section 5\",\n", "",
		`"unread_messages": 0`, `"unread_messages": 2`,
		`"last_status_update": "2026-01-15T14:15:00Z"`, `"last_status_update": "2026-01-15T15:00:05Z"`,
	)
	change := beat(t, parse(t, sample), full)
	protocoltest.Equal(t, "file", change.Text, want.Replace(sample))
	equalAll(t, "did", change.Did, []string{
		`stage "S2.P3"`, `phase "Refinement"`, "last_checkpoint 2026-01-15T15:00:05Z", `status "BLOCKED"`, "can_resume false", "1 blocker", `file "feature_02_penalty/é.md"`,
		`instructions "Line one.\nLine two."`, `step "Writing the criteria"`, `completed step "Finish section 5"`, "removed 1 next step",
	})
	if len(change.Notes) != 0 {
		t.Errorf("notes %q", change.Notes)
	}
	for _, style := range styles {
		change := beat(t, parse(t, style.Of(sample)), Beat{Step: "Writing the criteria", Done: []string{"x"}, unread: ptr(1)})
		if style.Name == "crlf" && strings.Count(change.Text, "\n") != strings.Count(change.Text, "\r\n") {
			t.Errorf("line endings are mixed in\n%s", protocoltest.Visible(change.Text))
		}
		if style.Name == "no final newline" && strings.HasSuffix(change.Text, "\n") || style.Name == "bom" && !strings.HasPrefix(change.Text, "\ufeff{") {
			t.Errorf("%s: %q", style.Name, change.Text)
		}
		equalAll(t, style.Name, changedKeys(parse(t, style.Of(sample)), change.After), []string{lastKey, expectedKey, stepKey, CompletedKey, coordinationKey})
	}
}

func TestBeatLists(t *testing.T) {
	for _, test := range []struct {
		name, file string
		beat       Beat
		key, want  string
	}{
		{"next replaces", `{"next_steps": ["a", "b"]}`, Beat{Next: []string{"c"}}, nextKey, `["c"]`},
		{"empty next clears", `{"next_steps": ["a", "b"]}`, Beat{Next: []string{" "}}, nextKey, `[]`},
		{"no next keeps", `{"next_steps": ["a",  "b"]}`, Beat{}, nextKey, `["a",  "b"]`},
		{"done drops the first", `{"next_steps": ["a",  "b", "c"]}`, Beat{Done: []string{"A"}}, nextKey, `["b", "c"]`},
		{"done drops the last", `{"next_steps": ["a",  "b", "c"]}`, Beat{Done: []string{"c"}}, nextKey, `["a",  "b"]`},
		{"done drops a run", `{"next_steps": ["a", "b",  "c", "d"]}`, Beat{Done: []string{"b", "c"}}, nextKey, `["a", "d"]`},
		{"done drops several", `{"next_steps": ["a", "b",  "c", "d", "e"]}`, Beat{Done: []string{"a", "d", "b"}}, nextKey, `["c", "e"]`},
		{"done drops all", `{"next_steps": ["a", "b"]}`, Beat{Done: []string{"b", "a"}}, nextKey, `[]`},
		{"done drops a repeated step", `{"next_steps": ["a", "b", "a"]}`, Beat{Done: []string{"a"}}, nextKey, `["b"]`},
		{"done drops a text", `{"next_steps": "a"}`, Beat{Done: []string{"a"}}, nextKey, `[]`},
		{"done keeps a text", `{"next_steps": "b"}`, Beat{Done: []string{"a"}}, nextKey, `"b"`},
		{"done keeps other kinds", `{"next_steps": [{"a": 1}, "a", 3]}`, Beat{Done: []string{"a"}}, nextKey, `[{"a": 1}, 3]`},
		{"done is added once", `{"completed_steps": ["a"]}`, Beat{Done: []string{"A ", "b", "b"}}, CompletedKey, `["a", "b"]`},
		{"done without the key", `{"x": 1}`, Beat{Done: []string{"b", "c"}}, CompletedKey, `["b", "c"]`},
		{"done into null", `{"completed_steps": null}`, Beat{Done: []string{"b"}}, CompletedKey, `["b"]`},
		{"done after a text", `{"completed_steps": "a"}`, Beat{Done: []string{"b"}}, CompletedKey, `["a", "b"]`},
		{"done after a number", `{"completed_steps": 1.0e3}`, Beat{Done: []string{"b"}}, CompletedKey, `[1.0e3, "b"]`},
		{"done replaces a word for nothing", `{"completed_steps": "N/A"}`, Beat{Done: []string{"b"}}, CompletedKey, `["b"]`},
		{"done after other kinds", `{"completed_steps": [1, null]}`, Beat{Done: []string{"b", "c"}}, CompletedKey, `[1, null, "b", "c"]`},
		{"an existing text stays", `{"completed_steps": "a"}`, Beat{Done: []string{"a"}}, CompletedKey, `"a"`},
		{"blockers are set", `{"blockers": "x"}`, Beat{Blockers: []string{"y"}}, blockersKey, `["y"]`},
		{"blockers are cleared", `{"blockers": "x"}`, Beat{Blockers: []string{}}, blockersKey, `[]`},
		{"none clears blockers", `{"blockers": ["x"]}`, Beat{Blockers: []string{"none"}}, blockersKey, `[]`},
		{"files by their cleaned name", `{"files_modified": ["a/b", "C"]}`, Beat{Files: []string{"./a//b", "c"}}, filesKey, `["a/b", "C", "c"]`},
		{"files from git", `{"files_modified": ["a"]}`, Beat{AllFiles: []string{"b"}, Files: []string{"c", "b"}}, filesKey, `["b", "c"]`},
		{"no files from git", `{"files_modified": ["a"]}`, Beat{AllFiles: []string{}}, filesKey, `[]`},
		{"no coordination", `{"x": 1}`, Beat{unread: ptr(3)}, coordinationKey, `{"unread_messages": 3}`},
		{"empty coordination", `{"coordination_state": {}}`, Beat{statusFile: true, EpicUpdated: true}, coordinationKey, `{"last_epic_readme_update": "2026-01-15T15:00:05Z", "last_status_update": "2026-01-15T15:00:05Z"}`},
		{"coordination is null", `{"coordination_state": null}`, Beat{statusFile: true}, coordinationKey, `{"last_status_update": "2026-01-15T15:00:05Z"}`},
		{"coordination is a text", `{"coordination_state": "pending"}`, Beat{unread: ptr(3)}, coordinationKey, `"pending"`},
		{"id is written", `{"x": 1}`, Beat{ID: "Secondary-A"}, idKey, `"Secondary-A"`},
		{"id stays", `{"agent_id": "B"}`, Beat{ID: "Secondary-A"}, idKey, `"B"`},
		{"id of another kind", `{"agent_id": 7}`, Beat{ID: "Secondary-A"}, idKey, `"Secondary-A"`},
	} {
		c := parse(t, test.file)
		change := beat(t, c, test.beat)
		v := change.After.Doc.Root.Get(test.key)
		if v == nil || change.After.Doc.File.Slice(v.Span) != test.want {
			t.Errorf("%s: want %s in %s", test.name, test.want, change.Text)
		}
		if again := beat(t, change.After, test.beat); isChanged(again) {
			t.Errorf("%s: %s changes again: %q", test.name, change.Text, again.Did)
		}
	}
}

func TestBeatOfEmptyObject(t *testing.T) {
	c := parse(t, " {\r\n}\r\n")
	change := beat(t, c, Beat{ID: "Secondary-A", Step: "s", Done: []string{"a", "b"}, Next: []string{"c"}, unread: ptr(1)})
	protocoltest.Equal(t, "file", change.Text, strings.ReplaceAll(` {
   "agent_id": "Secondary-A",
   "last_checkpoint": "2026-01-15T15:00:05Z",
   "next_checkpoint_expected": "2026-01-15T15:15:05Z",
   "current_step": "s",
   "completed_steps": [
     "a",
     "b"
   ],
   "next_steps": [
     "c"
   ],
   "coordination_state": {
     "unread_messages": 1
   }
 }
`, "\n", "\r\n"))
}

func TestBeatRefuses(t *testing.T) {
	c := parse(t, sample)
	for part, b := range map[string]Beat{
		`stage "X": expected a stage`: {Stage: "x"},
		`"…": expected one of`:        {Status: "…"},
	} {
		_, err := c.Beat(b, now)
		wantRequest(t, err, part)
	}
	for part, b := range map[string]Beat{
		`"status" is BLOCKED, but "blockers" is empty`:                    {Status: Blocked},
		`"status" is IN_PROGRESS, but "blockers" has 1 entry`:             {Blockers: []string{"x"}},
		`"status" is IN_PROGRESS, but "can_resume" is false`:              {CanResume: ptr(false)},
		`"status" is COMPLETE, but "can_resume" is true`:                  {Status: Complete},
		"the protocol has no status PAUSED; expected one of IN_PROGRESS,": {Status: "paused"},
	} {
		change := beat(t, c, b)
		if !strings.Contains(strings.Join(change.Notes, "\n"), part) {
			t.Errorf("notes %q, want %q", change.Notes, part)
		}
	}
	pending := beat(t, parse(t, `{"coordination_state": "pending"}`), Beat{unread: ptr(0)})
	if len(pending.Notes) != 1 || !strings.Contains(pending.Notes[0], "was not changed") {
		t.Errorf("notes %q", pending.Notes)
	}
}

func TestMoreBlockers(t *testing.T) {
	c := parse(t, with(t, `"blockers": []`, `"blockers": [ "n\u006f key",  {"x": 1} ]`))
	change := beat(t, c, Beat{MoreBlockers: []string{"NO  key", "no rate", "none"}})
	if !strings.Contains(change.Text, `[ "n\u006f key",  {"x": 1},  "no rate" ]`) && !strings.Contains(change.Text, `{"x": 1}, "no rate" ]`) {
		t.Error(change.Text)
	}
	change = beat(t, c, Beat{Blockers: []string{}, MoreBlockers: []string{"no rate"}})
	if got := texts(change.After.Blockers()); !slices.Equal(got, []string{"no rate"}) {
		t.Errorf("blockers are %q", got)
	}
	created, err := newFile(Beat{ID: "Secondary-A", Session: "s", MoreBlockers: []string{"no rate"}}, now)
	if err != nil || !slices.Equal(texts(created.After.Blockers()), []string{"no rate"}) {
		t.Errorf("%+v, %v", created, err)
	}
}
