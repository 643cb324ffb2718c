package change

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/source"
)

// limitsNow is the time of the tests of thresholds.
var limitsNow = time.Date(2026, 1, 29, 14, 30, 0, 0, time.UTC)

const waypoints = ".autopilot/waypoints/stop-20260129-143000"

// limitsWith is a project with these files.
func limitsWith(t *testing.T, files map[string]string) *Writer {
	t.Helper()
	w := &Writer{Store: workspace.Finder{Table: protocols.Default()}.Store(t.TempDir()), Options: Options{Clock: func() time.Time { return limitsNow }}}
	w.Store.FS = quick()
	for name, text := range files {
		setFile(t, w, name, text)
	}
	return w
}

func setFile(t *testing.T, w *Writer, name, text string) {
	t.Helper()
	file := filepath.Join(w.Store.Dir, filepath.FromSlash(name))
	must(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)))
}

// do makes an edit of thresholds.
func do(w *Writer, build func(*threshold.Draft) error) (*Made, error) {
	return w.Update(threshold.Edit(build))
}

// countTexts counts the texts that are read.
func countTexts(read *protocol.Reader, n *int) {
	text := read.Text
	read.Text = func(name string) (string, bool, error) { *n++; return text(name) }
}

// evaluate runs a check that records nothing.
func evaluate(t *testing.T, w *Writer, check func(*threshold.Draft)) {
	t.Helper()
	_, err := w.Preview(threshold.Edit(func(d *threshold.Draft) error { d.Dry = true; check(d); return nil }))
	must(t, err)
}

// visible are the files of a project that are not .mdck.
func visible(t *testing.T, w *Writer) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(w.Store.Dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && d.Name() == ".mdck" {
				return fs.SkipDir
			}
			return err
		}
		raw, err := os.ReadFile(name)
		rel, _ := filepath.Rel(w.Store.Dir, name)
		if filepath.Ext(name) != ".tmp" { // which the next write removes
			all[filepath.ToSlash(rel)] = string(raw)
		}
		return err
	}))
	return all
}

// check is a check of these values by the defaults.
func check(values ...threshold.Value) func(*threshold.Draft) error {
	return func(d *threshold.Draft) error {
		_, err := d.Check(threshold.Read(threshold.Defaults(), values))
		return err
	}
}

func acknowledge(kinds ...threshold.Kind) func(*threshold.Draft) error {
	return func(d *threshold.Draft) error {
		return d.Acknowledge(threshold.AckInput{Kinds: kinds, Limits: threshold.Defaults()})
	}
}

// TestLimitsPreview checks that a preview returns what a write would make, and writes nothing.
func TestLimitsPreview(t *testing.T) {
	for name, build := range map[string]func(*threshold.Draft) error{
		"check":  check(threshold.Value{Kind: threshold.Cost, Number: 60}, threshold.Value{Kind: threshold.Errors, Number: 5}),
		"reset":  (*threshold.Draft).Reset,
		"events": fireTask,
	} {
		w := limitsWith(t, map[string]string{threshold.StateFile: "{}"})
		before := visible(t, w)
		said, err := w.Preview(threshold.Edit(build))
		must(t, err)
		if got := visible(t, w); !maps.Equal(got, before) {
			t.Errorf("%s: a preview wrote %q", name, slices.Sorted(maps.Keys(got)))
		}
		made, err := do(w, build)
		must(t, err)
		got := visible(t, w)
		if len(made.Files) != len(said.Files) || !made.Changed() {
			t.Errorf("%s: %+v was said, %+v made", name, said.Files, made.Files)
		}
		for _, f := range said.Files {
			if got[f.Name] != f.After || before[f.Name] != f.Before {
				t.Errorf("%s: %s is %q, want %q", name, f.Name, got[f.Name], f.After)
			}
		}
	}
}

func fireTask(d *threshold.Draft) error {
	_, err := d.CheckTriggers(threshold.TriggerInput{Triggers: threshold.DefaultTriggers(), Now: threshold.Now{Event: "task_complete"}, Limits: threshold.Defaults()})
	return err
}

// TestWaypoints checks that a stop never writes over a file, be it of another stop, of
// somebody else or no file at all.
func TestWaypoints(t *testing.T) {
	w := limitsWith(t, map[string]string{waypoints + ".json": "mine", waypoints + "-3.json/x": ""})
	stop := check(threshold.Value{Kind: threshold.Cost, Number: 60}, threshold.Value{Kind: threshold.Errors, Number: 5})
	for range 3 {
		_, err := do(w, stop)
		must(t, err)
	}
	got := visible(t, w)
	for _, n := range []string{"-2", "-4", "-5", "-6", "-7", "-8"} {
		if !strings.Contains(got[waypoints+n+".json"], `"reason"`) {
			t.Errorf("no waypoint %s: %q", n, slices.Sorted(maps.Keys(got)))
		}
	}
	if got[waypoints+".json"] != "mine" {
		t.Error("somebody's file is lost")
	}
}

// TestAlerts checks which alerts may be acknowledged, and which not.
func TestAlerts(t *testing.T) {
	number := func(n float64) *float64 { return &n }
	state := `{"current_values": {"cost": 27, "context_percent": 55, "error_count": 2}, "levels_triggered": {"cost": "alert", "context": "stop", "errors": "warning"}}`
	raised := threshold.Defaults()
	raised[threshold.Cost] = threshold.Limits{0, 100, 200, 300}
	early := []threshold.Trigger{{Type: "cost_alert", Action: "pause_for_ack", From: 15}}
	for name, c := range map[string]struct {
		ack  threshold.AckInput
		want string // "" is done
	}{
		"all":                    {threshold.AckInput{}, ""},
		"an alert":               {threshold.AckInput{Kinds: []threshold.Kind{threshold.Cost}}, ""},
		"a stop":                 {threshold.AckInput{Kinds: []threshold.Kind{threshold.Context}}, "refused: context at 55% is a stop"},
		"a warning":              {threshold.AckInput{Kinds: []threshold.Kind{threshold.Errors}}, "refused: errors at 2 is no alert"},
		"one of two":             {threshold.AckInput{Kinds: []threshold.Kind{threshold.Cost, threshold.Errors}}, "refused: errors"},
		"unknown":                {threshold.AckInput{Kinds: []threshold.Kind{threshold.Variance}}, "asked: no value of variance"},
		"a value":                {threshold.AckInput{Kinds: []threshold.Kind{threshold.Variance}, Value: number(30)}, ""},
		"a value below":          {threshold.AckInput{Kinds: []threshold.Kind{threshold.Variance}, Value: number(29)}, "refused: variance at 29%"},
		"a value above":          {threshold.AckInput{Kinds: []threshold.Kind{threshold.Cost}, Value: number(50)}, "refused: cost at $50.00 is a stop"},
		"a level keeps":          {threshold.AckInput{Kinds: []threshold.Kind{threshold.Cost}, Value: number(27), Limits: raised}, ""},
		"another value does not": {threshold.AckInput{Kinds: []threshold.Kind{threshold.Cost}, Value: number(28), Limits: raised}, "refused: cost at $28.00 is no alert"},
		"a trigger pauses":       {threshold.AckInput{Kinds: []threshold.Kind{threshold.Cost}, Value: number(16), Triggers: early}, ""},
		"a trigger does not":     {threshold.AckInput{Kinds: []threshold.Kind{threshold.Cost}, Value: number(14), Triggers: early}, "refused: cost at $14.00"},
	} {
		if c.ack.Limits == nil {
			c.ack.Limits = threshold.Defaults()
		}
		for what, build := range map[string]func(*threshold.Draft) error{"acknowledge": func(d *threshold.Draft) error { return d.Acknowledge(c.ack) }, "halt": func(d *threshold.Draft) error { return d.Halt(c.ack) }} {
			w := limitsWith(t, map[string]string{threshold.StateFile: state})
			_, err := do(w, build)
			got := ""
			if request, ok := errors.AsType[*protocol.RequestError](err); ok && request.Refused {
				got = "refused: " + request.Error()
			} else if ok {
				got = "asked: " + request.Error()
			} else {
				must(t, err)
			}
			if (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, %s: %q, want %q", name, what, got, c.want)
			}
			if files := visible(t, w); (len(files) > 1) != (c.want == "") || files[threshold.StateFile] != state {
				t.Errorf("%s, %s: the files are %q", name, what, slices.Sorted(maps.Keys(files)))
			}
		}
	}
}

// TestLimitsCrash checks that whatever the call at which a check ends, after the next run
// the state and the waypoints of its stops are all there, or none of them.
func TestLimitsCrash(t *testing.T) {
	before := map[string]string{threshold.StateFile: "{}\n"}
	build := check(threshold.Value{Kind: threshold.Cost, Number: 60}, threshold.Value{Kind: threshold.Errors, Number: 5})
	model := limitsWith(t, before)
	_, err := do(model, build)
	must(t, err)
	want := visible(t, model)
	n, decided := 0, 0
	for finished := false; !finished; {
		n++
		w := limitsWith(t, before)
		finished, err = crash(w, n, threshold.Edit(build))
		must(t, err)
		_, err := w.Store.Recover()
		must(t, err)
		switch got := visible(t, w); {
		case maps.Equal(got, want):
			decided++
		case !maps.Equal(got, before):
			t.Fatalf("call %d: the files are %q", n, slices.Sorted(maps.Keys(got)))
		}
	}
	if n < 8 || decided < 3 || decided == n {
		t.Errorf("%d calls, and after %d of them it was done: the seam is not in use", n, decided)
	}
}

// TestLimitsChangedMeanwhile checks that a write is given up if another program changes a file
// while it runs.
func TestLimitsChangedMeanwhile(t *testing.T) {
	w := limitsWith(t, map[string]string{threshold.StateFile: "{}"})
	_, err := do(w, func(d *threshold.Draft) error {
		err := check(threshold.Value{Kind: threshold.Cost, Number: 60})(d)
		setFile(t, w, threshold.StateFile, `{"theirs": 1}`)
		return err
	})
	if got := visible(t, w); !errors.Is(err, safefile.ErrChanged) || len(got) != 1 || got[threshold.StateFile] != `{"theirs": 1}` {
		t.Errorf("got %v, %q", err, got)
	}
}

// TestAckThenCheck holds the whole life of an alert: it halts, is acknowledged, goes on
// with a word when it has grown, and halts again after a reset.
func TestAckThenCheck(t *testing.T) {
	w := limitsWith(t, nil)
	look := func(n float64) (j threshold.Checked) {
		t.Helper()
		_, err := do(w, func(d *threshold.Draft) error {
			all, err := d.Check(threshold.Read(threshold.Defaults(), []threshold.Value{{Kind: threshold.Errors, Number: n}}))
			j = all[0]
			return err
		})
		must(t, err)
		return j
	}
	if j := look(3); !j.Halts() || j.Acked {
		t.Errorf("an alert goes on: %+v", j)
	}
	made, err := do(w, acknowledge())
	if err != nil || len(made.Files) != 1 || made.Files[0].Name != threshold.AcksFile {
		t.Fatalf("%v, %+v", err, made)
	}
	if j := look(3); j.Halts() || j.Grown || j.Ack.Value != 3 {
		t.Errorf("acknowledged, and %+v", j)
	}
	if j := look(4); j.Halts() || !j.Grown {
		t.Errorf("grown, and %+v", j)
	}
	if j := look(5); !j.Halts() || j.Waypoint == "" {
		t.Errorf("a stop goes on: %+v", j)
	}
	if _, err := do(w, acknowledge(threshold.Errors)); err == nil {
		t.Error("a stop is acknowledged")
	}
	_, err = do(w, (*threshold.Draft).Reset)
	must(t, err)
	if j := look(3); !j.Halts() {
		t.Errorf("reset, and %+v", j)
	}
}

// TestAckBelow checks that an acknowledgment from before an alert does not excuse it, and
// that none excuses a trigger at the stop.
func TestAckBelow(t *testing.T) {
	early := []threshold.Trigger{{Type: "cost_alert", Action: "pause_for_ack", From: 5}, {Type: "error_threshold", Action: "pause_and_investigate", From: 3}}
	fire := func(w *Writer, k threshold.Kind, n float64) (f threshold.Fired) {
		t.Helper()
		in := threshold.TriggerInput{Triggers: early, Now: threshold.Now{Values: []threshold.Value{{Kind: k, Number: n}}}, Limits: threshold.Defaults()}
		var uncounted []threshold.Fired
		evaluate(t, w, func(d *threshold.Draft) { uncounted, _ = d.CheckTriggers(in) })
		_, err := do(w, func(d *threshold.Draft) error {
			all, err := d.CheckTriggers(in)
			f = all[0]
			if fmt.Sprint(uncounted) != fmt.Sprint(all) {
				t.Errorf("%+v fire, and %+v where none is counted", all, uncounted)
			}
			return err
		})
		must(t, err)
		return f
	}
	number := func(n float64) *float64 { return &n }
	w := limitsWith(t, nil)
	for k, n := range map[threshold.Kind]*float64{threshold.Cost: number(7), threshold.Errors: number(3)} {
		_, err := do(w, func(d *threshold.Draft) error {
			return d.Acknowledge(threshold.AckInput{Kinds: []threshold.Kind{k}, Value: n, Limits: threshold.Defaults(), Triggers: early})
		})
		must(t, err)
	}
	var all []threshold.Checked
	evaluate(t, w, func(d *threshold.Draft) {
		all, _ = d.Check(threshold.Read(threshold.Defaults(), []threshold.Value{{Kind: threshold.Cost, Number: 27}}))
	})
	if j := all[0]; !j.Halts() || !strings.Contains(j.Void, "$7.00") {
		t.Errorf("an alert at $27 is excused at $7: %+v", j)
	}
	for _, c := range []struct {
		kind  threshold.Kind
		value float64
		halts bool
	}{{threshold.Cost, 8, false}, {threshold.Cost, 60, true}, {threshold.Errors, 4, false}, {threshold.Errors, 5, true}, {threshold.Errors, 9, true}} {
		if f := fire(w, c.kind, c.value); f.Halts() != c.halts {
			t.Errorf("%s at %v: %+v", c.kind, c.value, f)
		}
	}
}

// TestWaypointRefused checks that a folder of waypoints that cannot be is told at once,
// and that what was found can be said without it.
func TestWaypointRefused(t *testing.T) {
	w := limitsWith(t, map[string]string{".autopilot/waypoints": "x", threshold.AcksFile: "{"})
	looks := 0
	_, err := w.Update(func(read *protocol.Reader) (*protocol.Change, error) {
		countTexts(read, &looks)
		return threshold.Edit(check(threshold.Value{Kind: threshold.Cost, Number: 60}))(read)
	})
	if err == nil || looks > 3 {
		t.Errorf("%d looks, %v", looks, err)
	}
	var all []threshold.Checked
	evaluate(t, w, func(d *threshold.Draft) {
		all, _ = d.Check(threshold.Read(threshold.Defaults(), []threshold.Value{{Kind: threshold.Cost, Number: 60}, {Kind: threshold.Errors, Number: 3}}))
	})
	if len(all) != 2 || !all[0].Halts() || !all[1].Halts() || all[1].Void == "" {
		t.Errorf("judged %+v", all)
	}
}

// TestClock checks that the time of a write is asked for under the lock: a reset that is
// waited for is not later than what follows it.
func TestClock(t *testing.T) {
	w := limitsWith(t, map[string]string{threshold.StateFile: "{}"})
	held := false
	w.Clock = func() time.Time {
		entries, err := os.ReadDir(filepath.Join(w.Store.Dir, ".mdck"))
		held = err == nil && len(entries) > 0
		return limitsNow
	}
	_, err := do(w, (*threshold.Draft).Reset)
	must(t, err)
	if !held {
		t.Error("the time is from before the lock")
	}
}

// TestTooLarge checks that no state or configuration is read that is larger than any should
// be, and that it excuses nobody.
func TestTooLarge(t *testing.T) {
	w := limitsWith(t, map[string]string{threshold.AcksFile: "", threshold.ProjectConfig: ""})
	for _, name := range []string{threshold.AcksFile, threshold.ProjectConfig} {
		must(t, os.Truncate(filepath.Join(w.Store.Dir, filepath.FromSlash(name)), source.MaxSize+1))
	}
	alert := []threshold.Reading{{Value: threshold.Value{Kind: threshold.Cost, Number: 27}, Level: threshold.Alert, Limit: 25}}
	edit := threshold.Edit(func(d *threshold.Draft) error { _, err := d.Check(alert); return err })
	for name, do := range map[string]func(protocol.Edit) (*Made, error){"preview": w.Preview, "update": w.Update} {
		looks := 0
		_, err := do(func(read *protocol.Reader) (*protocol.Change, error) {
			countTexts(read, &looks)
			return edit(read)
		})
		if !errors.Is(err, source.ErrTooLarge) || looks > 0 {
			t.Errorf("%s: %v after %d looks", name, err, looks)
		}
	}
	early := []threshold.Trigger{{Type: "cost_alert", Action: "pause_for_ack", From: 5}}
	now := threshold.Now{Values: []threshold.Value{{Kind: threshold.Cost, Number: 7}}}
	evaluate(t, w, func(d *threshold.Draft) {
		if c, err := d.Check(alert); err != nil || !c[0].Halts() || c[0].Void == "" {
			t.Errorf("evaluated %+v, %v", c, err)
		}
		if f, err := d.CheckTriggers(threshold.TriggerInput{Triggers: early, Now: now, Limits: threshold.Defaults()}); err != nil || len(f) != 1 || f[0].Void == "" {
			t.Errorf("fires %+v", f)
		}
	})
	if _, _, err := (threshold.ConfigFile{Tree: tree.Dir(w.Store.Dir), Name: threshold.ProjectConfig, Shown: "x"}).Read(); !errors.Is(err, source.ErrTooLarge) {
		t.Errorf("configuration: %v", err)
	}
}

// TestReadOnce checks that acknowledgments are read once, however many triggers ask for them.
func TestReadOnce(t *testing.T) {
	w := limitsWith(t, map[string]string{threshold.AcksFile: `{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29", "value": 27}}}`})
	triggers := slices.Repeat([]threshold.Trigger{{Type: "cost_alert", Action: "pause_for_ack", From: 5}}, 400)
	looks := 0
	_, err := w.Update(func(read *protocol.Reader) (*protocol.Change, error) {
		countTexts(read, &looks)
		return threshold.Edit(func(d *threshold.Draft) error {
			fired, err := d.CheckTriggers(threshold.TriggerInput{Triggers: triggers, Now: threshold.Now{Values: []threshold.Value{{Kind: threshold.Cost, Number: 27}}}, Limits: threshold.Defaults()})
			if len(fired) != 400 || !fired[399].Acked {
				t.Errorf("%d fired", len(fired))
			}
			return err
		})(read)
	})
	if err != nil || looks != 2 {
		t.Errorf("%d looks, %v", looks, err)
	}
}
