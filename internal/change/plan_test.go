package change

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocols/plan/threshold"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/source"
)

var limitsNow = time.Date(2026, 1, 29, 14, 30, 0, 0, time.UTC)

const waypoints = ".autopilot/waypoints/stop-20260129-143000"

func limitsWith(t *testing.T, files map[string]string) *Writer {
	t.Helper()
	finder, dir := workspace.Finder{Table: protocols.Default()}, t.TempDir()
	target := finder.Target(protocol.Target{Root: dir, Main: "x"})
	w := &Writer{Store: finder.Store(dir), target: target, Options: Options{Clock: func() time.Time { return limitsNow }}}
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

func countTexts(read *protocol.Reader, n *int) {
	text := read.Text
	read.Text = func(name string) (string, bool, error) { *n++; return text(name) }
}

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
		if filepath.Ext(name) != ".tmp" { // left by the crash
			all[filepath.ToSlash(rel)] = string(raw)
		}
		return err
	}))
	return all
}

func check(values ...threshold.Value) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		readings := threshold.Read(threshold.NewSheet(), values)
		r := &threshold.Record{Readings: readings, Halts: readings, Where: func() threshold.Place { return threshold.Place{} }}
		return r.Edit(read)
	}
}

func TestLimitsPreview(t *testing.T) {
	for name, edit := range map[string]protocol.Edit{
		"check": check(threshold.Value{Kind: threshold.Cost, Number: 60}, threshold.Value{Kind: threshold.Errors, Number: 5}),
		"reset": threshold.Reset,
	} {
		w := limitsWith(t, map[string]string{threshold.StateFile: "{}"})
		before := visible(t, w)
		said, err := w.Preview(edit)
		must(t, err)
		if got := visible(t, w); !maps.Equal(got, before) {
			t.Errorf("%s: a preview wrote %q", name, slices.Sorted(maps.Keys(got)))
		}
		made, err := w.Update(edit)
		must(t, err)
		got := visible(t, w)
		if len(made.Files) != len(said.Files) || !made.Changed() {
			t.Errorf("%s: preview %+v, write %+v", name, said.Files, made.Files)
		}
		for _, f := range said.Files {
			if got[f.Name] != f.After || before[f.Name] != f.Before {
				t.Errorf("%s: %s is %q, want %q", name, f.Name, got[f.Name], f.After)
			}
		}
	}
}

func TestWaypoints(t *testing.T) {
	w := limitsWith(t, map[string]string{waypoints + ".json": "mine", waypoints + "-3.json/x": ""})
	stop := check(threshold.Value{Kind: threshold.Cost, Number: 60}, threshold.Value{Kind: threshold.Errors, Number: 5})
	for range 3 {
		_, err := w.Update(stop)
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

func TestLimitsCrash(t *testing.T) {
	before := map[string]string{threshold.StateFile: "{}\n"}
	build := check(threshold.Value{Kind: threshold.Cost, Number: 60}, threshold.Value{Kind: threshold.Errors, Number: 5})
	model := limitsWith(t, before)
	_, err := model.Update(build)
	must(t, err)
	want := visible(t, model)
	n, decided := 0, 0
	for finished := false; !finished; {
		n++
		w := limitsWith(t, before)
		finished, err = crash(w, n, build)
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

func TestLimitsChangedMeanwhile(t *testing.T) {
	w := limitsWith(t, map[string]string{threshold.StateFile: "{}"})
	_, err := w.Update(func(read *protocol.Reader) (*protocol.Change, error) {
		change, err := check(threshold.Value{Kind: threshold.Cost, Number: 60})(read)
		setFile(t, w, threshold.StateFile, `{"theirs": 1}`)
		return change, err
	})
	if got := visible(t, w); !errors.Is(err, safefile.ErrChanged) || len(got) != 1 || got[threshold.StateFile] != `{"theirs": 1}` {
		t.Errorf("got %v, %q", err, got)
	}
}

func TestWaypointRefused(t *testing.T) {
	w := limitsWith(t, map[string]string{".autopilot/waypoints": "x"})
	looks := 0
	_, err := w.Update(func(read *protocol.Reader) (*protocol.Change, error) {
		countTexts(read, &looks)
		return check(threshold.Value{Kind: threshold.Cost, Number: 60})(read)
	})
	if err == nil || looks > 3 {
		t.Errorf("%d looks, %v", looks, err)
	}
}

// TestClock checks that the time is read while the lock is held.
func TestClock(t *testing.T) {
	w := limitsWith(t, map[string]string{threshold.StateFile: "{}"})
	held := false
	w.Clock = func() time.Time {
		entries, err := os.ReadDir(filepath.Join(w.Store.Dir, ".mdck"))
		held = err == nil && len(entries) > 0
		return limitsNow
	}
	_, err := w.Update(threshold.Reset)
	must(t, err)
	if !held {
		t.Error("the time is from before the lock")
	}
}

func TestTooLarge(t *testing.T) {
	w := limitsWith(t, map[string]string{threshold.AcksFile: "", threshold.StateFile: ""})
	for name, edit := range map[string]protocol.Edit{threshold.AcksFile: threshold.Reset, threshold.StateFile: check(threshold.Value{Kind: threshold.Cost, Number: 27})} {
		must(t, os.Truncate(filepath.Join(w.Store.Dir, filepath.FromSlash(name)), source.MaxSize+1))
		for what, do := range map[string]func(protocol.Edit) (*Made, error){"preview": w.Preview, "update": w.Update} {
			looks := 0
			_, err := do(func(read *protocol.Reader) (*protocol.Change, error) {
				countTexts(read, &looks)
				return edit(read)
			})
			if !errors.Is(err, source.ErrTooLarge) || looks > 0 {
				t.Errorf("%s, %s: %v after %d looks", name, what, err, looks)
			}
		}
	}
	if _, err := threshold.ReadAcks(tree.Dir(w.Store.Dir)); !errors.Is(err, source.ErrTooLarge) {
		t.Errorf("acknowledgments: %v", err)
	}
}
