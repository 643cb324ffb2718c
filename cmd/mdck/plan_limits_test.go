package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func newProject(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, ".autopilot"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", dir)
	return dir
}

func stateOf(t *testing.T, dir, name string) map[string]any {
	t.Helper()
	all := map[string]any{}
	raw, err := os.ReadFile(filepath.Join(dir, ".autopilot", "state", name))
	if errors.Is(err, os.ErrNotExist) {
		return all
	}
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, raw)
	}
	return all
}

func within(v any, keys ...string) any {
	for _, k := range keys {
		object, _ := v.(map[string]any)
		v = object[k]
	}
	return v
}

func tidyState(t *testing.T, dir string) {
	t.Helper()
	left, _ := filepath.Glob(filepath.Join(dir, ".autopilot", "*", ".*.tmp"))
	if _, err := os.Stat(filepath.Join(dir, ".mdck", "txn")); err == nil || len(left) > 0 {
		t.Errorf("left over: %q, the journal %t", left, err == nil)
	}
}

func TestLimitsTogether(t *testing.T) {
	dir := newProject(t)
	kinds := []string{"context", "variance", "errors"}
	if out, err := mdckIn(t.Context(), dir, "plan", "threshold", "check", "--context", "41", "--variance", "31", "--errors", "3"); err == nil {
		t.Fatalf("alerts go on: %s", out)
	}
	var group sync.WaitGroup
	for n := range 20 {
		kind := kinds[n/5%3]
		args := [][]string{
			{"plan", "trigger", "check", "--event", "task_complete"},
			{"plan", "trigger", "check", "--event", "task_complete", "--elapsed", "1"},
			{"plan", "threshold", "check", "--cost", "99", "--now", "2026-01-29T14:30:00Z"},
			{"plan", "threshold", "check", "--cost", fmt.Sprint(n), "--set", "thresholds.stop.cost=999", "--set", "thresholds.alert.cost=999"},
			{"plan", "ack", kind, "--session", kind},
		}[n%5]
		group.Go(func() {
			out, err := mdckIn(t.Context(), dir, args...)
			exit, _ := errors.AsType[*exec.ExitError](err)
			if stops := n%5 == 2; stops != (exit != nil && exit.ExitCode() == 1) || !stops && err != nil {
				t.Errorf("%q: %v\n%s", args, err, out)
			}
		})
	}
	group.Wait()
	if n := within(stateOf(t, dir, "triggers.json"), "triggers", "task_complete", "count"); n != 8.0 {
		t.Errorf("8 tasks are counted as %v", n)
	}
	acks := stateOf(t, dir, "acknowledgments.json")
	for _, kind := range kinds {
		if within(acks, "acknowledgments", kind, "session_id") != kind {
			t.Errorf("the acknowledgment of %s is lost: %v", kind, acks)
		}
	}
	if all, _ := filepath.Glob(filepath.Join(dir, ".autopilot", "waypoints", "stop-20260129-143000*.json")); len(all) != 4 {
		t.Errorf("the waypoints of 4 stops are %q", all)
	}
	values := within(stateOf(t, dir, "thresholds.json"), "current_values").(map[string]any)
	if len(values) != 4 || values["context_percent"] != 41.0 || values["error_count"] != 3.0 || values["variance_percent"] != 31.0 {
		t.Errorf("the values are %v", values)
	}
	tidyState(t, dir)
}

func TestKilledLimits(t *testing.T) {
	dir := newProject(t)
	r := rand.New(rand.NewPCG(8, 8))
	begun, answered := 0, 0
	for n := range 40 {
		cmd := exec.Command("mdck", "plan", "trigger", "check", "--event", "task_complete")
		if n%2 == 1 {
			cmd = exec.Command("mdck", "plan", "threshold", "check", "--cost", fmt.Sprint(60+n), "--now", fmt.Sprintf("2026-01-29T14:30:%02dZ", n))
		} else {
			begun++
		}
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if n%8 != 0 {
			time.Sleep(time.Duration(r.IntN(n)) * time.Millisecond) // the first wait is short
			_ = cmd.Process.Kill()
		}
		_ = cmd.Wait()
		if n%2 == 0 && cmd.ProcessState.Success() {
			answered++
		}
		count, _ := within(stateOf(t, dir, "triggers.json"), "triggers", "task_complete", "count").(float64)
		if int(count) < answered || int(count) > begun {
			t.Fatalf("%d of %d were answered, and the count is %v", answered, begun, count)
		}
	}
	mdck(t, dir, "plan", "trigger", "check", "--event", "phase_complete") // finishes an interrupted write
	if out, err := mdckIn(t.Context(), dir, "plan", "threshold", "check", "--cost", "60", "--now", "2026-01-29T14:31:00Z"); err == nil {
		t.Errorf("a stop goes on: %s", out)
	}
	if count, _ := within(stateOf(t, dir, "triggers.json"), "triggers", "task_complete", "count").(float64); int(count) < answered || answered == begun {
		t.Errorf("%d of %d were answered, and the count is %v", answered, begun, count)
	}
	state := stateOf(t, dir, "thresholds.json")
	if at, ok := within(state, "last_check").(string); ok {
		name := "stop-" + strings.NewReplacer("-", "", ":", "", "T", "-", "Z", "").Replace(at) + ".json"
		if _, err := os.Stat(filepath.Join(dir, ".autopilot", "waypoints", name)); err != nil {
			t.Errorf("the last check was at %s, and its waypoint is lost: %v", at, err)
		}
	}
	tidyState(t, dir)
}
