//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var increments = flag.Int("increments", 12, "how many updates each side of TestTrackShell makes")

const trackBefore = `{
  "version": 2,
  "track_id": "count_20260213",
  "status": "in_progress",
  "created_at": "2026-02-13T11:00:00Z",
  "loop_state": {
    "current_step": "PLAN",
    "step_status": "IN_PROGRESS",
    "fix_cycle_count": 0,
    "max_fix_cycles": 3,
    "checkpoints": {
      "PLAN": {"status": "IN_PROGRESS", "started_at": "2026-02-13T12:00:00Z", "agent": "superpowers:writing-plans"}
    }
  },
  "größe": 1.50,
  "shell_count": 0,
  "blockers": []
}
`

const shellLoop = `
set -e
cd "$2"
lock=.metadata.lock
i=0
while [ $i -lt $1 ]; do
  until mkdir "$lock" 2>/dev/null; do sleep 0.1; done
  n=$(sed -n 's/.*"shell_count": \([0-9][0-9]*\).*/\1/p' metadata.json)
  sed "s/\"shell_count\": $n/\"shell_count\": $((n+1))/" metadata.json >scratch
  cat scratch >metadata.json
  rmdir "$lock"
  i=$((i+1))
  sleep 0.01
done
rm -f scratch
`

func trackWith(t *testing.T, text string) (project, track string) {
	t.Helper()
	project = t.TempDir()
	track = filepath.Join(project, "conductor", "tracks", "count_20260213")
	if err := os.MkdirAll(track, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(track, "metadata.json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return project, track
}

func TestTrackShell(t *testing.T) {
	t.Parallel()
	project, track := trackWith(t, trackBefore)
	shell := exec.Command("sh", "-c", shellLoop, "sh", fmt.Sprint(*increments), track)
	var said bytes.Buffer
	shell.Stdout, shell.Stderr = &said, &said
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	for i := range *increments {
		mdck(t, project, "loop", "block", fmt.Sprint("mdck ", i+1))
	}
	if err := shell.Wait(); err != nil || said.Len() > 0 {
		t.Fatalf("the shell: %v\n%s", err, said.Bytes())
	}
	count, blockers := counted(t, track)
	if count != *increments || len(blockers) != *increments {
		t.Errorf("the shell counted to %d and mdck to %d, want %d", count, len(blockers), *increments)
	}
	for i, b := range blockers {
		if b != fmt.Sprint("mdck ", i+1) {
			t.Errorf("blocker %d is %q", i+1, b)
		}
	}
	checkUnlocked(t, track)
}

const greedyLoop = `
cd "$1"
until test -e enough; do
  until mkdir .metadata.lock 2>/dev/null; do sleep 0.1; done
  sleep 0.05
  rmdir .metadata.lock
done
`

func TestGreedyShell(t *testing.T) {
	t.Parallel()
	project, track := trackWith(t, trackBefore)
	shell := exec.Command("sh", "-c", greedyLoop, "sh", track)
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := os.WriteFile(filepath.Join(track, "enough"), nil, 0o644); err != nil {
			t.Error(err)
		}
		_ = shell.Wait()
	}()
	began := time.Now()
	for i := range *increments {
		mdck(t, project, "loop", "block", fmt.Sprint("mdck ", i+1))
	}
	if _, blockers := counted(t, track); len(blockers) != *increments {
		t.Errorf("mdck counted to %d, want %d", len(blockers), *increments)
	}
	if each := time.Since(began) / time.Duration(*increments); each > time.Second {
		t.Errorf("an update took %v", each)
	}
}

func counted(t *testing.T, track string) (count int, blockers []string) {
	t.Helper()
	text := textOf(t, filepath.Join(track, "metadata.json"))
	var m struct {
		Count    int `json:"shell_count"`
		Blockers []struct{ Description string }
	}
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	for _, b := range m.Blockers {
		blockers = append(blockers, b.Description)
	}
	return m.Count, blockers
}

func checkUnlocked(t *testing.T, track string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(track, ".m*"))
	if err != nil || len(left) != 1 || filepath.Base(left[0]) != ".mdck" {
		t.Errorf("left %q, %v", left, err)
	}
	if _, err := os.Stat(filepath.Join(track, ".mdck", "txn")); err == nil {
		t.Error("the journal is left")
	}
}
