package threshold

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mdck/mdcheckpoint/jsondoc"
)

// fire returns which triggers of the protocol fire with values, and their levels.
func fire(s Sheet, now Happened, values ...Value) string {
	var got []string
	for _, f := range Fire(defaultTriggers(s), Read(s, values), now) {
		got = append(got, strings.TrimSpace(f.Type+" "+f.Level.String()))
	}
	return strings.Join(got, ", ")
}

func TestFire(t *testing.T) {
	for _, c := range []struct {
		now    Happened
		values []Value
		want   string
	}{
		{Happened{}, nil, ""},
		{Happened{Event: "task_complete", Elapsed: new(31 * time.Minute)}, []Value{{Context, 41}, {Cost, 50}}, "task_complete, context_warning warning, context_alert, cost_warning warning, cost_alert alert, cost_stop stop, time_elapsed"},
		{Happened{Elapsed: new(29 * time.Minute)}, []Value{{Cost, 9}}, ""},
		{Happened{Event: "user_interrupt"}, nil, "user_interrupt stop"},
		// E3 row 23: the trigger of errors fires where their alert begins
		{Happened{}, []Value{{Errors, 2}}, ""}, {Happened{}, []Value{{Errors, 3}}, "error_threshold alert"}, {Happened{}, []Value{{Errors, 5}}, "error_threshold alert"},
	} {
		if got := fire(NewSheet(), c.now, c.values...); got != c.want {
			t.Errorf("%+v, %v: %s, want %s", c.now, c.values, got, c.want)
		}
	}
	set := NewSheet(Limit{Errors, Alert, 8, "x"}, Limit{Errors, Stop, 9, "x"}, Limit{Cost, Warning, 1, "x"})
	if got := fire(set, Happened{}, Value{Errors, 7}, Value{Cost, 1}); got != "cost_warning warning" {
		t.Errorf("with limits that are set %s", got)
	}
}

// TestFireLevels checks that a value at which a trigger pauses is an alert that can be
// acknowledged, unless it has reached the stop of its kind.
func TestFireLevels(t *testing.T) {
	early := []Trigger{{Type: "cost_alert", Action: "pause_for_ack", From: 5, triggerType: &triggerTypes[6]}}
	for value, want := range map[float64]string{4: "", 7: "alert alert false cost at $7.00, from $5.00", 60: "stop alert true cost at $60.00, from $5.00"} {
		readings := Read(NewSheet(), []Value{{Cost, value}})
		got := ""
		for _, f := range Fire(early, readings, Happened{}) {
			got = fmt.Sprint(readings[0].Level, " ", f.Level, " ", f.Final, " ", f.Reason)
		}
		if got != want {
			t.Errorf("%v: %q, want %q", value, got, want)
		}
	}
}

// TestTriggers checks that the list of the seed is that of the protocol, that a trigger with a
// slip is left out, and that one without a limit has that of the thresholds.
func TestTriggers(t *testing.T) {
	many := strings.Repeat(`{"type": "cost_alert", "threshold": 1, "action": "pause_for_akc"}, `, jsondoc.MaxProblems)
	presets := fmt.Sprint(defaultTriggers(NewSheet()))
	for text, want := range map[string]struct {
		left string // "" is none
		said string
	}{
		`[{"type": "task_complete", "frequency": "every", "action": "update_state"}, {"type": "phase_complete"}, {"type": "context_warning", "threshold": "30%"},
		{"type": "context_alert", "threshold": 40}, {"type": "context_stop", "threshold": "50%"}, {"type": "cost_warning", "threshold": "$10"}, {"type": "cost_alert", "threshold": "$25"},
		{"type": "cost_stop", "threshold": "$50"}, {"type": "error_threshold", "count": 3}, {"type": "time_elapsed", "duration": "30min"}, {"type": "user_interrupt", "signal": "Ctrl+C"}]`: {presets, ""},
		`[{"type": "cost_alert"}]`:                                    {"[{cost_alert pause_for_ack 25", ""},
		`[{"type": "task_complete", "threshold": 5}]`:                 {"[{task_complete update_state 0", ""},
		`[{"type": "cost_stop", "threshold": 5, "own": 1}]`:           {"[{cost_stop hard_stop 5", `unknown key "own"`},
		`[{"type": "cost_alert", "threshold": 5, "action": "pause"}]`: {"", `"action" is "pause", want one of`},
		`[{"type": "cost_alert", "threshold": 5, "action": 3}]`:       {"", `"action" is a whole number`},
		`[{"type": "task_complete", "frequency": "evry"}]`:            {"", `"frequency" is "evry", want every`},
		`[` + many + `{"type": "phase_complete", "action": "x"}]`:     {"", `"action" is "x"`},
		`[{"type": "cost_alrt", "threshold": 1}]`:                     {"", `(did you mean "cost_alert"?)`},
		`[{"type": "cost_alert", "threshold": "10%"}]`:                {"", `"10%" is not a cost`},
		`[{"type": "time_elapsed", "duration": "soon"}]`:              {"", `"soon" is no duration`},
		`[{}]`: {"", `no "type"`},
		`{}`:   {"", `the document is an object, want an array`},
	} {
		d, err := jsondoc.Parse("", text)
		if err != nil {
			t.Fatal(err)
		}
		all, problems := parseTriggers(d.Root, NewSheet())
		var said []string
		for _, p := range problems {
			said = append(said, p.Message)
		}
		left := ""
		if len(all) > 0 {
			left = fmt.Sprint(all)
		}
		if got := strings.Join(said, "; "); (left == "") != (want.left == "") || !strings.HasPrefix(left, want.left) || !strings.Contains(got, want.said) || (got == "") != (want.said == "") {
			t.Errorf("%.80s: left %s, %.200s, want %+v", text, left, got, want)
		}
		if want.left == presets && left != presets {
			t.Errorf("the list of the seed is %s, want %s", left, presets)
		}
	}
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{"45m": 45 * time.Minute, "30min": 30 * time.Minute, "1h30m": 90 * time.Minute, "2 hours": 2 * time.Hour, "90s": 90 * time.Second, "10": 10 * time.Minute, "30 minutes": 30 * time.Minute, "1 Hr 5 mins": 65 * time.Minute} {
		if got, err := ParseDuration(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "soon", "-5m", "1e3", "NaN", "5 apples", "99999999999h"} {
		if got, err := ParseDuration(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}
