package threshold

import (
	"strings"
	"testing"
	"time"
)

func fire(s Sheet, now TriggerInput, values ...Value) string {
	var got []string
	for _, f := range Fire(s, Read(s, values), now) {
		got = append(got, strings.TrimSpace(f.Trigger+" "+f.Level.String()))
	}
	return strings.Join(got, ", ")
}

func TestFire(t *testing.T) {
	for _, c := range []struct {
		now    TriggerInput
		values []Value
		want   string
	}{
		{TriggerInput{}, nil, ""},
		{TriggerInput{Event: "task_complete", Elapsed: 31 * time.Minute}, []Value{{Context, 41}, {Cost, 50}}, "task_complete, context_warning warning, context_alert, cost_warning warning, cost_alert alert, cost_stop stop, time_elapsed"},
		{TriggerInput{Elapsed: 29 * time.Minute}, []Value{{Cost, 9}}, ""},
		{TriggerInput{Event: "user_interrupt"}, nil, "user_interrupt stop"},
		{TriggerInput{}, []Value{{Errors, 2}}, ""}, {TriggerInput{}, []Value{{Errors, 3}}, "error_threshold alert"}, {TriggerInput{}, []Value{{Errors, 5}}, "error_threshold alert"},
	} {
		if got := fire(NewSheet(), c.now, c.values...); got != c.want {
			t.Errorf("%+v, %v: %s, want %s", c.now, c.values, got, c.want)
		}
	}
	set := NewSheet(Limit{Errors, Alert, 8, "x"}, Limit{Errors, Stop, 9, "x"}, Limit{Cost, Warning, 1, "x"})
	if got := fire(set, TriggerInput{}, Value{Errors, 7}, Value{Cost, 1}); got != "cost_warning warning" {
		t.Errorf("with limits that are set %s", got)
	}
}

func TestFireFinal(t *testing.T) {
	acks, err := ReadAcks(project{AcksFile: seedAcks}.tree())
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[float64]bool{26: false, 49: false, 50: true} {
		s := NewSheet()
		pause := Fire(s, Read(s, []Value{{Cost, value}}), TriggerInput{})[1]
		if pause.FindAck(acks); pause.Trigger != "cost_alert" || pause.Halts() != want {
			t.Errorf("%v: %+v", value, pause)
		}
	}
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{"45m": 45 * time.Minute, "30min": 30 * time.Minute, "1h30m": 90 * time.Minute, "90s": 90 * time.Second, "10": 10 * time.Minute} {
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
