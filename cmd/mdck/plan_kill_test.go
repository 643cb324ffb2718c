package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// killed runs mdck and kills it after a while.
func killed(t *testing.T, r *rand.Rand, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("mdck", args...)
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Duration(r.IntN(40000)) * time.Microsecond)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// planIn makes a project with a plan of n checkpoints.
func planIn(t *testing.T, n int) (dir, file string) {
	t.Helper()
	dir = t.TempDir()
	file = filepath.Join(dir, ".planning", "phases", "01-a", "01-01-PLAN.md")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "---\nphase: 1\nplan: 01\nwave: 1\ndepends_on: []\nautonomous: true\n---\n\n<tasks>\n"
	for i := range n {
		text += fmt.Sprintf("<task type=\"checkpoint:human-verify\"><what-built>%d</what-built></task>\n", i+1)
	}
	if err := os.WriteFile(file, []byte(text+"</tasks>\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, file
}

// answersIn are the answers that are recorded, in their order.
func answersIn(t *testing.T, dir string) []string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, ".mdck", "answers.json"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Answers []struct{ Answer string } }
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatalf("%v in\n%s", err, raw)
	}
	var texts []string
	for _, a := range all.Answers {
		texts = append(texts, a.Answer)
	}
	return texts
}

// TestAnswerKilled holds that a command which is killed at any instant leaves the answers
// of before or those and its own, and that later ones lose nothing of either.
func TestAnswerKilled(t *testing.T) {
	dir, _ := planIn(t, 1)
	r := rand.New(rand.NewPCG(8, 8))
	last := 0
	for i := range 25 {
		before := answersIn(t, dir)
		text := fmt.Sprint("wrong ", i)
		killed(t, r, dir, "plan", "answer", "01-01:1", text)
		after := answersIn(t, dir)
		if got := strings.Join(after, "\n"); got != strings.Join(before, "\n") && got != strings.Join(append(before, text), "\n") {
			t.Fatalf("after %q the answers are %q", before, after)
		}
		last = len(after)
	}
	mdck(t, dir, "plan", "answer", "01-01:1", "approved")
	if all := answersIn(t, dir); len(all) != last+1 || all[last] != "approved" {
		t.Errorf("in the end the answers are %q", all)
	}
}

// TestAddKilled holds that a plan which checkpoints are added to is always whole: what
// it held, and what was added, one behind the other. A write that was decided is finished
// by the next command.
func TestAddKilled(t *testing.T) {
	dir, file := planIn(t, 0)
	r := rand.New(rand.NewPCG(9, 9))
	var last []string
	for i := range 25 {
		killed(t, r, dir, "plan", "add", "human-verify", "01-01", "--what-built", fmt.Sprint("part ", i), "--how-to-verify", "look")
		now := partsOf(t, file)
		if !strings.HasPrefix(strings.Join(now, "\n")+"\n", strings.Join(last, "\n")+"\n") && len(last) > 0 || len(now) > len(last)+2 {
			t.Fatalf("after %q the plan has %q", last, now)
		}
		last = now
	}
	mdck(t, dir, "plan", "add", "human-verify", "01-01", "--what-built", "part 99", "--how-to-verify", "look")
	if now := partsOf(t, file); len(now) < len(last)+1 || now[len(now)-1] != "part 99" {
		t.Errorf("in the end the plan has %q", now)
	}
	if _, err := os.Stat(filepath.Join(dir, ".mdck", "txn")); err == nil {
		t.Error("the journal is left")
	}
}

// partsOf are what the checkpoints of a plan are about; a plan that is not whole is an
// error.
func partsOf(t *testing.T, file string) []string {
	t.Helper()
	text := textOf(t, file)
	var parts []string
	for line := range strings.Lines(text) {
		if part, ok := strings.CutPrefix(strings.TrimSpace(line), "<what-built>"); ok {
			parts = append(parts, strings.TrimSuffix(part, "</what-built>"))
		}
	}
	n := strings.Count(text, "</task>\n")
	if n != len(parts) || !strings.HasPrefix(text, "---\nphase: 1\n") || !strings.HasSuffix(text, "</tasks>\n") || n > 0 != strings.Contains(text, "\nautonomous: false\n") {
		t.Fatalf("the plan is\n%s", text)
	}
	return parts
}

// TestAnswersAtOnce holds that twenty processes which answer and write at the same time
// lose nothing of each other.
func TestAnswersAtOnce(t *testing.T) {
	const n = 20
	dir, file := planIn(t, n)
	var all []*exec.Cmd
	for i := range n {
		args := []string{"plan", "answer", fmt.Sprintf("01-01:%d", i+1), "approved"}
		if i%4 == 0 {
			args = []string{"plan", "add", "human-verify", "01-01", "--what-built", fmt.Sprint("part ", i), "--how-to-verify", "look"}
		}
		cmd := exec.Command("mdck", args...)
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}
	for _, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%q: %v", cmd.Args, err)
		}
	}
	if got := len(answersIn(t, dir)); got != n-n/4 {
		t.Errorf("%d answers, want %d", got, n-n/4)
	}
	if got := strings.Count(textOf(t, file), "<what-built>part "); got != n/4 {
		t.Errorf("%d checkpoints were added, want %d", got, n/4)
	}
}
