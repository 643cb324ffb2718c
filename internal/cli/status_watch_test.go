package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A stepClock is a clock that goes on when it is waited for, and calls step before;
// false ends the watch.
type stepClock struct {
	t     time.Time
	waits int
	step  func(n int) bool
}

func (c *stepClock) now() time.Time { return c.t }

func (c *stepClock) wait(ctx context.Context, d time.Duration) bool {
	c.waits++
	c.t = c.t.Add(d)
	return c.step(c.waits) && ctx.Err() == nil
}

// frames counts what is written at once, and keeps the last.
type frames struct {
	n    int
	last string
}

func (f *frames) Write(b []byte) (int, error) {
	f.n, f.last = f.n+1, string(b)
	return len(b), nil
}

var watchBegin = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// watchOf is a watch of the current directory, drawn on a screen of that size, or
// printed where rows are 0.
func watchOf(t *testing.T, rows int, step func(int) bool) (*statusWatch, *frames) {
	t.Helper()
	out := &frames{}
	c := &statusCommand{statusLookFlags: statusLookFlags{Color: "never", Plain: true}}
	if err := c.load(); err != nil {
		t.Fatal(err)
	}
	w := &statusWatch{command: c, clock: &stepClock{t: watchBegin, step: step}, std: Streams{Out: out, Err: out}}
	if rows > 0 {
		w.place = &screen{out: out, size: func() (int, int) { return 100, rows }}
	}
	return w, out
}

// watchedRepository is a repository with so many agents, which is the current directory.
func watchedRepository(t *testing.T, agents int) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	if err := errors.Join(os.Mkdir(".git", 0o755), os.Mkdir("agent_checkpoints", 0o755)); err != nil {
		t.Fatal(err)
	}
	for i := range agents {
		beat(t, i, "begin")
	}
}

func beat(t *testing.T, agent int, step string) {
	t.Helper()
	text := fmt.Sprintf(`{"agent_id": "Secondary-%03d", "current_step": %q, "last_checkpoint": "2026-11-20T11:59:00Z"}`, agent, step)
	overwrite(t, fmt.Sprintf("agent_checkpoints/secondary_%03d.json", agent), text)
}

// overwrite writes a file as an editor does: whole, in its place.
func overwrite(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestWatchStatusThousandChanges holds that every change is drawn, nothing else is, and
// that a watch does not grow.
func TestWatchStatusThousandChanges(t *testing.T) {
	const changes, warm = 1000, 100
	watchedRepository(t, 1)
	var w *statusWatch
	var out *frames
	var before, after runtime.MemStats
	var files, routines int
	w, out = watchOf(t, 24, func(n int) bool {
		if n > 1 && !strings.Contains(out.last, stepText(n-1)+"\x1b") {
			t.Errorf("change %d is not drawn: %q", n-1, out.last)
			return false
		}
		switch n {
		case warm:
			runtime.GC()
			runtime.ReadMemStats(&before)
			files, routines = openFiles(t), runtime.NumGoroutine()
		case changes:
			runtime.GC()
			runtime.ReadMemStats(&after)
			return false
		}
		beat(t, 0, stepText(n))
		return true
	})
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if most := changes + changes/(4*60) + 2; out.n < changes || out.n > most {
		t.Errorf("%d frames for %d changes, want at most %d", out.n, changes, most)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("%d bytes more after %d changes than after %d", grown, changes, warm)
	}
	if now := openFiles(t); now > files {
		t.Errorf("%d files are open, %d were", now, files)
	}
	if now := runtime.NumGoroutine(); now > routines {
		t.Errorf("%d goroutines, there were %d", now, routines)
	}
}

// stepText is a text of another length than the one before it: two changes at the same
// time of the file system are told apart by the size.
func stepText(n int) string { return fmt.Sprintf("step-%d%s", n, strings.Repeat("-", n%3)) }

// openFiles is how many files the process has open, where the system tells; else 0.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}

// TestWatchStatusIdle holds that what nobody touches is drawn once for each interval,
// and that looking leaves no trace that would be taken for a change.
func TestWatchStatusIdle(t *testing.T) {
	watchedRepository(t, 3)
	w, out := watchOf(t, 24, func(n int) bool { return n < 4*60*5 })
	if err := w.run(t.Context()); err != nil || out.n != 6 { // one of them the line feed at the end
		t.Errorf("%d frames, %v", out.n, err)
	}
	if !strings.Contains(out.last, "\n") {
		t.Errorf("%q does not end the last line", out.last)
	}
}

// TestWatchStatusRecovers goes through what happens to a repository: each step has a
// change, and what the frame after it has to show, and must not.
func TestWatchStatusRecovers(t *testing.T) {
	watchedRepository(t, 1)
	remove := func(name string) { _ = os.RemoveAll(name) }
	steps := []struct {
		do          func()
		want, never string
	}{
		{func() {}, "1 checkpoint", "mdck:"},
		{func() { beat(t, 1, "new") }, "Secondary-001", "mdck:"},
		{func() { overwrite(t, "agent_checkpoints/secondary_001.json", `{"agent_id": `) }, "secondary_001.json cannot be read", "new"},
		{func() { beat(t, 1, "mended") }, "mended", "mdck:"},
		{func() { remove("agent_checkpoints/secondary_001.json") }, "1 checkpoint", "Secondary-001"},
		{func() { overwrite(t, ".mdck.yaml", "nonsense: 1\n") }, "unknown key", "Secondary-000"},
		{func() { overwrite(t, ".mdck.yaml", "nonsense: [\n") }, "mdck: .mdck.yaml:", "Secondary-000"},
		{func() { overwrite(t, ".mdck.yaml", "ignore: [agent_checkpoints/**]\n") }, "no checkpoint found", "Secondary-000"},
		{func() { remove(".mdck.yaml") }, "Secondary-000", "mdck:"},
		{func() { remove("agent_checkpoints") }, "no checkpoint found", "Secondary-000"},
		{func() {
			_ = os.MkdirAll("deep/down/conductor/tracks/t", 0o755)
			overwrite(t, "deep/down/conductor/tracks/t/metadata.json", `{"version": 3}`)
		}, "loop", "no checkpoint"},
		{func() {
			remove("deep/down/conductor/tracks/t/metadata.json")
			_ = os.Mkdir("deep/down/conductor/tracks/t/metadata.json", 0o755)
		}, "cannot be read", "no checkpoint"},
	}
	const patience = 12 // waits, which are longer than a walk rests
	for _, rows := range []int{24, 0} {
		remove("deep")
		_ = os.Mkdir("agent_checkpoints", 0o755)
		beat(t, 0, "begin")
		var w *statusWatch
		var out *frames
		all := &strings.Builder{}
		w, out = watchOf(t, rows, func(n int) bool {
			i := (n - 1) / patience
			if n%patience == 0 {
				shown := out.last
				if rows == 0 {
					shown = all.String()
					all.Reset()
				}
				if i < len(steps) && (!strings.Contains(shown, steps[i].want) || rows > 0 && strings.Contains(shown, steps[i].never)) {
					t.Errorf("%d rows, step %d: want %q and not %q:\n%q", rows, i, steps[i].want, steps[i].never, shown)
				}
				if i+1 < len(steps) {
					steps[i+1].do()
				}
			}
			return n < patience*len(steps)
		})
		if rows == 0 {
			w.std = Streams{Out: all, Err: all}
		}
		if err := w.run(t.Context()); err == nil || !strings.Contains(err.Error(), "metadata.json") {
			t.Errorf("%d rows: the watch ended with %v", rows, err)
		}
	}
}

// TestWatchStatusMistakes holds that a watch of nothing ends at once, as the status does.
func TestWatchStatusMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"nowhere", "."} {
		w, out := watchOf(t, 24, func(int) bool { t.Fatal("it waits"); return false })
		w.command.Paths = []string{path}
		if err := w.run(t.Context()); err == nil || out.n > 0 {
			t.Errorf("%s: %v, %q", path, err, out.last)
		}
	}
	w, out := watchOf(t, 24, func(n int) bool { return n < 3 })
	w.command.AllowEmpty = true
	if err := w.run(t.Context()); err != nil || out.n != 2 {
		t.Errorf("allowed to be empty: %v, %d frames", err, out.n)
	}
}

// TestWatchStatusFits holds that a frame has no more lines than the terminal, and says
// how much is left out; and that another size is drawn anew.
func TestWatchStatusFits(t *testing.T) {
	watchedRepository(t, 30)
	rows := 10
	w, out := watchOf(t, rows, func(n int) bool {
		rows = 10 + 20*min(n, 2)
		return n < 3
	})
	var seen []string
	w.place.size = func() (int, int) { return 100, rows }
	w.place.out = writes(func(b []byte) { out.n++; seen = append(seen, string(b)) })
	if err := w.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 4 {
		t.Fatalf("%d frames", len(seen))
	}
	for i, want := range []string{"and 22 more", "and 2 more", ""} {
		_, frame, _ := strings.Cut(seen[i], home)
		if !strings.Contains(frame, want) || want == "" && strings.Contains(frame, "more") {
			t.Errorf("frame %d: %q", i, frame)
		}
		if n := strings.Count(frame, "\n") + 1; n > 10+20*i {
			t.Errorf("frame %d has %d lines", i, n)
		}
	}
}

type writes func([]byte)

func (w writes) Write(b []byte) (int, error) { w(b); return len(b), nil }

// TestWatchStatusClosed holds that a watch ends when nobody reads it.
func TestWatchStatusClosed(t *testing.T) {
	watchedRepository(t, 1)
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	reader.Close()
	w, _ := watchOf(t, 0, func(int) bool { t.Fatal("it goes on"); return false })
	w.std.Out = writer
	if err := w.run(t.Context()); err == nil {
		t.Error("no error")
	}
}

// TestWatchRests holds that a drawing that takes long is not repeated at once, however
// much changes, and that the interval is kept all the same.
func TestWatchRests(t *testing.T) {
	clock := &stepClock{t: watchBegin, step: func(n int) bool { return n < 4*60 }}
	drawn := 0
	w := watch{clock: clock, interval: time.Minute, changed: func() bool { return true }}
	w.draw = func(time.Time) error { drawn++; clock.t = clock.t.Add(2 * time.Second); return nil }
	if err := w.run(t.Context()); err != nil || drawn < 7 || drawn > 8 {
		t.Errorf("%d drawings of 2 s in a minute of waiting, %v", drawn, err)
	}
}

// TestDueAfter holds that the next look is later the longer one takes.
func TestDueAfter(t *testing.T) {
	clock := &stepClock{t: watchBegin}
	if got := dueAfter(clock, watchBegin, lookEvery); !got.Equal(watchBegin.Add(lookEvery)) {
		t.Errorf("after no time: %v", got)
	}
	if got := dueAfter(clock, watchBegin.Add(-time.Second), lookEvery); !got.Equal(watchBegin.Add(lookShare * time.Second)) {
		t.Errorf("after a second: %v", got)
	}
}
