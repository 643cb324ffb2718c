package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var beats = flag.Int("beats", 5, "heartbeats of each of thirty agents")

const agentsAtWork = 30

func agentID(i int) string {
	return "Secondary-" + string(rune('A'+i/26)) + strings.ToLower(string(rune('a'+i%26)))
}

func agentFile(epic, id string) string {
	return filepath.Join(epic, "agent_checkpoints", strings.ToLower(strings.ReplaceAll(id, "-", "_"))+".json")
}

func mdckIn(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "mdck", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func newEpic(t *testing.T, ids ...string) string {
	t.Helper()
	epic := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(epic, "feature_01"), 0o755),
		os.WriteFile(filepath.Join(epic, "feature_01", "STATUS"), []byte("STAGE: S2.P1\nSTATUS: none\nUPDATED: never\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if out, err := mdckIn(t.Context(), epic, "agents", "create", id, "--epic", ".", "--feature", "feature_01"); err != nil {
			t.Fatal(err, out)
		}
	}
	return epic
}

func completed(t *testing.T, file string) map[string]bool {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return nil
	}
	var c struct {
		Agent string   `json:"agent_id"`
		Done  []string `json:"completed_steps"`
	}
	if err := json.Unmarshal(raw, &c); err != nil || c.Agent == "" {
		t.Errorf("%s is torn: %v\n%s", filepath.Base(file), err, raw)
	}
	done := map[string]bool{}
	for _, step := range c.Done {
		if done[step] {
			t.Errorf("%s has %q twice", filepath.Base(file), step)
		}
		done[step] = true
	}
	return done
}

func TestThirtyAgents(t *testing.T) {
	t.Parallel()
	ids := []string{"Agent-Primary"}
	for i := range agentsAtWork {
		ids = append(ids, agentID(i))
	}
	epic := newEpic(t, ids...)
	reading, stop := context.WithCancel(t.Context())
	var readers, writers sync.WaitGroup
	readers.Go(func() { readAlong(t, reading, epic) })
	for i := range agentsAtWork {
		writers.Go(func() {
			for n := range *beats {
				id := agentID(i)
				if n%5 == 4 {
					id = "Agent-Primary"
				}
				if out, err := mdckIn(t.Context(), epic, "agents", "beat", id, "--wait", "5m", "--feature", "feature_01", "--done", fmt.Sprintf("agent %d, beat %d", i, n)); err != nil {
					t.Errorf("agent %d, beat %d: %v\n%s", i, n, err, out)
				}
			}
		})
	}
	writers.Wait()
	stop()
	readers.Wait()
	primary := completed(t, filepath.Join(epic, "agent_checkpoints", "primary.json"))
	for i := range agentsAtWork {
		own := completed(t, agentFile(epic, agentID(i)))
		for n := range *beats {
			step, in := fmt.Sprintf("agent %d, beat %d", i, n), own
			if n%5 == 4 {
				in = primary
			}
			if !in[step] {
				t.Errorf("%q is lost", step)
			}
		}
	}
	tidyEpic(t, epic, 10)
}

func readAlong(t *testing.T, ctx context.Context, epic string) {
	for ctx.Err() == nil {
		all, err := filepath.Glob(filepath.Join(epic, "agent_checkpoints", "*.json"))
		if err != nil || len(all) == 0 {
			t.Errorf("checkpoints are %v, %v", all, err)
			return
		}
		for _, file := range all {
			completed(t, file)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func tidyEpic(t *testing.T, epic string, maxBackups int) {
	t.Helper()
	count := map[string]int{}
	err := filepath.WalkDir(epic, func(name string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".tmp") || d != nil && d.Name() == "txn" {
			t.Errorf("%s is left over", name)
		}
		if filepath.Base(filepath.Dir(name)) == "backups" && filepath.Base(filepath.Dir(filepath.Dir(name))) == "agent_checkpoints" {
			stem, _, _ := strings.Cut(d.Name(), "_20")
			count[stem]++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for stem, n := range count {
		if n > maxBackups {
			t.Errorf("%s has %d backups, want at most %d", stem, n, maxBackups)
		}
	}
}

func TestKilledAgents(t *testing.T) {
	t.Parallel()
	epic := newEpic(t, "Secondary-A")
	file := agentFile(epic, "Secondary-A")
	r := rand.New(rand.NewPCG(7, 1))
	var answered []string
	killed := 0
	for n := range 40 {
		step := fmt.Sprintf("beat %d", n)
		cmd := exec.Command("mdck", "agents", "beat", "Secondary-A", "--done", step)
		cmd.Dir = epic
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if n%4 != 0 {
			time.Sleep(time.Duration(r.IntN(60)) * time.Millisecond)
			_ = cmd.Process.Kill()
		}
		switch err := cmd.Wait(); {
		case err == nil:
			answered = append(answered, step)
		case n%4 != 0:
			killed++
		default:
			t.Fatalf("beat %d: %v", n, err)
		}
		completed(t, file)
	}
	if killed == 0 {
		t.Error("no process was killed in time")
	}
	// mdck removes the temporary files of all checkpoints that it changes
	if out, err := mdckIn(t.Context(), epic, "agents", "beat", "Secondary-A", "--done", "the end", "--now", "2099-01-01T00:00:00Z"); err != nil {
		t.Fatal(err, out)
	}
	done := completed(t, file)
	for _, step := range answered {
		if !done[step] {
			t.Errorf("%q was answered and is lost", step)
		}
	}
	if out, err := mdckIn(t.Context(), epic, "agents", "list"); err != nil {
		t.Error(err, out)
	}
	tidyEpic(t, epic, 10)
}

func TestKilledTakeover(t *testing.T) {
	t.Parallel()
	const runs = 25
	r := rand.New(rand.NewPCG(7, 2))
	var took time.Duration // without a kill
	made := 0
	for n := range runs {
		epic := newEpic(t, "Secondary-A")
		cmd := exec.Command("mdck", "agents", "takeover", "Secondary-A", "--as", "Secondary-C", "--notes", "gone")
		cmd.Dir = epic
		began := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		switch n {
		case 0:
			if err := cmd.Wait(); err != nil {
				t.Fatal(err)
			}
			took = time.Since(began)
		case 1:
		default:
			time.Sleep(time.Duration(r.Int64N(int64(took))))
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if out, err := mdckIn(t.Context(), epic, "agents", "list"); err != nil { // finishes an interrupted write
			t.Fatal(err, out)
		}
		archives, _ := filepath.Glob(filepath.Join(epic, "agent_checkpoints", "*_crashed_*.json"))
		_, before := os.Stat(agentFile(epic, "Secondary-A"))
		_, after := os.Stat(agentFile(epic, "Secondary-C"))
		if old, heir := before == nil, after == nil; old == heir || heir != (len(archives) == 1) {
			t.Fatalf("checkpoint there: %t, of the heir: %t, archives: %q", old, heir, archives)
		}
		if after == nil {
			made++
		}
	}
	if made == 0 || made == runs {
		t.Errorf("%d takeovers were made, of %d: none was killed in time, or all", made, runs)
	}
}

func TestWatchEnds(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"2026-01-15T15:00:00Z": 0, "2026-01-15T16:01:00Z": 1} {
		t.Run(name, func(t *testing.T) {
			epic := newEpic(t, "Secondary-A")
			beat := func(step string) {
				if out, err := mdckIn(t.Context(), epic, "agents", "beat", "Secondary-A", "--epic", ".", "--step", step, "--now", "2026-01-15T15:00:00Z"); err != nil {
					t.Fatal(err, out)
				}
			}
			beat("first")
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel() // ends the command and its output
			cmd := exec.CommandContext(ctx, "sh", "-c", `trap "" HUP; exec mdck agents watch --now "$0"`, name)
			cmd.Dir = epic
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			readUntil(t, out, "first\n")
			if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
				t.Fatal(err)
			}
			beat("second")
			readUntil(t, out, "second\n")
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			err = cmd.Wait()
			exit, ended := errors.AsType[*exec.ExitError](err)
			if ended && exit.ExitCode() != status || !ended && (err != nil || status != 0) {
				t.Errorf("ended with %v, want status %d", err, status)
			}
		})
	}
}

func readUntil(t *testing.T, r interface{ Read([]byte) (int, error) }, text string) {
	t.Helper()
	var seen strings.Builder
	buffer := make([]byte, 1024)
	for !strings.Contains(seen.String(), text) {
		n, err := r.Read(buffer)
		if err != nil {
			t.Fatalf("want %q, found %q and %v", text, seen.String(), err)
		}
		seen.Write(buffer[:n])
	}
}

// TestInterruptedEscalation checks that a signal releases the lock of the protocol.
func TestInterruptedEscalation(t *testing.T) {
	t.Parallel()
	epic := newEpic(t, "Secondary-A")
	readme, lock := filepath.Join(epic, "EPIC_README.md"), filepath.Join(epic, ".epic_locks", "epic_readme.lock")
	text := "# Epic\n<!-- BEGIN SECONDARY-A PROGRESS -->\n<!-- END SECONDARY-A PROGRESS -->\n"
	for n, signal := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, os.Kill} {
		left := false
		for try := 0; try < 20 && !left; try++ { // a busy machine can be too slow
			if err := os.WriteFile(readme, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if inTime := interruptEscalation(t, epic, lock, signal); inTime && signal != os.Kill {
				break
			}
			_, err := os.Stat(lock)
			left = err == nil
		}
		if _, err := os.Stat(lock); (err == nil) != (signal == os.Kill) {
			t.Errorf("signal %d: the lock exists: %v", n, err)
		}
	}
	if out, err := mdckIn(t.Context(), epic, "agents", "escalate", "Secondary-A", "--force", "--now", "2026-01-15T15:06:00Z"); err != nil {
		t.Error(err, out)
	}
	if raw, _ := os.ReadFile(readme); !strings.Contains(string(raw), "Secondary-A: STALE") {
		t.Errorf("%s", raw)
	}
	if left, _ := filepath.Glob(filepath.Join(epic, ".epic_locks", "*")); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

func interruptEscalation(t *testing.T, epic, lock string, signal os.Signal) (inTime bool) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "mdck", "agents", "escalate", "Secondary-A", "--force", "--now", "2026-01-15T15:00:00Z")
	cmd.Dir = epic
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	for {
		select {
		case <-ended:
			return false
		case <-time.After(time.Millisecond):
		}
		if _, err := os.Stat(lock); err == nil {
			break
		}
	}
	_ = cmd.Process.Signal(signal)
	<-ended
	return true
}
