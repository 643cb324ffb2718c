package threshold

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/yamldoc"
)

// TestSheet checks that a sheet has every limit once, that later ones win, and that it
// is the table of the defaults where nobody says otherwise.
func TestSheet(t *testing.T) {
	if s := NewSheet(); len(s) != 12 || !maps.Equal(s.Table(), Defaults()) || len(Disordered(s)) != 0 {
		t.Errorf("the defaults are %v", s)
	}
	s := NewSheet(Limit{Cost, Alert, 20, "a"}, Limit{Cost, Alert, 21, "b"}, Limit{Errors, Stop, 9, "c"}, Limit{"none", Stop, 9, "d"}, Limit{Cost, None, 9, "e"})
	want := Defaults()
	want[Cost], want[Errors] = Limits{0, 10, 21, 50}, Limits{0, 2, 3, 9}
	if !maps.Equal(s.Table(), want) || len(s) != 12 || s[1] != (Limit{Cost, Alert, 21, "b"}) || s[0].Source != DefaultSource {
		t.Errorf("got %v", s)
	}
	for _, c := range []struct {
		limits []Limit
		want   string
	}{
		{[]Limit{{Cost, Alert, 60, "x"}}, "cost: alert at $60.00 (x) is above stop at $50.00 (default)"},
		{[]Limit{{Context, Warning, 40, "x"}}, ""},
		{[]Limit{{Context, Warning, 41, "x"}, {Errors, Stop, 2, "y"}}, "context: warning at 41% (x) is above alert at 40% (default)"},
		{[]Limit{{Cost, Stop, 5, "y"}}, ""},
	} {
		if got := strings.Join(Disordered(NewSheet(c.limits...)), "; "); got != c.want {
			t.Errorf("%v: %q, want %q", c.limits, got, c.want)
		}
	}
	low := NewSheet(Limit{Cost, Stop, 20, "x"}, Limit{Errors, Stop, 1, "x"}, Limit{Context, Warning, 35, "x"})
	want = Defaults()
	want[Cost], want[Errors], want[Context] = Limits{0, 10, 20, 20}, Limits{0, 1, 1, 1}, Limits{0, 35, 40, 50}
	if !maps.Equal(low.Table(), want) || low[0].Source != DefaultSource || low[1].Source != LoweredSource || low[2].Source != "x" {
		t.Errorf("defaults that give way: %v", low)
	}
	if got := Disordered([]Limit{{Cost, Warning, 30, ""}, {Cost, Stop, 20, ""}}); len(got) != 1 || got[0] != "cost: warning at $30.00 is above stop at $20.00" {
		t.Errorf("got %q", got)
	}
}

func TestParseLimit(t *testing.T) {
	for text, want := range map[string]Limit{
		"cost.alert=20": {Cost, Alert, 20, ""}, "alert.cost=$20.5": {Cost, Alert, 20.5, ""}, "context_percent.stop=60%": {Context, Stop, 60, ""}, " errors.warning = 1": {Errors, Warning, 1, ""},
	} {
		if got, err := ParseLimit(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"cost=20": "is no limit", "cost.alert": "is no limit", "": "is no limit", "=": "is no limit", "cost.alrt=3": `did you mean "alert"?`, "alert.csot=3": `did you mean "cost"?`,
		"cost.alert=": "is no cost", "errors.stop=1.5": "is no number of errors", "cost.cost=3": "unknown level", "alert.alert=3": "unknown threshold",
	} {
		if got, err := ParseLimit(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %s", text, got, err, want)
		}
	}
}

// TestForeign checks what is read of a configuration of the protocol: both spellings of
// a limit, either notation, and what cannot be used.
func TestForeign(t *testing.T) {
	read := func(parse func(name, text string) (*jsondoc.Document, error), text string) string {
		d, err := parse("c", text)
		if err != nil {
			t.Fatal(err)
		}
		f := ReadForeign(d)
		var all []string
		for _, l := range f.Limits {
			all = append(all, fmt.Sprintf("%s.%s=%v@%s", l.Kind, l.Level, l.Number, l.Source))
		}
		for _, p := range f.Problems {
			all = append(all, p.Message)
		}
		if f.Listed {
			all = append(all, fmt.Sprint(len(f.Triggers), " triggers@", f.At))
		}
		return strings.Join(all, "; ")
	}
	for text, want := range map[string]string{
		`{}`: "", `{"defaults": 3, "thresholds": null, "checkpoint_triggers": null}`: "",
		`{"defaults": {"warnCost": 5, "alertCost": "$12", "maxCost": null, "maxTokens": 9}}`:            "cost.warning=5@c:1:27; cost.alert=12@c:1:43",
		`{"defaults": {"maxCost": 5}, "thresholds": {"stop": {"cost": 6, "error_count": 9, "own": 1}}}`: "cost.stop=5@c:1:26; cost.stop=6@c:1:62; errors.stop=9@c:1:80; unknown threshold \"own\", want one of cost, context, variance, errors",
		`{"thresholds": [], "defaults": {"maxCost": true}}`:                                             `"defaults.maxCost" is of kind boolean, want a number such as 10 or $10; "thresholds" is of kind array, want an object`,
		`{"triggers": [{"type": "user_interrupt"}], "checkpoint_triggers": []}`:                         "0 triggers@c:1:67",
		`{"triggers": [{"type": "user_interrupt"}]}`:                                                    "",
		`{"checkpoint_triggers": [{"type": "cost_stop", "threshold": 1, "action": "hard_stap"}]}`:       `"action" is "hard_stap", want one of update_state, checkpoint_and_verify, log_warning, prepare_checkpoint, suggest_checkpoint, pause_for_ack, pause_and_investigate, force_checkpoint, hard_stop, graceful_checkpoint (did you mean "hard_stop"?); nothing of "checkpoint_triggers" can be used, so the triggers of the protocol hold`,
	} {
		if got := read(jsondoc.Parse, text); got != want {
			t.Errorf("%s\n%s, want\n%s", text, got, want)
		}
	}
	if got := read(yamldoc.Parse, "thresholds:\n  alert:\n    context: 35%\ncheckpoint_triggers:\n  - type: nonsense\n"); !strings.HasPrefix(got, "context.alert=35@c:3:14; \"type\" is \"nonsense\"") || strings.Contains(got, "triggers@") {
		t.Errorf("got %s", got)
	}
}

// TestStateReading checks that a state is read as it was recorded.
func TestStateReading(t *testing.T) {
	readings := Read(Defaults(), []Value{{Cost, 27.25}, {Context, 3}, {Errors, 5}})
	change, err := Record(StateFile, "", readings, now)
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseState(StateFile, change.Text)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range readings {
		if v, level, ok := s.Reading(r.Kind); !ok || v != r.Value || level != r.Level {
			t.Errorf("%v is read as %v, %v, %t", r, v, level, ok)
		}
	}
	for _, text := range []string{"", "{}", `{"current_values": {"variance_percent": null}}`, `{"current_values": {"variance_percent": -1}}`} {
		s, err := ParseState("", text)
		if err != nil {
			t.Fatal(err)
		}
		if v, _, ok := s.Reading(Variance); ok {
			t.Errorf("%s: %v", text, v)
		}
	}
	if s, err = ParseState("", `{"current_values": {"cost": 3}, "levels_triggered": {"cost": "alrt"}}`); err != nil {
		t.Fatal(err)
	}
	if _, level, ok := s.Reading(Cost); !ok || level != None {
		t.Errorf("level %v", level)
	}
}

// TestTriggersOf checks that the protocol's list fires where the levels of a table
// begin.
func TestTriggersOf(t *testing.T) {
	table := Defaults()
	table[Cost], table[Context], table[Errors] = Limits{0, 1, 2, 3}, Limits{0, 4, 5, 6}, Limits{0, 7, 8, 9}
	for _, trigger := range TriggersOf(table) {
		if k := trigger.Kind(); k != "" {
			limit := trigger.From
			if got := len(Fire([]Trigger{trigger}, Now{Values: []Value{{k, limit}}})); got != 1 {
				t.Errorf("%s does not fire at %v", trigger.Type, limit)
			}
			if level, _ := ParseLevel(trigger.Type[strings.Index(trigger.Type, "_")+1:]); level != None && limit != table[k][level] {
				t.Errorf("%s fires at %v", trigger.Type, limit)
			}
		}
	}
	if fired := Fire(TriggersOf(table), Now{Values: []Value{{Errors, 8}}}); len(fired) != 1 || fired[0].Why != "errors are 8, from 8" || fired[0].Kind() != Errors {
		t.Errorf("fired %+v", fired)
	}
}

func TestShowTime(t *testing.T) {
	for d, want := range map[time.Duration]string{45 * time.Minute: "45m", time.Hour: "1h", 90 * time.Minute: "1h30m", 10 * time.Second: "10s", time.Minute + 30*time.Second: "1m30s", time.Hour + time.Second: "1h0m1s", 20 * time.Hour: "20h", 0: "0s", 100 * time.Minute: "1h40m"} {
		if got := showTime(d); got != want {
			t.Errorf("%v is shown as %q, want %q", d, got, want)
		}
	}
}
