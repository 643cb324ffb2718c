package threshold

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/jsondoc"
)

// FuzzRecord states the laws of the two files that checks write: refused, or what was
// found is there, what was not touched is as it was, and a second time changes nothing
// of a state and counts one up.
func FuzzRecord(f *testing.F) {
	for _, text := range []string{
		"", "{}", "\ufeff{}\r\n", emptyState, `{"current_values": {"cost": 3.00, "own": [1.50]}, "x": "é"}`, `{"levels_triggered": {"errors": "stop"}, "last_check": "yesterday"}`,
		`{"triggers": {"task_complete": {"count": 41, "own": 1.0}, "other": {}}}`, `{"triggers": {"task_complete": {"count": null}}}`, "{\r\n\t\"triggers\": {}\r\n}",
	} {
		f.Add(text, 27.5)
		f.Add(text, 0.0)
	}
	f.Fuzz(func(t *testing.T, text string, value float64) {
		if math.IsNaN(value) || math.IsInf(value, 0) || value < 0 {
			return
		}
		fuzzState(t, text, value)
		fuzzFired(t, text)
	})
}

// TestLastWaypoint checks that the second waypoint of a second is newer than the first.
func TestLastWaypoint(t *testing.T) {
	tree := fstest.MapFS{}
	for n, want := range []string{"20260129-143000", "20260129-143000-2", "20260129-143000-3"} {
		tree[WaypointName(now, n)] = &fstest.MapFile{}
		tree[WaypointDir+"/x.json"] = &fstest.MapFile{}
		if got := LastWaypoint(tree); got != WaypointDir+"/stop-"+want+".json" {
			t.Errorf("the last of %d is %s", n+1, got)
		}
	}
	if got := LastWaypoint(fstest.MapFS{}); got != "" {
		t.Errorf("without waypoints it is %s", got)
	}
}

func fuzzState(t *testing.T, text string, value float64) {
	readings := Read(Defaults(), []Value{{Cost, value}, {Errors, value}})
	change, err := Record("", text, readings, now)
	if err != nil {
		return
	}
	s, err := ParseState("", change.Text)
	if err != nil {
		t.Fatalf("%q became %q: %v", text, change.Text, err)
	}
	for _, r := range readings {
		if v, level, ok := s.Reading(r.Kind); !ok || v != r.Value || level != r.Level {
			t.Errorf("%v is read as %v, %v in %q", r, v, level, change.Text)
		}
	}
	untouched(t, text, change.Text, "current_values", "levels_triggered", "last_check")
	if again, err := Record("", change.Text, readings, now); err != nil || again.Changed() || again.Text != change.Text {
		t.Errorf("again: %v, %+v", err, again)
	}
}

func fuzzFired(t *testing.T, text string) {
	fired := Fire(DefaultTriggers(), Now{Event: "task_complete"})
	change, err := RecordFired("", text, fired, now)
	if err != nil {
		return
	}
	was := 0
	if d, err := jsondoc.Parse("", text); err == nil {
		was, _ = d.Root.Get("triggers", "task_complete", "count").Int()
	}
	d, err := jsondoc.Parse("", change.Text)
	if err != nil {
		t.Fatalf("%q became %q: %v", text, change.Text, err)
	}
	if n, ok := d.Root.Get("triggers", "task_complete", "count").Int(); was < math.MaxInt && (!ok || n != was+1) {
		t.Errorf("%d was counted to %d in %q", was, n, change.Text)
	}
	untouched(t, text, change.Text, "triggers")
}

// untouched holds that the keys of an object which are not named are spelled as they
// were, in the same order, and stand before new ones.
func untouched(t *testing.T, before, after string, touched ...string) {
	t.Helper()
	a, err := jsondoc.Parse("", before)
	if err != nil {
		return // it was empty
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
