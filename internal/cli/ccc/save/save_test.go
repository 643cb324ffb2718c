package save

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"mdck/internal/linear"
	"mdck/mdcheckpoint/ccc"
)

func TestIndependent(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the hook is a shell script")
	}
	name := func(fails bool) string { return map[bool]string{true: "failed", false: "done"}[fails] }
	for set := range 8 {
		noFile, noHook, noNet := set&1 != 0, set&2 != 0, set&4 != 0
		t.Run(fmt.Sprint(set), func(t *testing.T) {
			p := newProject(t, map[string]string{ccc.StateFile: state})
			p.commit()
			server := newFake(t)
			o := p.options()
			o.Files, o.Key, o.URL = []string{"a.go"}, testKey, server.url
			if noFile {
				p.write(ccc.ProgressFile+"/x", "")
			}
			if noHook {
				p.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 1\n")
				os.Chmod(p.path(".git/hooks/pre-commit"), 0o755)
			}
			if noNet {
				o.URL = "http://127.0.0.1:1"
			}
			r := Run(t.Context(), o)
			want := strings.Join([]string{name(noFile), name(noHook), name(noNet), name(noFile)}, " ")
			if got := outcomes(r); got != want {
				t.Errorf("steps are %s, want %s\n%s", got, want, r.Text())
			}
			status := 0
			if noHook || noNet {
				status = 1
			}
			if noFile {
				status = 2
			}
			if r.Status() != status {
				t.Errorf("status %d, want %d", r.Status(), status)
			}
			if r.Prompt == "" || r.Issue != "CIA-12" || (r.Commit != nil) == noHook || (r.Comment != nil) == noNet {
				t.Errorf("report is %+v", r)
			}
		})
	}
}

func TestText(t *testing.T) {
	hostile := "a\nb\r\x1b[2Jc\u202ed\xff"
	for outcome, want := range map[Outcome]string{
		Done:    "Checkpoint complete: 1/1 steps succeeded.\n",
		Skipped: "Checkpoint complete: 0 done, 1 skipped.\nSkipped: Git snapshot (a b \\x1b[2Jc\\u202ed\\xff)\n",
		Failed:  "Checkpoint complete: 0/1 steps succeeded.\nFailed: Git snapshot (a b \\x1b[2Jc\\u202ed\\xff) — nothing holds.\n",
	} {
		s := Step{Name: GitStep, Outcome: outcome, Cause: hostile, Consequence: "nothing holds."}
		s.tidy()
		r := &Report{Steps: []Step{s}}
		if got := r.Text(); got != want {
			t.Errorf("%s is\n%q, want\n%q", outcome, got, want)
		}
	}
}

func TestAutomated(t *testing.T) {
	p := newProject(t, map[string]string{ccc.StateFile: `{"activeTaskFiles": ["a.go"], "awaitingGate": 2, "linearIssue": "CIA-12"}`})
	p.commit()
	before := p.git("rev-parse", "HEAD") + p.git("status", "--porcelain", "a.go")
	server := newFake(t)
	o := p.options()
	o.Profile, o.Key, o.URL = Automated, testKey, server.url
	r := Run(t.Context(), o)
	if outcomes(r) != "done done" || r.Text() != "Checkpoint complete: 2/2 steps succeeded.\n" || r.Prompt != "" {
		t.Errorf("report is %+v", r)
	}
	if after := p.git("rev-parse", "HEAD") + p.git("status", "--porcelain", "a.go"); after != before {
		t.Errorf("repository is %s, want %s", after, before)
	}
	if body := server.only(t); !strings.Contains(body, "**Status:** Blocked\n") {
		t.Errorf("at a gate the comment is\n%s", body)
	}
}

// TestInterrupted checks that a cancelled context stops only the current step.
func TestInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the hook is a shell script")
	}
	p := newProject(t, map[string]string{ccc.StateFile: state})
	p.commit()
	p.write("staged.go", "package staged\n")
	p.git("add", "staged.go")
	p.write(".git/hooks/pre-commit", "#!/bin/sh\ntouch .git/started\nsleep 60\n")
	os.Chmod(p.path(".git/hooks/pre-commit"), 0o755)
	gitState := func() string {
		return p.git("diff", "--cached") + p.git("status", "--porcelain", "a.go", "staged.go") + p.git("rev-parse", "HEAD")
	}
	before := gitState()
	o := p.options()
	o.Files, o.Key, o.URL = []string{"a.go"}, testKey, "http://127.0.0.1:1"
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for !exists(p.path(".git/started")) && ctx.Err() == nil {
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
	}()
	r := Run(ctx, o)
	if outcomes(r) != "done failed failed done" || !strings.Contains(r.Text(), "Failed: Linear update (it was interrupted)") {
		t.Errorf("steps are %s\n%s", outcomes(r), r.Text())
	}
	if after := gitState(); after != before {
		t.Errorf("repository is\n%s, want\n%s", after, before)
	}
	if r := Run(ctx, o); outcomes(r) != "done failed failed done" {
		t.Errorf("after the end, steps are %s\n%s", outcomes(r), r.Text())
	}
}

func TestPromptKept(t *testing.T) {
	p := newProject(t, map[string]string{ccc.StateFile: state})
	prompt := func(o Options) string {
		r := Run(t.Context(), o)
		if outcomes(r) != "done skipped skipped done" {
			t.Fatalf("steps are %s\n%s", outcomes(r), r.Text())
		}
		return r.Prompt
	}
	if got := prompt(p.options()); !strings.Contains(got, "task 2 of 7") {
		t.Errorf("prompt is %q", got)
	}
	p.write(ccc.StateFile, strings.Replace(state, `"taskIndex": 1`, `"taskIndex": 2`, 1))
	if got := prompt(p.options()); !strings.Contains(got, "task 3 of 7") {
		t.Errorf("prompt is %q", got)
	}
	mine := strings.Replace(p.read(ccc.ProgressFile), "Resume CIA-12.", "Resume CIA-12 with care.", 1)
	p.write(ccc.ProgressFile, mine)
	p.write(ccc.StateFile, state)
	if got := prompt(p.options()); !strings.Contains(got, "with care. Current task: task 3 of 7") {
		t.Errorf("prompt is %q", got)
	}
	o := p.options()
	o.Compose = true
	if got := prompt(o); strings.Contains(got, "with care") || !strings.Contains(got, "task 2 of 7") {
		t.Errorf("prompt is %q", got)
	}
}

func TestKeyHidden(t *testing.T) {
	for key, want := range map[string]string{"1234567": "x 1234567", "12345678": "x [key]"} {
		r := &run{Options: Options{Key: linear.Key(key)}, report: &Report{}}
		s := &Step{Detail: "x " + key}
		if r.hideKey(s); s.Detail != want {
			t.Errorf("with the key %s it is %q", key, s.Detail)
		}
	}
}
