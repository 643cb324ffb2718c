package limitdir

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
	"mdck/mdcheckpoint/source"
)

// now is the time of all tests.
var now = time.Date(2026, 1, 29, 14, 30, 0, 0, time.UTC)

const waypoints = ".autopilot/waypoints/stop-20260129-143000"

// projectWith is a project with these files.
func projectWith(t *testing.T, files map[string]string) *Project {
	t.Helper()
	p := &Project{Root: t.TempDir()}
	for name, text := range files {
		write(t, p, name, text)
	}
	return p
}

func write(t *testing.T, p *Project, name, text string) {
	t.Helper()
	file := filepath.Join(p.Root, filepath.FromSlash(name))
	must(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// visible are the files of a project that are not .mdck.
func visible(t *testing.T, p *Project) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(p.Root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && d.Name() == ".mdck" {
				return fs.SkipDir
			}
			return err
		}
		raw, err := os.ReadFile(name)
		rel, _ := filepath.Rel(p.Root, name)
		if filepath.Ext(name) != ".tmp" { // which the next write removes
			all[filepath.ToSlash(rel)] = string(raw)
		}
		return err
	}))
	return all
}

func job() Job { return Job{Holder: "mdck plan test", Clock: func() time.Time { return now }} }

// check is a check of these values by the defaults.
func check(values ...threshold.Value) func(*Draft) error {
	return func(d *Draft) error {
		_, err := d.Check(threshold.Read(threshold.Defaults(), values))
		return err
	}
}

func acknowledge(kinds ...threshold.Kind) func(*Draft) error {
	return func(d *Draft) error { return d.Acknowledge(Ack{Kinds: kinds, Limits: threshold.Defaults()}) }
}

// TestDry holds that a dry run says what a write would make, and writes nothing.
func TestDry(t *testing.T) {
	for name, build := range map[string]func(*Draft) error{
		"check":  check(threshold.Value{Kind: threshold.Cost, Number: 60}, threshold.Value{Kind: threshold.Errors, Number: 5}),
		"reset":  (*Draft).Reset,
		"events": fireTask,
	} {
		p := projectWith(t, map[string]string{threshold.StateFile: "{}"})
		before := visible(t, p)
		dry := job()
		dry.Dry = true
		said, err := p.Do(dry, build)
		must(t, err)
		if got := visible(t, p); !maps.Equal(got, before) {
			t.Errorf("%s: a dry run wrote %q", name, slices.Sorted(maps.Keys(got)))
		}
		made, err := p.Do(job(), build)
		must(t, err)
		got := visible(t, p)
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

func fireTask(d *Draft) error {
	_, err := d.Fire(What{Triggers: threshold.DefaultTriggers(), Now: threshold.Now{Event: "task_complete"}, Limits: threshold.Defaults()})
	return err
}

// TestWaypoints holds that a stop never writes over a file, be it of another stop, of
// somebody else or no file at all.
func TestWaypoints(t *testing.T) {
	p := projectWith(t, map[string]string{waypoints + ".json": "mine", waypoints + "-3.json/x": ""})
	stop := check(threshold.Value{Kind: threshold.Cost, Number: 60}, threshold.Value{Kind: threshold.Errors, Number: 5})
	for range 3 {
		_, err := p.Do(job(), stop)
		must(t, err)
	}
	got := visible(t, p)
	for _, n := range []string{"-2", "-4", "-5", "-6", "-7", "-8"} {
		if !strings.Contains(got[waypoints+n+".json"], `"reason"`) {
			t.Errorf("no waypoint %s: %q", n, slices.Sorted(maps.Keys(got)))
		}
	}
	if got[waypoints+".json"] != "mine" {
		t.Error("somebody's file is lost")
	}
}

// TestAlerts holds which alerts may be acknowledged, and which not.
func TestAlerts(t *testing.T) {
	number := func(n float64) *float64 { return &n }
	state := `{"current_values": {"cost": 27, "context_percent": 55, "error_count": 2}, "levels_triggered": {"cost": "alert", "context": "stop", "errors": "warning"}}`
	raised := threshold.Defaults()
	raised.Cost = threshold.Limits{Warning: 100, Alert: 200, Stop: 300}
	early := []threshold.Trigger{{Type: "cost_alert", Action: "pause_for_ack", Limit: 15}}
	for name, c := range map[string]struct {
		ack  Ack
		want string // "" is done
	}{
		"all":                    {Ack{}, ""},
		"an alert":               {Ack{Kinds: []threshold.Kind{threshold.Cost}}, ""},
		"a stop":                 {Ack{Kinds: []threshold.Kind{threshold.Context}}, "refused: context at 55% is a stop"},
		"a warning":              {Ack{Kinds: []threshold.Kind{threshold.Errors}}, "refused: errors at 2 is no alert"},
		"one of two":             {Ack{Kinds: []threshold.Kind{threshold.Cost, threshold.Errors}}, "refused: errors"},
		"unknown":                {Ack{Kinds: []threshold.Kind{threshold.Variance}}, "asked: no value of variance"},
		"a value":                {Ack{Kinds: []threshold.Kind{threshold.Variance}, Value: number(30)}, ""},
		"a value below":          {Ack{Kinds: []threshold.Kind{threshold.Variance}, Value: number(29)}, "refused: variance at 29%"},
		"a value above":          {Ack{Kinds: []threshold.Kind{threshold.Cost}, Value: number(50)}, "refused: cost at $50.00 is a stop"},
		"a level keeps":          {Ack{Kinds: []threshold.Kind{threshold.Cost}, Value: number(27), Limits: raised}, ""},
		"another value does not": {Ack{Kinds: []threshold.Kind{threshold.Cost}, Value: number(28), Limits: raised}, "refused: cost at $28.00 is no alert"},
		"a trigger pauses":       {Ack{Kinds: []threshold.Kind{threshold.Cost}, Value: number(16), Triggers: early}, ""},
		"a trigger does not":     {Ack{Kinds: []threshold.Kind{threshold.Cost}, Value: number(14), Triggers: early}, "refused: cost at $14.00"},
	} {
		if c.ack.Limits == (threshold.Table{}) {
			c.ack.Limits = threshold.Defaults()
		}
		for what, build := range map[string]func(*Draft) error{"acknowledge": func(d *Draft) error { return d.Acknowledge(c.ack) }, "halt": func(d *Draft) error { return d.Halt(c.ack) }} {
			p := projectWith(t, map[string]string{threshold.StateFile: state})
			_, err := p.Do(job(), build)
			got := ""
			if refused, ok := errors.AsType[*RefusedError](err); ok {
				got = "refused: " + refused.Error()
			} else if request, ok := errors.AsType[*RequestError](err); ok {
				got = "asked: " + request.Error()
			} else {
				must(t, err)
			}
			if (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, %s: %q, want %q", name, what, got, c.want)
			}
			if files := visible(t, p); (len(files) > 1) != (c.want == "") || files[threshold.StateFile] != state {
				t.Errorf("%s, %s: the files are %q", name, what, slices.Sorted(maps.Keys(files)))
			}
		}
	}
}

// TestAbove holds what the project of a directory is: "x" is where one stands.
func TestAbove(t *testing.T) {
	for name, c := range map[string]struct {
		there []string
		want  string
	}{
		"itself":               {[]string{"a/b/x/.autopilot/"}, "a/b/x"},
		"above":                {[]string{"a/.planning/"}, "a"},
		"the nearest":          {[]string{"a/.planning/", ".autopilot/"}, "a"},
		"within a repository":  {[]string{".git/", "a/.planning/"}, "a"},
		"the repository":       {[]string{"a/.git/"}, "a"},
		"never above it":       {[]string{".autopilot/", "a/.git"}, "a"},
		"a file is no folder":  {[]string{"a/.autopilot", ".git/"}, ""},
		"where it is the root": {[]string{".git/", ".autopilot/"}, ""},
	} {
		dir := t.TempDir()
		for _, f := range append(c.there, "a/b/x/") {
			if strings.HasSuffix(f, "/") {
				f += "keep"
			}
			file := filepath.Join(dir, filepath.FromSlash(f))
			must(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, nil, 0o644)))
		}
		got, ok := Above(filepath.Join(dir, "a", "b", "x"))
		if want := filepath.Join(dir, filepath.FromSlash(c.want)); !ok || got != want {
			t.Errorf("%s: %q, %t, want %q", name, got, ok, want)
		}
	}
}

// TestForeign holds that a configuration which is not there is none, and that the name
// for people is in every error.
func TestForeign(t *testing.T) {
	p := projectWith(t, map[string]string{"a.yaml": "thresholds: {stop: {cost: 9}}\n", "a.json": `{"defaults": {"maxCost": 8}}`, "bad.json": "{", "dir.yaml/x": "", "large.yaml": strings.Repeat("# x\n", 10000)})
	for name, want := range map[string]string{"a.yaml": "9 ", "a.json": "8 ", "none.yaml": "none", "bad.json": "error", "dir.yaml": "error", "large.yaml": "error", "a.json/x": "error"} {
		f, doc, err := Place{Tree: tree.Dir(p.Root), Name: name, Shown: "~/" + name}.Foreign()
		switch {
		case want == "none" && f == nil && doc == nil && err == nil:
		case want == "error" && err != nil && strings.Contains(err.Error(), "~/"+name):
		case want == "9 " && err == nil && f.Limits[0].Number == 9, want == "8 " && err == nil && f.Limits[0].Source == "~/a.json:1:26":
		default:
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
}

// errCrash ends a write at a call, as the end of the process would.
var errCrash = errors.New("crash")

// crashing is the file system until the call numbered at, which panics.
type crashing struct {
	safefile.System
	calls *int
	at    int
	lock  *func() error // gives back the lock that is held
}

func (c crashing) step() {
	if *c.calls++; *c.calls == c.at {
		panic(errCrash)
	}
}

func (c crashing) TryLock(name, holder string) (func() error, error) {
	release, err := c.System.TryLock(name, holder)
	if release != nil {
		*c.lock = release
	}
	return release, err
}

func (c crashing) Rename(from, to string) error { c.step(); return c.System.Rename(from, to) }
func (c crashing) Swap(one, other string) error { c.step(); return c.System.Swap(one, other) }
func (c crashing) Link(from, to string) error   { c.step(); return c.System.Link(from, to) }
func (c crashing) Claim(from, to string) error  { c.step(); return c.System.Claim(from, to) }
func (c crashing) Remove(name string) error     { c.step(); return c.System.Remove(name) }
func (c crashing) SyncDir(string) error         { c.step(); return nil }

// crash makes a write until the call numbered at; finished says that there were fewer
// calls.
func crash(p *Project, at int, build func(*Draft) error) (finished bool, err error) {
	calls, lock := 0, func() error { return nil }
	p.FS = crashing{calls: &calls, at: at, lock: &lock}
	defer func() {
		p.FS = nil
		_ = lock() // once more is no harm
		if r := recover(); r != nil && r != any(errCrash) {
			panic(r)
		}
	}()
	_, err = p.Do(job(), build)
	return calls < at, err
}

// TestCrash holds that whatever the call at which a check ends, after the next run
// the state and the waypoints of its stops are all there, or none of them.
func TestCrash(t *testing.T) {
	before := map[string]string{threshold.StateFile: "{}\n"}
	build := check(threshold.Value{Kind: threshold.Cost, Number: 60}, threshold.Value{Kind: threshold.Errors, Number: 5})
	model := projectWith(t, before)
	_, err := model.Do(job(), build)
	must(t, err)
	want := visible(t, model)
	n, decided := 0, 0
	for finished := false; !finished; {
		n++
		p := projectWith(t, before)
		finished, err = crash(p, n, build)
		must(t, err)
		_, err := workspace.StoreAt(p.Root, "mdck").Recover()
		must(t, err)
		switch got := visible(t, p); {
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

// TestChangedMeanwhile holds that a write is given up if another program changes a file
// while it runs.
func TestChangedMeanwhile(t *testing.T) {
	p := projectWith(t, map[string]string{threshold.StateFile: "{}"})
	_, err := p.Do(job(), func(d *Draft) error {
		err := check(threshold.Value{Kind: threshold.Cost, Number: 60})(d)
		write(t, p, threshold.StateFile, `{"theirs": 1}`)
		return err
	})
	if got := visible(t, p); !errors.Is(err, safefile.ErrChanged) || len(got) != 1 || got[threshold.StateFile] != `{"theirs": 1}` {
		t.Errorf("got %v, %q", err, got)
	}
}

// TestAckThenCheck holds the whole life of an alert: it halts, is acknowledged, goes on
// with a word when it has grown, and halts again after a reset.
func TestAckThenCheck(t *testing.T) {
	p := projectWith(t, nil)
	look := func(n float64) (j Judged) {
		t.Helper()
		_, err := p.Do(job(), func(d *Draft) error {
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
	made, err := p.Do(job(), acknowledge())
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
	if _, err := p.Do(job(), acknowledge(threshold.Errors)); err == nil {
		t.Error("a stop is acknowledged")
	}
	_, err = p.Do(job(), (*Draft).Reset)
	must(t, err)
	if j := look(3); !j.Halts() {
		t.Errorf("reset, and %+v", j)
	}
}

// TestAckBelow holds that an acknowledgment from before an alert does not excuse it, and
// that none excuses a trigger at the stop.
func TestAckBelow(t *testing.T) {
	early := []threshold.Trigger{{Type: "cost_alert", Action: "pause_for_ack", Limit: 5}, {Type: "error_threshold", Action: "pause_and_investigate", Count: 3}}
	fire := func(p *Project, k threshold.Kind, n float64) (f Fired) {
		t.Helper()
		w := What{Triggers: early, Now: threshold.Now{Values: []threshold.Value{{Kind: k, Number: n}}}, Limits: threshold.Defaults()}
		uncounted := p.Fires(w)
		_, err := p.Do(job(), func(d *Draft) error {
			all, err := d.Fire(w)
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
	p := projectWith(t, nil)
	for k, n := range map[threshold.Kind]*float64{threshold.Cost: number(7), threshold.Errors: number(3)} {
		_, err := p.Do(job(), func(d *Draft) error {
			return d.Acknowledge(Ack{Kinds: []threshold.Kind{k}, Value: n, Limits: threshold.Defaults(), Triggers: early})
		})
		must(t, err)
	}
	all := p.Judge(threshold.Read(threshold.Defaults(), []threshold.Value{{Kind: threshold.Cost, Number: 27}}))
	if j := all[0]; !j.Halts() || !strings.Contains(j.Void, "$7.00") {
		t.Errorf("an alert at $27 is excused at $7: %+v", j)
	}
	for _, c := range []struct {
		kind  threshold.Kind
		value float64
		halts bool
	}{{threshold.Cost, 8, false}, {threshold.Cost, 60, true}, {threshold.Errors, 4, false}, {threshold.Errors, 5, true}, {threshold.Errors, 9, true}} {
		if f := fire(p, c.kind, c.value); f.Halts() != c.halts {
			t.Errorf("%s at %v: %+v", c.kind, c.value, f)
		}
	}
}

// TestWaypointRefused holds that a folder of waypoints that cannot be is told at once,
// and that what was found can be said without it.
func TestWaypointRefused(t *testing.T) {
	p := projectWith(t, map[string]string{".autopilot/waypoints": "x", threshold.AcksFile: "{"})
	looks := 0
	_, err := p.Do(job(), func(d *Draft) error {
		old := d.old
		d.old = func(name string) (string, bool, error) { looks++; return old(name) }
		return check(threshold.Value{Kind: threshold.Cost, Number: 60})(d)
	})
	if err == nil || looks > 3 {
		t.Errorf("%d looks, %v", looks, err)
	}
	all := p.Judge(threshold.Read(threshold.Defaults(), []threshold.Value{{Kind: threshold.Cost, Number: 60}, {Kind: threshold.Errors, Number: 3}}))
	if len(all) != 2 || !all[0].Halts() || !all[1].Halts() || all[1].Void != unread {
		t.Errorf("judged %+v", all)
	}
}

// TestClock holds that the time of a write is asked for under the lock: a reset that is
// waited for is not later than what follows it.
func TestClock(t *testing.T) {
	p := projectWith(t, map[string]string{threshold.StateFile: "{}"})
	held := false
	j := job()
	j.Clock = func() time.Time {
		entries, err := os.ReadDir(filepath.Join(p.Root, ".mdck"))
		held = err == nil && len(entries) > 0
		return now
	}
	_, err := p.Do(j, (*Draft).Reset)
	must(t, err)
	if !held {
		t.Error("the time is from before the lock")
	}
}

// TestTooLarge holds that no state or configuration is read that is larger than any should
// be, and that it excuses nobody.
func TestTooLarge(t *testing.T) {
	p := projectWith(t, map[string]string{threshold.AcksFile: "", threshold.ProjectConfig: ""})
	for _, name := range []string{threshold.AcksFile, threshold.ProjectConfig} {
		must(t, os.Truncate(filepath.Join(p.Root, filepath.FromSlash(name)), source.MaxSize+1))
	}
	alert := []threshold.Reading{{Value: threshold.Value{Kind: threshold.Cost, Number: 27}, Level: threshold.Alert, Limit: 25}}
	for _, dry := range []bool{true, false} {
		j := job()
		j.Dry = dry
		if _, err := p.Do(j, func(d *Draft) error { _, err := d.Check(alert); return err }); !errors.Is(err, source.ErrTooLarge) {
			t.Errorf("dry %t: %v", dry, err)
		}
	}
	if j := p.Judge(alert)[0]; !j.Halts() || j.Void != unread {
		t.Errorf("judged %+v", j)
	}
	_, err := p.Do(job(), func(d *Draft) error {
		d.old = func(name string) (string, bool, error) { t.Errorf("%s is read", name); return "", false, nil }
		_, err := d.Check(alert)
		return err
	})
	if !errors.Is(err, source.ErrTooLarge) {
		t.Errorf("not read: %v", err)
	}
	early := []threshold.Trigger{{Type: "cost_alert", Action: "pause_for_ack", Limit: 5}}
	now := threshold.Now{Values: []threshold.Value{{Kind: threshold.Cost, Number: 7}}}
	if f := p.Fires(What{Triggers: early, Now: now, Limits: threshold.Defaults()}); len(f) != 1 || f[0].Void != unread {
		t.Errorf("fires %+v", f)
	}
	if _, _, err := (Place{Tree: p.Tree(), Name: threshold.ProjectConfig, Shown: "x"}).Foreign(); !errors.Is(err, source.ErrTooLarge) {
		t.Errorf("configuration: %v", err)
	}
}

// TestReadOnce holds that acknowledgments are read once, however many triggers ask for them.
func TestReadOnce(t *testing.T) {
	p := projectWith(t, map[string]string{threshold.AcksFile: `{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29", "value": 27}}}`})
	triggers := slices.Repeat([]threshold.Trigger{{Type: "cost_alert", Action: "pause_for_ack", Limit: 5}}, 400)
	looks := 0
	_, err := p.Do(job(), func(d *Draft) error {
		old := d.old
		d.old = func(name string) (string, bool, error) { looks++; return old(name) }
		fired, err := d.Fire(What{Triggers: triggers, Now: threshold.Now{Values: []threshold.Value{{Kind: threshold.Cost, Number: 27}}}, Limits: threshold.Defaults()})
		if len(fired) != 400 || !fired[399].Acked {
			t.Errorf("%d fired", len(fired))
		}
		return err
	})
	if err != nil || looks != 2 {
		t.Errorf("%d looks, %v", looks, err)
	}
}

// TestWaypointsOfASecond holds that a thousand waypoints are written in one second.
func TestWaypointsOfASecond(t *testing.T) {
	d := &Draft{project: &Project{Root: t.TempDir()}, now: now}
	for n := range 1000 {
		d.made.Files = append(d.made.Files, File{Name: threshold.WaypointName(now, n)})
	}
	_, err := d.waypoint(threshold.Value{}, "test")
	if _, ok := errors.AsType[*RefusedError](err); !ok {
		t.Errorf("one more: want a RefusedError, found %v", err)
	}
	d.made.Files = d.made.Files[:999]
	if name, err := d.waypoint(threshold.Value{}, "test"); name != threshold.WaypointName(now, 999) {
		t.Errorf("the last of them is %q (%v)", name, err)
	}
}
