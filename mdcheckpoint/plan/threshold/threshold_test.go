package threshold

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

var now = time.Date(2026, 1, 29, 14, 30, 0, 0, time.UTC)

// seedAcks is the file as the seed has it, stateAcks as the state skill does.
const seedAcks = `{
  "acknowledgments": {
    "cost": {
      "acknowledged_at": "2026-01-29T14:30:00Z",
      "value_at_ack": 26.50,
      "session_id": "session-abc123"
    },
    "context": {
      "acknowledged_at": "2026-01-29T15:00:00Z",
      "value_at_ack": 42,
      "session_id": "session-def456"
    }
  },
  "last_reset": null
}
`

const stateAcks = `{
  "acknowledgments": {
    "cost": {"acknowledged_at": "2026-01-29T14:30:00Z", "value_at_acknowledgment": 26.50, "threshold_level": "alert", "session_id": "s1", "user_note": "go ön", "own": [1.0]}
  },
  "acknowledgment_history": [
    {"type": "cost", "value": 25.0, "acknowledged_at": "2026-01-28T10:00:00Z", "reset_at": "2026-01-28T12:00:00Z"}
  ],
  "last_reset": "2026-01-28T12:00:00Z"
}
`

func acks(t testing.TB, text string) *Acks {
	t.Helper()
	a, err := ParseAcks("acks.json", text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		kind  Kind
		value float64
		want  string
	}{
		{Cost, 9.99, " "}, {Cost, 10, "warning alert"}, {Cost, 25, "alert stop"}, {Cost, 49.99, "alert stop"}, {Cost, 50, "stop "}, {Cost, 1e9, "stop "},
		{Context, 29, " "}, {Context, 30, "warning alert"}, {Context, 40, "alert stop"}, {Context, 50, "stop "},
		{Variance, 20, "warning alert"}, {Variance, 30, "alert stop"}, {Variance, 50, "stop "},
		{Errors, 1, " "}, {Errors, 2, "warning alert"}, {Errors, 3, "alert stop"}, {Errors, 5, "stop "}, {Errors, 0, " "},
	} {
		r := Read(Defaults(), []Value{{c.kind, c.value}})[0]
		next := r.Next.String()
		if r.Level == None {
			next = ""
		}
		if got := r.Level.String() + " " + next; got != c.want {
			t.Errorf("%s %v: %q, want %q", c.kind, c.value, got, c.want)
		}
	}
	if w := Worst(Read(Defaults(), []Value{{Cost, 1}, {Errors, 5}, {Context, 41}})); w != Stop {
		t.Errorf("worst is %v", w)
	}
}

func TestOffBy(t *testing.T) {
	for _, c := range []struct{ estimated, actual, want float64 }{{10, 13, 30}, {10, 7, 30}, {4, 4, 0}, {8, 12, 50}, {0.9, 1.17, 30}, {0.07, 0.091, 30}, {3, 4, 100.0 / 3}, {1e-300, 1e300, math.MaxFloat64}} {
		if got, err := OffBy(c.estimated, c.actual); err != nil || got != c.want {
			t.Errorf("%v: %v, %v", c, got, err)
		}
	}
	for _, c := range [][2]float64{{0, 1}, {-1, 1}, {math.NaN(), 1}, {1, math.NaN()}, {1, -1}, {math.Inf(1), 1}, {1, math.Inf(1)}} {
		if got, err := OffBy(c[0], c[1]); err == nil {
			t.Errorf("%v: %v", c, got)
		}
	}
}

// TestE3Row1AckValueKey holds that the value is read under each of its names and
// written under the one that is there.
func TestE3Row1AckValueKey(t *testing.T) {
	for _, key := range []string{"value_at_ack", "value_at_acknowledgment", "value"} {
		text := strings.ReplaceAll(seedAcks, "value_at_ack", key)
		a := acks(t, text)
		ack, ok := a.Find(Cost)
		if !ok || !ack.HasValue || ack.Value != 26.5 || ack.Session != "session-abc123" || !a.Valid(Cost) {
			t.Errorf("%s: %+v", key, ack)
		}
		change, err := a.Acknowledge(Value{Cost, 31}, now, "s", "")
		if err != nil || !strings.Contains(change.Text, `"`+key+`": 31,`) || strings.Count(change.Text, `"`+key+`"`) != 2 {
			t.Errorf("%s: %v\n%s", key, err, change.Text)
		}
		change, err = a.Acknowledge(Value{Errors, 3}, now, "s", "")
		if err != nil || strings.Count(change.Text, `"`+key+`"`) != 3 {
			t.Errorf("%s: %v\n%s", key, err, change.Text)
		}
	}
	change, err := acks(t, "").Acknowledge(Value{Errors, 3}, now, "", "")
	if err != nil || !strings.Contains(change.Text, `"value_at_ack": 3,`) {
		t.Errorf("%v\n%s", err, change.Text)
	}
}

// TestE3Row2AckGrown holds that an acknowledged alert stays so, and that a value
// far above is told.
func TestE3Row2AckGrown(t *testing.T) {
	a := acks(t, seedAcks)
	for value, want := range map[float64]bool{26.5: false, 31: false, 31.79: false, 31.8: true, 100: true} {
		if got := a.Grown(Value{Cost, value}); got != want || !a.Valid(Cost) {
			t.Errorf("%v: %t", value, got)
		}
	}
}

// TestE3Row3ResetHistory holds that a reset keeps acknowledgments in the history
// where there is one, and what they hold.
func TestE3Row3ResetHistory(t *testing.T) {
	change, err := acks(t, stateAcks).Clear(now)
	if err != nil {
		t.Fatal(err)
	}
	for _, kept := range []string{`"value": 25.0`, `"value": 26.50`, `"user_note": "go ön"`, `"own": [1.0]`, `"reset_at": "2026-01-29T14:30:00Z"`, `"acknowledgments": {}`, `"last_reset": "2026-01-29T14:30:00Z"`} {
		if !strings.Contains(change.Text, kept) {
			t.Errorf("no %s in\n%s", kept, change.Text)
		}
	}
	if a := acks(t, change.Text); a.Valid(Cost) || a.Reset != now {
		t.Errorf("still valid:\n%s", change.Text)
	}
	if again, err := acks(t, change.Text).Clear(now); err != nil || again.Changed() || again.Text != change.Text {
		t.Errorf("again: %v, %+v", err, again)
	}
	change, err = acks(t, seedAcks).Clear(now)
	if err != nil || strings.Contains(change.Text, "history") || change.Text != "{\n  \"acknowledgments\": {},\n  \"last_reset\": \"2026-01-29T14:30:00Z\"\n}\n" {
		t.Errorf("%v\n%s", err, change.Text)
	}
	if change, err = acks(t, "").Clear(now); err != nil || acks(t, change.Text).Reset != now {
		t.Errorf("%v\n%s", err, change.Text)
	}
}

// TestAckVoid holds that an acknowledgment from before the last reset counts no more.
func TestAckVoid(t *testing.T) {
	for reset, want := range map[string]bool{"null": true, `"2026-01-29T14:29:59Z"`: true, `"2026-01-29T14:30:00Z"`: true, `"2026-01-29T14:30:01Z"`: false, `"2026-01-30"`: false, `""`: true, `"N/A"`: true, `"soon"`: false} {
		if got := acks(t, strings.Replace(seedAcks, "\"last_reset\": null", "\"last_reset\": "+reset, 1)).Valid(Cost); got != want {
			t.Errorf("last_reset %s: %t", reset, got)
		}
	}
	if acks(t, `{"acknowledgments": {"cost": {}}}`).Valid(Cost) {
		t.Error("an entry that does not say when it was made is an acknowledgment")
	}
	doubtful := strings.Replace(seedAcks, "\"last_reset\": null", "\"last_reset\": \"soon\"", 1)
	if _, err := acks(t, doubtful).Acknowledge(Value{Cost, 30}, now, "", ""); !errors.Is(err, ErrVoid) || !strings.Contains(err.Error(), `which is "soon"`) {
		t.Errorf("an acknowledgment that nobody can tell to count is written: %v", err)
	}
	void := strings.Replace(seedAcks, "\"last_reset\": null", "\"last_reset\": \"2027-01-01\"", 1)
	if _, err := acks(t, void).Acknowledge(Value{Cost, 30}, now, "", ""); !errors.Is(err, ErrVoid) {
		t.Errorf("an acknowledgment that does not count is written: %v", err)
	}
}

// TestExcuses holds that an acknowledgment counts for what begins at or below its value,
// and that the reason is said where it does not.
func TestExcuses(t *testing.T) {
	doubtful := strings.Replace(seedAcks, "\"last_reset\": null", "\"last_reset\": \"soon\"", 1)
	for _, c := range []struct {
		text  string
		limit float64
		ok    bool
		why   string
	}{
		{seedAcks, 25, true, ""}, {seedAcks, 26.5, true, ""},
		{seedAcks, 27, false, "the acknowledgment at $26.50 does not count for what begins at $27.00"},
		{doubtful, 25, false, `no acknowledgment counts: "last_reset" is "soon", which is no time, and mdck plan reset sets it`},
		{"", 25, false, ""}, {`{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29"}}}`, 25, true, ""},
		{`{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29 14:30:00", "value": 27}}}`, 25, true, ""},
		{`{"acknowledgments": {"cost": {"acknowledged_at": "yesterday", "value_at_ack": 27}}}`, 25, false, `the acknowledgment of cost does not count: "acknowledged_at" is "yesterday", which is no time`},
		{`{"acknowledgments": {"cost": {"value_at_ack": 27}}}`, 25, false, "the acknowledgment of cost does not count: it does not say when it was made"},
		{`{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29", "value": "lots"}}}`, 25, false, `the acknowledgment of cost does not count: its value is "lots", which is no number`},
		{`{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29", "value": 27}}, "last_reset": "2026-01-30"}`, 25, false,
			"the acknowledgment of cost does not count: it is of 2026-01-29T00:00:00Z, before the last reset at 2026-01-30T00:00:00Z"},
	} {
		if ok, why := acks(t, c.text).Excuses(Cost, c.limit); ok != c.ok || why != c.why {
			t.Errorf("%s\nfrom %v: %t, %q", c.text, c.limit, ok, why)
		}
	}
}

// TestNote holds that what one person said is not put on what another acknowledges.
func TestNote(t *testing.T) {
	const old = `{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-01T00:00:00Z", "value_at_ack": 26, "session_id": "s1", "user_note": "go"}}, "last_reset": %s}`
	for reset, notes := range map[string]map[string]string{"null": {"": "null", "mine": `"mine"`}, `"2026-01-02T00:00:00Z"`: {"": "null", "mine": `"mine"`}} {
		for note, want := range notes {
			change, err := acks(t, fmt.Sprintf(old, reset)).Acknowledge(Value{Cost, 30}, now, "s2", note)
			if err != nil || !strings.Contains(change.Text, `"user_note": `+want) {
				t.Errorf("reset %s, note %q: %v\n%s", reset, note, err, change.Text)
			}
		}
	}
	change, err := acks(t, fmt.Sprintf(old, "null")).Acknowledge(Value{Cost, 26}, now, "s1", "")
	if err != nil || change.Changed() {
		t.Errorf("the same again: %v, %+v", err, change)
	}
}

// TestE3Row4Aliases holds that errors and context are read under both names.
func TestE3Row4Aliases(t *testing.T) {
	for name, want := range map[string]Kind{"errors": Errors, "error_count": Errors, "context": Context, "context_percent": Context, "variance_percent": Variance, "variance": Variance, "cost": Cost, "total_cost": Cost} {
		if got, err := ParseKind(name); err != nil || got != want {
			t.Errorf("%s is %s, %v", name, got, err)
		}
	}
	if _, err := ParseKind("erors"); err == nil || err.Error() != `unknown threshold "erors", want one of cost, context, variance, errors (did you mean "errors"?)` {
		t.Errorf("%v", err)
	}
	a := acks(t, `{"acknowledgments": {"error_count": {"acknowledged_at": "2026-01-29", "value": 3}}}`)
	change, err := a.Acknowledge(Value{Errors, 4}, now, "", "")
	if err != nil || strings.Contains(change.Text, `"errors"`) || !a.Valid(Errors) {
		t.Errorf("%v\n%s", err, change.Text)
	}
}

// TestE3Row5Units holds that numbers are read with their units.
func TestE3Row5Units(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		text string
		want float64
	}{{Context, "30%", 30}, {Context, "30", 30}, {Context, " 30.5 % ", 30.5}, {Cost, "$10", 10}, {Cost, "10.00", 10}, {Cost, "$ 10", 10}, {Errors, "3", 3}, {Variance, "0", 0}} {
		if got, err := ParseNumber(c.kind, c.text); err != nil || got != c.want {
			t.Errorf("%s %q: %v, %v", c.kind, c.text, got, err)
		}
	}
	for _, c := range []struct {
		kind Kind
		text string
	}{{Context, "$30"}, {Cost, "10%"}, {Errors, "3.5"}, {Cost, "-1"}, {Cost, "NaN"}, {Cost, "Inf"}, {Cost, "1e3"}, {Cost, ""}, {Cost, "0x10"}, {Cost, "1_0"}, {Context, "much"}} {
		if got, err := ParseNumber(c.kind, c.text); err == nil {
			t.Errorf("%s %q: %v", c.kind, c.text, got)
		}
	}
}

// TestE3Row6Waypoint holds what a waypoint holds.
func TestE3Row6Waypoint(t *testing.T) {
	var got struct {
		Type   string
		Value  float64
		Reason string
	}
	if err := json.Unmarshal([]byte(Waypoint(Value{Cost, 52.3}, "a \"b\"\n")), &got); err != nil || got.Type != "cost" || got.Value != 52.3 || got.Reason != "a \"b\"\n" {
		t.Errorf("%+v, %v", got, err)
	}
	if a, b := WaypointName(now, 0), WaypointName(now, 1); a != ".autopilot/waypoints/stop-20260129-143000.json" || b != ".autopilot/waypoints/stop-20260129-143000-2.json" {
		t.Errorf("%s, %s", a, b)
	}
}

// TestE3Row7Configuration holds that limits are read of YAML as they are of JSON, with
// places of either.
func TestE3Row7Configuration(t *testing.T) {
	y, err1 := yamldoc.Parse("config.yaml", "thresholds:\n  warning:\n    cost: 5.50\n    context: 20%\n  stop:\n    errors: x\n")
	j, err2 := jsondoc.Parse("config.json", `{"thresholds": {"warning": {"cost": 5.50, "context": "20%"}, "stop": {"errors": "x"}}}`)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	for _, d := range []*jsondoc.Document{y, j} {
		f := ReadForeign(d)
		table, problems := NewSheet(f.Limits...).Table(), f.Problems
		if table.Cost.Warning != 5.5 || table.Context.Warning != 20 || table.Errors.Stop != 5 || len(problems) != 1 || strings.Trim(d.File.Slice(problems[0].Span), `"`) != "x" {
			t.Errorf("%s: %+v, %v", d.File.Name, table, problems)
		}
	}
}

// TestE3Row23ErrorTrigger holds that the trigger of errors fires where their alert
// begins.
func TestE3Row23ErrorTrigger(t *testing.T) {
	for errors, want := range map[float64]int{2: 0, 3: 1, 5: 1} {
		if fired := Fire(DefaultTriggers(), Now{Values: []Value{{Errors, errors}}}); len(fired) != want || want > 0 && (fired[0].Type != "error_threshold" || fired[0].Halt != Alert) {
			t.Errorf("%v errors: %+v", errors, fired)
		}
	}
}

// TestForeignLimits holds which limits a configuration of the protocol sets, and what is
// said of those that cannot be used: a slip in a name is no limit less in silence.
func TestForeignLimits(t *testing.T) {
	parse := func(text string) (Table, string) {
		d, err := jsondoc.Parse("", `{"thresholds": `+text+`}`)
		if err != nil {
			t.Fatal(err)
		}
		f := ReadForeign(d)
		var said []string
		for _, p := range f.Problems {
			said = append(said, d.File.Slice(p.Span)+": "+p.Message)
		}
		return NewSheet(f.Limits...).Table(), strings.Join(said, "; ")
	}
	table, said := parse(`{"warning": {"cost": "$5", "context_percent": "20%"}, "stop": {"errors": 9}}`)
	if said != "" || table.Cost.Warning != 5 || table.Context.Warning != 20 || table.Errors.Stop != 9 || table.Cost.Stop != 50 {
		t.Errorf("%+v, %s", table, said)
	}
	for text, want := range map[string]string{
		`{"allert": {"cost": 5}}`:    `"allert": unknown level "allert", want one of warning, alert, stop (did you mean "alert"?)`,
		`{"alert": {"cots": 5}}`:     `"cots": unknown threshold "cots", want one of cost, context, variance, errors (did you mean "cost"?)`,
		`{"alert": {"cost": "10%"}}`: `"10%" is no cost`,
		`{"alert": {"cost": []}}`:    `"thresholds.alert.cost" is of kind array`,
		`{"stop": {"errors": 2.5}}`:  `is no number of errors`,
		`{"stop": 3}`:                `"thresholds.stop" is of kind whole number`,
	} {
		if table, said := parse(text); !strings.Contains(said, want) || table != Defaults() {
			t.Errorf("%s: %s, want %s", text, said, want)
		}
	}
}

// TestTriggersLeftOut holds that a trigger with a slip is not used with half of what it
// says, and that a key which does nothing is told and harms nothing.
func TestTriggersLeftOut(t *testing.T) {
	many := strings.Repeat(`{"type": "cost_alert", "threshold": 1, "action": "pause_for_akc"}, `, jsondoc.MaxProblems)
	for text, want := range map[string]struct {
		left int
		said string
	}{
		`[{"type": "cost_alert", "threshold": 5, "action": "pause_for_akc"}]`: {0, `(did you mean "pause_for_ack"?)`},
		`[{"type": "cost_alert", "threshold": 5, "action": 3}]`:               {0, `"action" is a whole number`},
		`[{"type": "task_complete", "frequency": "evry"}]`:                    {0, `"frequency" is "evry", want every`},
		`[` + many + `{"type": "phase_complete", "action": "x"}]`:             {0, `2 more problems`},
		`[{"type": "task_complete", "threshold": 5}]`:                         {1, `"threshold" does nothing in the trigger "task_complete", which fires with its event`},
		`[{"type": "cost_stop", "threshold": 5, "signal": "Ctrl+C"}]`:         {1, `"signal" does nothing in the trigger "cost_stop", which fires by "threshold"`},
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
	want[1].Frequency = ""
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

func TestRecord(t *testing.T) {
	readings := Read(Defaults(), []Value{{Cost, 27}, {Context, 12.5}})
	change, err := Record("thresholds.json", "", readings, now)
	const want = `{
  "current_values": {
    "cost": 27,
    "context_percent": 12.5
  },
  "levels_triggered": {
    "cost": "alert",
    "context": null,
    "variance": null,
    "errors": null
  },
  "last_check": "2026-01-29T14:30:00Z"
}
`
	if err != nil || change.Text != want {
		t.Errorf("%v\n%s", err, change.Text)
	}
	for _, text := range []string{want, strings.ReplaceAll(want, "\n", "\r\n"), "\ufeff" + want, strings.TrimSuffix(want, "\n"), `{"own": 1.50, "last_check": null}`, "{}"} {
		change, err := Record("thresholds.json", text, Read(Defaults(), []Value{{Errors, 5}}), now)
		if err != nil || !strings.Contains(change.Text, `"error_count": 5`) || !strings.Contains(change.Text, `"errors": "stop"`) {
			t.Errorf("%v\n%s", err, change.Text)
			continue
		}
		if strings.Contains(text, "own") != strings.Contains(change.Text, `"own": 1.50`) || strings.HasPrefix(text, "\ufeff") != strings.HasPrefix(change.Text, "\ufeff") || strings.HasSuffix(text, "\n") != strings.HasSuffix(change.Text, "\n") {
			t.Errorf("%q became %q", text, change.Text)
		}
		if again, err := Record("thresholds.json", change.Text, Read(Defaults(), []Value{{Errors, 5}}), now); err != nil || again.Changed() || again.Text != change.Text {
			t.Errorf("again: %v, %+v", err, again)
		}
	}
	if problems, err := CheckState("s.json", `{"levels_triggered": {"cost": "alrt", "errors": "stop"}}`); err != nil || len(problems) != 1 || !strings.Contains(problems[0].Message, `did you mean "alert"?`) {
		t.Errorf("%v, %v", problems, err)
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

// TestRefused holds that text which is no JSON, or of the wrong form, is an error at
// its place and changes nothing.
func TestRefused(t *testing.T) {
	for _, text := range []string{"{", "[]", `{"a": 1, "a": 2}`, "{} x", "{} // a", strings.Repeat("[", 2000), "\xff", `{"acknowledgments": 1, "current_values": 1, "triggers": 1}`} {
		_, first := ParseAcks("f.json", text)
		_, second := Record("f.json", text, nil, now)
		_, third := RecordFired("f.json", text, nil, now)
		for _, err := range []error{first, second, third} {
			if _, ok := errors.AsType[*source.Error](err); !ok || !strings.HasPrefix(err.Error(), "f.json:1:") {
				t.Errorf("%.40q: %v", text, err)
			}
		}
	}
}

func TestShow(t *testing.T) {
	wide := func(s string) int {
		n := 0
		for _, r := range s {
			if n++; r >= 0x1f000 {
				n++
			}
		}
		return n
	}
	for value, want := range map[float64]string{
		9:    "",
		11.5: "📝 Warning: cost is at $11.50 (from $10.00)\n   Going on.\n",
		26.5: `╔══════════════════════════════════════════════════════╗
║  🔶 ALERT: a threshold is reached                    ║
╠══════════════════════════════════════════════════════╣
║  Type:        Cost                                   ║
║  Current:     $26.50                                 ║
║  Threshold:   $25.00 (alert)                         ║
║  Next:        $50.00 (stop)                          ║
╠══════════════════════════════════════════════════════╣
║  Waiting for an acknowledgment.                      ║
║                                                      ║
║  To go on:    mdck plan ack cost                     ║
║  To stop:     mdck plan ack cost --stop              ║
╚══════════════════════════════════════════════════════╝
`,
	} {
		if got := Show(Read(Defaults(), []Value{{Cost, value}})[0], "mdck plan ack cost", "", Look{Columns: wide}); got != want {
			t.Errorf("%v is shown as\n%s\nwant\n%s", value, got, want)
		}
	}
	stop := Show(Read(Defaults(), []Value{{Errors, 7}})[0], "", ".autopilot/waypoints/x.json", Look{Plain: true, Width: 10})
	if !strings.Contains(stop, "Current:     7 ") || !strings.HasSuffix(stop, "\nWritten to .autopilot/waypoints/x.json\n") {
		t.Errorf("shown as\n%s", stop)
	}
	lines := strings.Split(strings.TrimSpace(stop), "\n")
	for _, line := range lines[:len(lines)-2] {
		if wide(line) != wide(lines[0]) {
			t.Errorf("%q is not as wide as the rest", line)
		}
	}
}

// FuzzAcks states the laws of an edit for any file: refused, or the acknowledgment is
// there, every key that was there still is, and a second time changes nothing.
func FuzzAcks(f *testing.F) {
	for _, text := range []string{"", "{}", seedAcks, stateAcks, strings.ReplaceAll(seedAcks, "\n", "\r\n"), `{"acknowledgments": {"cost": null}}`, `{"acknowledgments": {}, "x": "é"}`} {
		f.Add(text, 26.5, "s", "note")
		f.Add(text, 3.0, "", "")
	}
	f.Fuzz(func(t *testing.T, text string, value float64, session, note string) {
		a, err := ParseAcks("", text)
		if err != nil || math.IsNaN(value) || math.IsInf(value, 0) || value < 0 {
			return
		}
		for _, k := range Kinds() {
			change, err := a.Acknowledge(Value{k, value}, now, strings.ToValidUTF8(session, ""), strings.ToValidUTF8(note, ""))
			if err != nil {
				continue
			}
			after := acks(t, change.Text)
			if !after.Valid(k) {
				t.Errorf("%s is not acknowledged in %s", k, change.Text)
			}
			for _, other := range Kinds() {
				if was, ok := a.Find(other); ok && other != k {
					if is, ok := after.Find(other); !ok || is.Value != was.Value || is.Session != was.Session || !is.At.Equal(was.At) {
						t.Errorf("%s was lost: %q became %q", other, text, change.Text)
					}
				}
			}
			again, err := after.Acknowledge(Value{k, value}, now, strings.ToValidUTF8(session, ""), strings.ToValidUTF8(note, ""))
			if err != nil || again.Changed() || again.Text != change.Text {
				t.Errorf("again: %v, %+v", err, again)
			}
			if cleared, err := after.Clear(now.Add(time.Second)); err == nil && acks(t, cleared.Text).Valid(k) {
				t.Errorf("%s is acknowledged after a reset: %s", k, cleared.Text)
			}
		}
	})
}

// TestTooLarge holds that a file which would become too large is named.
func TestTooLarge(t *testing.T) {
	history := strings.TrimSuffix(strings.Repeat(`{"type": "cost", "value": 1},`, 30000), ",")
	text := func(note int) string {
		return `{"acknowledgments": {"cost": {"user_note": "` + strings.Repeat("y", note) + `"}}, "acknowledgment_history": [` + history + `]}`
	}
	a := acks(t, text(jsondoc.MaxSize-len(text(0))))
	if _, err := a.Clear(now); err == nil || !strings.HasPrefix(err.Error(), "acks.json:1:1: new value of \"acknowledgment_history\": too large") {
		t.Errorf("got %v", err)
	}
}

// TestApply holds that values which touch each other are all set, in few rounds or in
// many.
func TestApply(t *testing.T) {
	d, err := jsondoc.Parse("", `{"a": {"x": 1, "y": 2}, "b": {}}`)
	if err != nil {
		t.Fatal(err)
	}
	text, err := apply(d, setter{"5", []string{"a", "y"}}, setter{"3", []string{"a", "z"}}, setter{"4", []string{"a", "w"}}, setter{"{}", []string{"c"}}, setter{"1", []string{"c", "d"}}, setter{"2", []string{"b", "e"}}, setter{"[]", []string{"a"}}, setter{"0", []string{"b", "e"}})
	if want := `{"a": [], "b": {"e": 0}, "c": {"d": 1}}`; err != nil || strings.Join(strings.Fields(text), "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("%s, %v", text, err)
	}
}

// TestCountSaturates holds that a count never begins anew.
func TestCountSaturates(t *testing.T) {
	fired := Fire(DefaultTriggers(), Now{Event: "task_complete"})
	for count, want := range map[string]string{"41": "42", "null": "1", "9223372036854775806": "9223372036854775807", "9223372036854775807": "9223372036854775807", "99999999999999999999": "99999999999999999999"} {
		change, err := RecordFired("", `{"triggers": {"task_complete": {"count": `+count+`}}}`, fired, now)
		if err != nil || !strings.Contains(change.Text, `"count": `+want+",") && !strings.Contains(change.Text, `"count": `+want+"}") {
			t.Errorf("%s: %v, %s", count, err, change.Text)
		}
	}
	change, err := RecordFired("", "", append(fired, fired...), now)
	if err != nil || !strings.Contains(change.Text, `"count": 2`) || strings.Count(change.Text, "task_complete") != 1 {
		t.Errorf("%v, %s", err, change.Text)
	}
}
