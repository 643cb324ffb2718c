package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
)

const sampleState = protocoltest.EngineState

func with(t *testing.T, key, json string) string {
	t.Helper()
	edits, err := parseState(t, sampleState).Doc.Set(json, key)
	return protocoltest.Apply(t, sampleState, edits, err)
}

func TestState(t *testing.T) {
	s := parseState(t, sampleState)
	at, ok := s.Updated()
	got := fmt.Sprintln(s.Phase(), s.Mode(), s.Spec(), s.Int(IndexField), s.Int(TotalField), s.Int(TaskField), s.Int(GlobalField), s.Gate(), at.Format(spelling.TimeLayout), ok, s.Files(), s.CommentID() == "")
	if want := "execution tdd docs/spec.md 2 5 1 7 0 2026-11-04T00:00:00Z true [header.go x.go] true\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// the hooks use the same defaults for missing or unusable values
	for _, s := range []*State{nil, parseState(t, "{}"), parseState(t, `[1]`), parseState(t, `{"taskIteration": "x", "executionMode": 1, "awaitingGate": {}}`)} {
		got := fmt.Sprint(s.Phase(), s.Mode(), s.Spec(), s.Int(IndexField), s.Int(TotalField), s.Int(TaskField), s.Int(maxTaskField), s.Int(GlobalField), s.Int(maxGlobalField), s.Int(ReplanField), s.Files())
		if want := "quick0 0 1 5 0 50 0 []"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestStateCheck(t *testing.T) {
	for _, e := range []struct{ key, json, want string }{
		{"größe", "2", `unknown key "größe" w`},
		{"awaitingGate", `"3"`, `"awaitingGate" is the string "3"; expected 3 without quotes w`},
		{"awaitingGate", `"null"`, `"awaitingGate" is the string "null"; expected null without quotes w`},
		{"awaitingGate", `3`, ``},
		{"awaitingGate", `4`, `"awaitingGate" is 4; expected one of 1, 2, 3, null`},
		{"awaitingGate", `"x"`, `"awaitingGate" is "x"; expected one of 1, 2, 3, null`},
		{"executionMode", `"spike"`, ``},
		{"executionMode", `"exec:tdd"`, `"executionMode" is "exec:tdd"; expected one of quick, tdd, pair, checkpoint, swarm, spike`},
		{"totalTasks", `0`, `"totalTasks" is 0 or missing in phase "execution": the stop handler will delete the state file`},
		{"totalTasks", `"5"`, `"totalTasks" is a string; expected a whole number`},
		{"taskIteration", `0`, `"taskIteration" is 0; expected 1 or more`},
		{"taskIndex", `-1`, `"taskIndex" is -1; expected 0 or more`},
		{"gatesPassed", `[1, 4]`, `"gatesPassed[1]" is 4; expected one of 1, 2, 3`},
		{"specPath", `null`, ``},
		{"activeIssue", `"CIA-1"`, ``},
		{"lastUpdatedAt", `"yesterday"`, `"lastUpdatedAt" is "yesterday"; expected a time such as 2006-01-02T15:04:05Z`},
		{"phase", `"done"`, `"phase" is "done"; expected one of intake, spec, review, decompose, execution, replan, verification, closure`},
	} {
		var got []string
		for _, p := range parseState(t, with(t, e.key, e.json)).Check() {
			if p.Class == jsondoc.Unknown && e.key != "größe" {
				continue
			}
			message := p.Message
			if IsWarning(p.Class) {
				message += " w"
			}
			got = append(got, message)
		}
		if strings.Join(got, "; ") != e.want {
			t.Errorf("%s %s: got %q, want %q", e.key, e.json, got, e.want)
		}
	}
	missing := parseState(t, `{"activeIssue": "CIA-1", "phase": "execution"}`).Check()
	if len(missing) != 2 || missing[0].Path != TotalField || missing[1].Class != loose {
		t.Errorf("got %+v", missing)
	}
	if got := parseState(t, `{}`).Check(); len(got) != 1 || got[0].Class != jsondoc.Missing {
		t.Errorf("of an empty state: %+v", got)
	}
	if !strings.Contains(jsondoc.Schema("state", Fields()), `"enum": [`) {
		t.Error("the schema has no enum")
	}
}

func TestStale(t *testing.T) {
	s := parseState(t, sampleState)
	at := time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)
	if s.Stale(at) || !s.Stale(at.Add(time.Second)) || parseState(t, "{}").Stale(at) || (*State)(nil).Stale(at) {
		t.Error("the limit is not 24 hours, or a state without a time is stale")
	}
}

func TestLoops(t *testing.T) {
	for _, e := range []struct {
		key, json    string
		p            Preferences
		loops, halts bool
	}{
		{"phase", `"execution"`, Preferences{}, true, false},
		{"awaitingGate", "3", Preferences{}, false, false},
		{"awaitingGate", `"3"`, Preferences{}, false, false},
		{"phase", `"spec"`, Preferences{}, false, false},
		{"executionMode", `"swarm"`, Preferences{}, false, false},
		{"executionMode", `"quick"`, Preferences{Mode: "pair"}, false, false},
		{"globalIteration", "50", Preferences{}, true, true},
		{"taskIteration", "5", Preferences{}, true, true},
		{"taskIteration", "3", Preferences{MaxTask: 3}, true, true},
		{"replanCount", "2", Preferences{}, true, false},
	} {
		s := parseState(t, with(t, e.key, e.json))
		if s.Loops(e.p) != e.loops || s.Halts(e.p) != e.halts {
			t.Errorf("%s %s, %+v: loops %v, halts %v", e.key, e.json, e.p, s.Loops(e.p), s.Halts(e.p))
		}
	}
	if (*State)(nil).Loops(Preferences{}) {
		t.Error("it loops without a state")
	}
}

func TestCaps(t *testing.T) {
	if caps := parseState(t, sampleState).Caps(Preferences{}); len(caps) != 0 {
		t.Errorf("got %+v", caps)
	}
	for key, want := range map[string]string{
		"taskIteration":   `"taskIteration" is 50 (limit 5), so the stop handler will end the loop`,
		"globalIteration": `"globalIteration" is 50 (limit 50), so the stop handler will end the loop`,
		"replanCount":     `"replanCount" is 50 (limit 2), so the next new plan will end the loop`,
	} {
		text := with(t, key, "50")
		caps := parseState(t, text).Caps(Preferences{})
		if len(caps) != 1 || caps[0].Message != want || text[caps[0].Span.Start:caps[0].Span.End] != "50" {
			t.Errorf("%s: got %+v", key, caps)
		}
	}
}

func TestSetCommentID(t *testing.T) {
	change, err := parseState(t, sampleState).SetCommentID("0-1")
	if err != nil {
		t.Fatal(err)
	}
	text := change.Files[0].After
	if parseState(t, text).CommentID() != "0-1" || strings.Replace(text, ", \"checkpointCommentId\": \"0-1\"", "", 1) != sampleState {
		t.Errorf("got %s", text)
	}
}

func TestSignalWords(t *testing.T) {
	text := "say TASK_COMPLETE, not replan or REPLANNED"
	var got []string
	for _, s := range SignalWords(text) {
		got = append(got, s.Word+"="+text[s.Span.Start:s.Span.End])
	}
	if strings.Join(got, " ") != "TASK_COMPLETE=TASK_COMPLETE REPLAN=REPLAN" {
		t.Errorf("got %q", got)
	}
}

func parseState(t testing.TB, text string) *State {
	t.Helper()
	s, err := Parse("state.json", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLoose(t *testing.T) {
	for _, e := range []struct {
		key, json string
		want      []jsondoc.Class
	}{
		{"linearIssue", "null", []jsondoc.Class{loose}},
		{"taskIndex", "null", []jsondoc.Class{loose}},
		{"lastUpdatedAt", `"2026-11-20"`, []jsondoc.Class{loose}},
		{"createdAt", `"2026-11-20 10:00"`, []jsondoc.Class{loose}},
		{"lastUpdatedAt", `"soon"`, []jsondoc.Class{jsondoc.BadValue}},
		{"phase", "null", []jsondoc.Class{jsondoc.WrongKind}},
		{"totalTasks", "null", []jsondoc.Class{jsondoc.BadValue}}, // the loop reads it as 0
	} {
		var got []jsondoc.Class
		for _, p := range parseState(t, with(t, e.key, e.json)).Check() {
			if p.Path == e.key {
				got = append(got, p.Class)
			}
		}
		if !slices.Equal(got, e.want) {
			t.Errorf("%s %s: got %v, want %v", e.key, e.json, got, e.want)
		}
	}
}

func TestAttempts(t *testing.T) {
	for key, want := range map[string]int{maxTaskField: 5, maxGlobalField: 50} {
		if got := parseState(t, "{}").Int(key); got != want {
			t.Errorf("%s is %d if it is missing, want %d", key, got, want)
		}
		for value, problems := range map[string]int{"0": 1, "1": 0} {
			s, err := Parse("", `{"phase": "review", "`+key+`": `+value+`}`)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Check(); len(got) != problems {
				t.Errorf("%s of %s: %+v", key, value, got)
			}
		}
	}
}
