package read

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/protocols"
)

// prints has a mutex, because the race detector does not know synctest.Wait.
type prints struct {
	mu   sync.Mutex
	text strings.Builder
}

func (p *prints) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(b)
}

func (p *prints) take() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.text.String()
	p.text.Reset()
	return text
}

// watching runs a watch with a fake clock until step returns false.
func watching(t *testing.T, c *statusCommand, step func(out *prints) bool) (err error) {
	t.Helper()
	c.Color, c.Pick.Table = "never", protocols.Default()
	synctest.Test(t, func(t *testing.T) {
		out := &prints{}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			err = c.watch(ctx, app.Streams{Out: out, Err: out})
			close(done)
		}()
		for synctest.Wait(); step(out); synctest.Wait() {
			time.Sleep(app.DefaultInterval)
		}
		cancel()
		<-done
	})
	return err
}

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
	text := fmt.Sprintf(`{"agent_id": "Secondary-%03d", "current_step": %q, "last_checkpoint": "1999-12-31T23:59:00Z"}`, agent, step)
	overwrite(t, fmt.Sprintf("agent_checkpoints/secondary_%03d.json", agent), text)
}

func overwrite(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestWatchStatusChanges(t *testing.T) {
	const changes, warm = 300, 50
	watchedRepository(t, 1)
	var before, after runtime.MemStats
	var files, routines int
	n := 0
	now := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) // no age changes
	err := watching(t, &statusCommand{NowFlag: app.NowFlag{Now: now}}, func(out *prints) bool {
		if got, want := out.take(), fmt.Sprintf("step-%d\n", n); n > 0 && (!strings.HasSuffix(got, want) || !strings.HasPrefix(got, "\n2000-")) {
			t.Errorf("change %d: printed %q", n, got)
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
		n++
		beat(t, 0, fmt.Sprintf("step-%d", n))
		return true
	})
	if err != nil {
		t.Fatal(err)
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

func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}

func TestWatchStatusIdle(t *testing.T) {
	for json, begin := range map[bool]string{false: "2000-", true: `{"version":1,"now":"2000-`} {
		watchedRepository(t, 3)
		looks := 0
		err := watching(t, &statusCommand{JSON: json}, func(out *prints) bool {
			text := out.take()
			if changed := looks%30 == 0; strings.Contains(text, begin) != changed {
				t.Errorf("json %t: after %d s: printed %q", json, 2*looks, text)
			}
			looks++
			return looks < 100
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func TestWatchStatusRecovers(t *testing.T) {
	watchedRepository(t, 1)
	remove := func(name string) { _ = os.RemoveAll(name) }
	steps := []struct {
		do          func()
		want, never string
	}{
		{func() { beat(t, 1, "new") }, "Secondary-001", "mdck:"},
		{func() { overwrite(t, "agent_checkpoints/secondary_001.json", `{"agent_id": `) }, "secondary_001.json cannot be read", "new"},
		{func() { beat(t, 1, "fixed") }, "fixed", "mdck:"},
		{func() { remove("agent_checkpoints/secondary_001.json") }, "Secondary-000", "Secondary-001"},
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
	n := 0
	err := watching(t, &statusCommand{}, func(out *prints) bool {
		text := out.take()
		if n > 0 && (!strings.Contains(text, steps[n-1].want) || strings.Contains(text, steps[n-1].never)) {
			t.Errorf("step %d: want %q and not %q:\n%s", n-1, steps[n-1].want, steps[n-1].never, text)
		}
		if n == len(steps) {
			return false
		}
		steps[n].do()
		n++
		return true
	})
	if err == nil || !strings.Contains(err.Error(), "metadata.json") {
		t.Errorf("the watch ended with %v", err)
	}
}

func TestWatchStatusMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"nowhere", "."} {
		var out strings.Builder
		c := &statusCommand{Paths: []string{path}}
		if err := c.watch(t.Context(), app.Streams{Out: &out, Err: &out}); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, %q", path, err, out.String())
		}
	}
	err := watching(t, &statusCommand{AllowEmpty: true}, func(out *prints) bool { return out.take() != "" })
	if err != nil {
		t.Errorf("allowed to be empty: %v", err)
	}
}

func TestWatchStatusClosed(t *testing.T) {
	watchedRepository(t, 1)
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	reader.Close()
	c := &statusCommand{}
	if err := c.watch(t.Context(), app.Streams{Out: writer, Err: writer}); err == nil {
		t.Error("no error")
	}
}

func TestWatchNested(t *testing.T) {
	watchedRepository(t, 1)
	nested := filepath.Join(".claude", "worktrees", "feat")
	if err := errors.Join(os.MkdirAll(nested, 0o755), os.WriteFile(filepath.Join(nested, ".git"), []byte("gitdir: /no/such/place\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	n := 0
	err := watching(t, &statusCommand{NowFlag: app.NowFlag{Now: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)}}, func(out *prints) bool {
		if got := out.take(); n > 0 && got != "" || n == 0 && strings.Count(got, "Secondary-") != 1 {
			t.Errorf("round %d printed %q", n, got)
		}
		if n == 0 {
			if err := os.CopyFS(filepath.Join(nested, "agent_checkpoints"), os.DirFS("agent_checkpoints")); err != nil {
				t.Error(err)
			}
		}
		n++
		return n < 3
	})
	if err != nil {
		t.Fatal(err)
	}
}
