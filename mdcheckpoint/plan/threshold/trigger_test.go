package threshold

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mdck/mdcheckpoint/jsondoc"
)

// TestE3Row23ErrorTrigger checks that the trigger of errors fires where their alert
// begins.
func TestE3Row23ErrorTrigger(t *testing.T) {
	for errors, want := range map[float64]int{2: 0, 3: 1, 5: 1} {
		if fired := Fire(DefaultTriggers(), Now{Values: []Value{{Errors, errors}}}); len(fired) != want || want > 0 && (fired[0].Type != "error_threshold" || fired[0].Halt != Alert) {
			t.Errorf("%v errors: %+v", errors, fired)
		}
	}
}

// TestTriggersLeftOut checks that a trigger with a slip is not used with half of what it
// says, and that a key which does nothing harms nothing.
func TestTriggersLeftOut(t *testing.T) {
	many := strings.Repeat(`{"type": "cost_alert", "threshold": 1, "action": "pause_for_akc"}, `, jsondoc.MaxProblems)
	for text, want := range map[string]struct {
		left int
		said string
	}{
		`[{"type": "cost_alert", "threshold": 5, "action": "pause_for_akc"}]`: {0, `(did you mean "pause_for_ack"?)`},
		`[{"type": "cost_alert", "threshold": 5, "action": 3}]`:               {0, `"action" is a whole number`},
		`[{"type": "task_complete", "frequency": "evry"}]`:                    {0, `"frequency" is "evry", want every`},
		`[` + many + `{"type": "phase_complete", "action": "x"}]`:             {0, `"action" is "x"`},
		`[{"type": "task_complete", "threshold": 5}]`:                         {1, ""},
		`[{"type": "cost_stop", "threshold": 5, "own": 1}]`:                   {1, `unknown key "own"`},
		`[{"type": "user_interrupt", "signal": "Ctrl+C"}]`:                    {1, ""},
	} {
		d, err := jsondoc.Parse("", text)
		if err != nil {
			t.Fatal(err)
		}
		all, problems := ParseTriggers(d.Root)
		var said []string
		for _, p := range problems {
			said = append(said, p.Message)
		}
		if got := strings.Join(said, "; "); len(all) != want.left || !strings.Contains(got, want.said) || (got == "") != (want.said == "") {
			t.Errorf("%.80s: %d are left, %.200s, want %+v", text, len(all), got, want)
		}
	}
}

func TestTriggers(t *testing.T) {
	parse := func(text string) ([]Trigger, string) {
		d, err := jsondoc.Parse("", text)
		if err != nil {
			t.Fatal(err)
		}
		all, problems := ParseTriggers(d.Root)
		var said []string
		for _, p := range problems {
			said = append(said, p.Message)
		}
		return all, strings.Join(said, "; ")
	}
	// the seed's list, but for what is the default anyway
	all, said := parse(`[{"type": "task_complete", "frequency": "every", "action": "update_state"}, {"type": "phase_complete"}, {"type": "context_warning", "threshold": "30%"},
	{"type": "context_alert", "threshold": 40}, {"type": "context_stop", "threshold": "50%"}, {"type": "cost_warning", "threshold": "$10"}, {"type": "cost_alert", "threshold": "$25"},
	{"type": "cost_stop", "threshold": "$50"}, {"type": "error_threshold", "count": 3}, {"type": "time_elapsed", "duration": "30min"}, {"type": "user_interrupt", "signal": "Ctrl+C"}]`)
	want := DefaultTriggers()
	if said != "" || fmt.Sprint(all) != fmt.Sprint(want) {
		t.Errorf("%s\n%v\nwant\n%v", said, all, want)
	}
	for text, want := range map[string]string{
		`[{"type": "cost_alrt", "threshold": 1}]`:             `(did you mean "cost_alert"?)`,
		`[{"type": "cost_alert"}]`:                            `no "threshold" in the trigger "cost_alert"`,
		`[{"type": "cost_alert", "threshold": "10%"}]`:        `"10%" is no cost`,
		`[{"type": "time_elapsed", "duration": "soon"}]`:      `"soon" is no duration`,
		`[{"type": "user_interrupt", "action": "hard_stap"}]`: `(did you mean "hard_stop"?)`,
		`[{}]`: `no "type"`,
		`{}`:   `the document is an object, want an array`,
	} {
		if _, said := parse(text); !strings.Contains(said, want) {
			t.Errorf("%s: %s, want %s", text, said, want)
		}
	}
	hour := 31 * time.Minute
	var got []string
	for _, f := range Fire(DefaultTriggers(), Now{Event: "task_complete", Values: []Value{{Context, 41}, {Cost, 50}}, Elapsed: &hour}) {
		got = append(got, f.Type+" "+f.Halt.String())
	}
	if strings.Join(got, ", ") != "task_complete , context_warning warning, context_alert , cost_warning warning, cost_alert alert, cost_stop stop, time_elapsed " {
		t.Errorf("fired %q", strings.Join(got, ", "))
	}
	if fired := Fire(DefaultTriggers(), Now{}); len(fired) > 0 {
		t.Errorf("nothing fires %+v", fired)
	}
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{"45m": 45 * time.Minute, "30min": 30 * time.Minute, "1h30m": 90 * time.Minute, "2 hours": 2 * time.Hour, "90s": 90 * time.Second, "10": 10 * time.Minute, "30 minutes": 30 * time.Minute} {
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

func TestRecordFired(t *testing.T) {
	fired := Fire(DefaultTriggers(), Now{Event: "task_complete", Values: []Value{{Cost, 11}}})
	text := ""
	for n := 1; n <= 3; n++ {
		change, err := RecordFired("triggers.json", text, fired, now)
		if err != nil || strings.Count(change.Text, fmt.Sprintf(`"count": %d`, n)) != 2 {
			t.Fatalf("%v\n%s", err, change.Text)
		}
		text = change.Text
	}
	if change, err := RecordFired("triggers.json", text, nil, now); err != nil || change.Changed() || change.Text != text {
		t.Errorf("%v, %+v", err, change)
	}
}
