package threshold

import (
	"encoding/json"
	"errors"
	"maps"
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

// TestShort checks that a message quotes 60 characters, of however many bytes.
func TestShort(t *testing.T) {
	for _, char := range []string{"a", "é", "…", "😀"} {
		whole := strings.Repeat(char, 60)
		if short(whole) != whole || short(whole+char) != whole+"…" || short(strings.Repeat(whole, 9)) != whole+"…" {
			t.Errorf("60 of %q are %q, 61 are %q", char, short(whole), short(whole+char))
		}
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		kind  Kind
		value float64
		want  string
	}{
		{Cost, 9.99, " "}, {Cost, 10, "warning alert"}, {Cost, 25, "alert stop"}, {Cost, 49.99, "alert stop"}, {Cost, 50, "stop "}, {Cost, 1e9, "stop "},
		{Context, 29, " "}, {Context, 30, "warning alert"}, {Context, 40, "alert stop"}, {Context, 50, "stop "},
		{Variance, 19.9, " "}, {Variance, 20, "warning alert"}, {Variance, 29.9, "warning alert"}, {Variance, 30, "alert stop"},
		{Variance, 49.9, "alert stop"}, {Variance, 50, "stop "},
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

// TestE3Row4Aliases checks that errors and context are read under both names.
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

// TestE3Row5Units checks that numbers are read with their units.
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

// TestE3Row6Waypoint checks what a waypoint holds.
func TestE3Row6Waypoint(t *testing.T) {
	var got struct {
		Type   string
		Value  float64
		Reason string
	}
	if err := json.Unmarshal([]byte(Waypoint("cost", "52.3", Stop, "a \"b\"\n", Place{})), &got); err != nil || got.Type != "cost" || got.Value != 52.3 || got.Reason != "a \"b\"\n" {
		t.Errorf("%+v, %v", got, err)
	}
	if a, b := WaypointName(now, 0), WaypointName(now, 1); a != ".autopilot/waypoints/stop-20260129-143000.json" || b != ".autopilot/waypoints/stop-20260129-143000-2.json" {
		t.Errorf("%s, %s", a, b)
	}
}

// TestE3Row7Configuration checks that limits are read of YAML as they are of JSON, with
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
		if table[Cost][Warning] != 5.5 || table[Context][Warning] != 20 || table[Errors][Stop] != 5 || len(problems) != 1 || strings.Trim(d.File.Slice(problems[0].Span), `"`) != "x" {
			t.Errorf("%s: %+v, %v", d.File.Name, table, problems)
		}
	}
}

// TestForeignLimits checks which limits a configuration of the protocol sets, and what is
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
	if said != "" || table[Cost][Warning] != 5 || table[Context][Warning] != 20 || table[Errors][Stop] != 9 || table[Cost][Stop] != 50 {
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
		if table, said := parse(text); !strings.Contains(said, want) || !maps.Equal(table, Defaults()) {
			t.Errorf("%s: %s, want %s", text, said, want)
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
	d, err := jsondoc.Parse("s.json", `{"levels_triggered": {"cost": "alrt", "errors": "stop"}}`)
	if err != nil {
		t.Fatal(err)
	}
	if problems := CheckState(d); len(problems) != 1 || !strings.Contains(problems[0].Message, `did you mean "alert"?`) {
		t.Errorf("%v, %v", problems, err)
	}
}

// TestRefused checks that text which is no JSON, or of the wrong form, is an error at
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
	const ack = "mdck plan ack cost"
	for value, want := range map[float64]string{
		9:    "",
		11.5: "📝 Warning: cost is at $11.50 (from $10.00)\n   Going on.\n",
		26.5: `🔶 ALERT: a threshold is reached
   Type:        Cost
   Current:     $26.50
   Threshold:   $25.00 (alert)
   Next:        $50.00 (stop)
   Waiting for an acknowledgment.
   To go on:    mdck plan ack cost
   To stop:     mdck plan ack cost --stop
`,
	} {
		if got := Show(Read(Defaults(), []Value{{Cost, value}})[0], ack, "", Look{}); got != want {
			t.Errorf("%v is shown as\n%s\nwant\n%s", value, got, want)
		}
	}
	stop := Show(Read(Defaults(), []Value{{Errors, 7}})[0], "", ".autopilot/waypoints/x.json", Look{Plain: true})
	if !strings.HasPrefix(stop, "STOP: ") || !strings.Contains(stop, "Current:     7\n") || !strings.Contains(stop, "--limit errors.stop=N, or thresholds.stop.errors in") || !strings.HasSuffix(stop, "\nWritten to .autopilot/waypoints/x.json\n") {
		t.Errorf("shown as\n%s", stop)
	}
}

// TestTooLarge checks that a file which would become too large is named.
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

// TestApply checks that values which touch each other are all set, in few rounds or in
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

// TestCountSaturates checks that a count never begins anew.
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
