package threshold

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

var now = time.Date(2026, 1, 29, 14, 30, 0, 0, time.UTC)

type project map[string]string

func (p project) tree() fs.FS {
	disk := fstest.MapFS{}
	for name, text := range p {
		disk[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return disk
}

func (p project) edit(edit protocol.Edit) (*protocol.Change, error) {
	text := func(name string) (string, bool, error) { text, exists := p[name]; return text, exists, nil }
	change, err := edit(&protocol.Reader{Now: now, Tree: p.tree(), Text: text})
	if err == nil {
		for _, f := range change.Files {
			p[f.Name] = f.After
		}
	}
	return change, err
}

func (p project) run(t testing.TB, edit protocol.Edit) *protocol.Change {
	t.Helper()
	change, err := p.edit(edit)
	if err != nil {
		t.Fatal(err)
	}
	return change
}

func (p project) found(k Kind, n float64) {
	p[StateFile] = fmt.Sprintf(`{"current_values": {%q: %v}, "levels_triggered": {%q: "alert"}}`, k.measure().key(), n, k)
}

func (p project) alert(t testing.TB, k Kind, n, limit float64) *Reading {
	t.Helper()
	acks, err := ReadAcks(p.tree())
	if err != nil {
		t.Fatal(err)
	}
	r := &Reading{Value: Value{k, n}, Level: Alert, Limit: limit}
	r.FindAck(acks)
	return r
}

func (p project) excuses(t testing.TB, k Kind, n float64) bool { return p.alert(t, k, n, n).Ack != nil }

func (p project) check(t testing.TB, values ...Value) {
	t.Helper()
	readings := Read(NewSheet(), values)
	p.run(t, (&Record{Readings: readings, Halts: readings, Where: nowhere}).Edit)
}

func nowhere() Place { return Place{} }

func TestRefused(t *testing.T) {
	fired := &Record{Fired: Fire(NewSheet(), nil, TriggerInput{Event: "task_complete"})}
	readings := &Record{Readings: Read(NewSheet(), []Value{{Cost, 1}})}
	for _, text := range []string{"{", "[]", `{"a": 1, "a": 2}`, "{} x", "{} // a", strings.Repeat("[", 2000), "\xff", `{"acknowledgments": 1, "current_values": 1, "triggers": 1}`} {
		for name, edit := range map[string]protocol.Edit{AcksFile: Reset, StateFile: readings.Edit, TriggersFile: fired.Edit} {
			files := project{name: text}
			_, err := files.edit(edit)
			if _, ok := errors.AsType[*source.Error](err); !ok || !strings.HasPrefix(err.Error(), name+":1:") {
				t.Errorf("%s %.40q: %v", name, text, err)
			}
		}
	}
}

func TestLayout(t *testing.T) {
	want := strings.NewReplacer(`"current_values": {}`, "\"current_values\": {\n    \"cost\": 27,\n    \"context_percent\": 12.5\n  }", `"cost": null`, `"cost": "alert"`, `"last_check": null`, `"last_check": "2026-01-29T14:30:00Z"`).Replace(formatOf(StateFile).empty)
	files := project{}
	if files.check(t, Value{Cost, 27}, Value{Context, 12.5}); files[StateFile] != want {
		t.Errorf("recorded\n%s", files[StateFile])
	}
	for _, text := range []string{want, strings.ReplaceAll(want, "\n", "\r\n"), "\ufeff" + want, strings.TrimSuffix(want, "\n"), `{"own": 1.50, "last_check": null}`, "{}", ""} {
		files := project{StateFile: text}
		files.check(t, Value{Errors, 5})
		after := files[StateFile]
		if !strings.Contains(after, `"error_count": 5`) || !strings.Contains(after, `"errors": "stop"`) || text != "" && strings.HasSuffix(text, "\n") != strings.HasSuffix(after, "\n") || strings.HasPrefix(text, "\ufeff") != strings.HasPrefix(after, "\ufeff") {
			t.Errorf("%q became %q", text, after)
		}
		if files.check(t, Value{Errors, 5}); files[StateFile] != after {
			t.Errorf("again: %s", files[StateFile])
		}
	}
}

func FuzzRecord(f *testing.F) {
	for _, text := range []string{
		"", "{}", "\ufeff{}\r\n", formatOf(StateFile).empty, `{"current_values": {"cost": 3.00, "own": [1.50]}, "x": "é"}`, `{"levels_triggered": {"errors": "stop"}, "last_check": "yesterday"}`,
		`{"triggers": {"task_complete": {"count": 41, "own": 1.0}, "other": {}}}`, `{"triggers": {"task_complete": {"count": null}}}`, "{\r\n\t\"triggers\": {}\r\n}",
	} {
		f.Add(text, 27.5)
		f.Add(text, 0.0)
	}
	f.Fuzz(func(t *testing.T, text string, value float64) {
		if !(value >= 0 && value < 1e15) {
			return
		}
		files := project{StateFile: text, TriggersFile: text}
		r := &Record{Readings: Read(NewSheet(), []Value{{Context, value}, {Errors, math.Trunc(value)}})}
		if _, err := files.edit(r.Edit); err == nil {
			last := ReadLast(files.tree()).root
			for i := range r.Readings {
				if v, level, ok := recorded(last, r.Readings[i].Kind); !ok || v != r.Readings[i].Value || level != r.Readings[i].Level {
					t.Errorf("%v is read as %v, %v in %q", r.Readings[i].Value, v, level, files[StateFile])
				}
			}
			untouched(t, text, files[StateFile], "current_values", "levels_triggered", "last_check")
			before := maps.Clone(files)
			if files.run(t, r.Edit); !maps.Equal(before, files) {
				t.Errorf("again: %q", files)
			}
		}
		fired := &Record{Fired: Fire(NewSheet(), nil, TriggerInput{Event: "task_complete"})}
		for range 2 {
			before := files[TriggersFile]
			if _, err := files.edit(fired.Edit); err == nil {
				count := func(text string) int {
					d, err := jsondoc.Parse("", text)
					if err != nil {
						return 0
					}
					n, _ := d.Root.Get("triggers", "task_complete", "count").Int()
					return n
				}
				want := count(before) + 1
				if got := count(files[TriggersFile]); got != want {
					t.Errorf("counted to %d in %q, want %d", got, files[TriggersFile], want)
				}
				untouched(t, before, files[TriggersFile], "triggers")
			}
		}
	})
}

func untouched(t *testing.T, before, after string, touched ...string) {
	t.Helper()
	a, err := jsondoc.Parse("", before)
	if err != nil {
		return // the file was empty
	}
	b, err := jsondoc.Parse("", after)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range a.Root.Members {
		is := b.Root.Members[i]
		same := a.File.Slice(m.Value.Span) == b.File.Slice(is.Value.Span)
		if m.Key != is.Key || !same && !strings.Contains(strings.Join(touched, " "), m.Key) {
			t.Errorf("%q became %q", before, after)
		}
	}
}

func TestStateReading(t *testing.T) {
	for _, text := range []string{"", "{}", `{"current_values": {"variance_percent": null}}`, `{"current_values": {"variance_percent": -1}}`, "{"} {
		if v, _, ok := recorded(ReadLast(project{StateFile: text}.tree()).root, Variance); ok {
			t.Errorf("%s: %v", text, v)
		}
	}
}

func TestOpen(t *testing.T) {
	const stop = `{"current_values": {"cost": 6}, "levels_triggered": {"cost": "stop"}, "last_check": "2026-01-29T14:00:00Z"}`
	for text, want := range map[string]int{"": 1, "thresholds: {stop: {cost: 6}}\n": 1, "thresholds: {stop: {cost: 7}}\n": 0} {
		files := project{StateFile: stop, ".mdck.yaml": text}
		if open := ReadLast(files.tree()).Open(); len(open) != want {
			t.Errorf("%q: %+v, want %d", text, open, want)
		}
		files.run(t, Reset)
		if open := ReadLast(files.tree()).Open(); len(open) > 0 {
			t.Errorf("%q: %+v after a reset", text, open)
		}
	}
}

func TestWaypoint(t *testing.T) {
	files := project{}
	at := Place{Plan: ".planning/1-PLAN.md", Task: 3, Position: "a \"b\"", Open: []string{"1:4 decision"}}
	r := &Record{Halts: []*Reading{{Value: Value{Cost, 52.3}, Level: Stop, leaves: true, Why: "a \"b\"\n"}, {Trigger: "user_interrupt", Level: Stop, leaves: true}}, Where: func() Place { return at }}
	files.run(t, r.Edit)
	const first, second = ".autopilot/waypoints/stop-20260129-143000.json", ".autopilot/waypoints/stop-20260129-143000-2.json"
	want := "{\n  \"type\": \"cost\",\n  \"value\": 52.3,\n  \"reason\": \"a \\\"b\\\"\\n\",\n  \"level\": \"stop\",\n  \"plan\": \".planning/1-PLAN.md\",\n  \"task\": 3,\n  \"position\": \"a \\\"b\\\"\",\n  \"open\": [\n    \"1:4 decision\"\n  ]\n}\n"
	if files[first] != want || r.Halts[1].Waypoint != second || !strings.Contains(files[second], `"value": null`) || LastWaypoint(files.tree()) != second {
		t.Errorf("%q, want\n%s", files, want)
	}
	name, w := ReadWaypoint(project{first: files[first]}.tree())
	if name != first || w == nil || w.Type != "cost" || *w.Value != 52.3 || w.Level != "stop" || w.Plan != at.Plan || w.Task != 3 || !w.At.Equal(now) {
		t.Errorf("%s: %+v", name, w)
	}
	tenth := strings.Replace(second, "-2.json", "-10.json", 1)
	files[tenth] = files[second]
	if got := LastWaypoint(files.tree()); got != tenth {
		t.Errorf("of ten in one second %s is the last", got)
	}
	later := strings.Replace(first, "143000", "143001", 1)
	files[later] = files[second]
	if got := LastWaypoint(files.tree()); got != later {
		t.Errorf("%s is the last, want %s", got, later)
	}
	if got := LastWaypoint(project{}.tree()); got != "" {
		t.Errorf("without waypoints the last is %s", got)
	}
}

func TestShow(t *testing.T) {
	for value, want := range map[float64]string{
		9:    "Cost: $9.00, below the warning at $10.00\n",
		11.5: "Warning: cost at $11.50 (limit: $10.00)\n   Continuing.\n",
		26.5: `ALERT: threshold reached
   Type:        Cost
   Current:     $26.50
   Threshold:   $25.00 (alert)
   Next:        $50.00 (stop)
   Waiting for an acknowledgment.
   To continue: mdck plan ack cost
   To stop:     mdck plan ack cost --stop
`,
	} {
		r := Read(NewSheet(), []Value{{Cost, value}})[0]
		if got := r.Show(); got != want {
			t.Errorf("%v is shown as\n%s\nwant\n%s", value, got, want)
		}
	}
	r := Read(NewSheet(), []Value{{Cost, 40}})[0]
	r.Grown, r.Ack = true, &Ack{At: now, Value: new(26.0)}
	if got := r.Show(); got != "Alert: cost at $40.00 (limit: $25.00), acknowledged at $26.00 on 2026-01-29T14:30:00Z\n   That is at least 1.2 times the acknowledged value. The stop is at $50.00.\n   Continuing.\n" {
		t.Errorf("shown as\n%s", got)
	}
	stop := Read(NewSheet(), []Value{{Errors, 7}})[0]
	stop.Waypoint = ".autopilot/waypoints/x.json"
	if got := stop.Show(); !strings.HasPrefix(got, "STOP: ") || !strings.Contains(got, "Current:     7\n") || !strings.Contains(got, "--set thresholds.stop.errors=N, or in .mdck.yaml") || !strings.HasSuffix(got, "\nWaypoint for the next session: .autopilot/waypoints/x.json\n") {
		t.Errorf("shown as\n%s", got)
	}
}
