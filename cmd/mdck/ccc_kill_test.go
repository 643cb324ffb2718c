package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSessionKilled holds that a command which is killed at any instant leaves the
// old file or the new one, whole, and that later ones lose nothing of either.
func TestSessionKilled(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, ".ccc-progress.md")
	t.Setenv("CCC_PROJECT_ROOT", dir)
	t.Setenv("SDD_PROGRESS_FILE", "")
	t.Setenv("SDD_STATE_FILE", "")
	mdck(t, dir, "ccc", "next", "task 0")
	base, _ := withoutTasks(textOf(t, file))
	r := rand.New(rand.NewPCG(9, 9))
	last := []string{"task 0"}
	for i := range 40 {
		cmd := exec.Command("mdck", "ccc", "next", fmt.Sprint("task ", i+1))
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.IntN(40000)) * time.Microsecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		rest, tasks := withoutTasks(textOf(t, file))
		if rest != base || !strings.HasPrefix(strings.Join(tasks, "\n")+"\n", strings.Join(last, "\n")+"\n") {
			t.Fatalf("after %q were there, the file is\n%s", last, textOf(t, file))
		}
		last = tasks
	}
	mdck(t, dir, "ccc", "next", "the end")
	rest, tasks := withoutTasks(textOf(t, file))
	if rest != strings.Replace(base, "## Remaining Tasks\n", "## Remaining Tasks\n- the end\n", 1) || len(tasks) < len(last) {
		t.Errorf("in the end the file is\n%s", textOf(t, file))
	}
	if _, err := os.Stat(filepath.Join(dir, ".mdck", "txn")); err == nil {
		t.Error("the journal is left")
	}
}

// withoutTasks is text without the lines of tasks, and these tasks.
func withoutTasks(text string) (rest string, tasks []string) {
	for line := range strings.Lines(text) {
		if task, ok := strings.CutPrefix(line, "- task "); ok {
			tasks = append(tasks, "task "+strings.TrimSpace(task))
			continue
		}
		rest += line
	}
	return rest, tasks
}

func mdck(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("mdck", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("mdck %q: %v\n%s", args, err, out)
	}
}

func textOf(t *testing.T, file string) string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
