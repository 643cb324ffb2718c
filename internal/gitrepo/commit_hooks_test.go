package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSnapshotHooks(t *testing.T) {
	for name, c := range map[string]struct{ hook, text, detail string }{
		"silent":    {"pre-commit", "exit 1", ""},
		"says why":  {"pre-commit", "echo one; echo two >&2; echo three; echo four; exit 3", "two; three; four"},
		"colors":    {"pre-commit", `printf '\033[1;31mbad\033[0m\r\n50%%\r100%%\n\n\007\n'; exit 1`, "bad; 50%; 100%"},
		"message":   {"commit-msg", "echo 'no ticket in the subject'; exit 1", "no ticket in the subject"},
		"prepare":   {"prepare-commit-msg", "exit 9", ""},
		"much":      {"pre-commit", "yes 'a long line of output' | head -n 200000; echo last; exit 1", "a long line of output; a long line of output; last"},
		"no prompt": {"pre-commit", "exec 2>&1 </dev/tty || exit 5; read answer; exit 1", ""},
		"own stage": {"pre-commit", "echo hooked >b; git add b; exit 1", ""},
		"inner git": {"pre-commit", "git status --short >/dev/null; git no-such-command 2>/dev/null; echo inner; exit 1", "inner"},
	} {
		t.Run(name, func(t *testing.T) {
			w := messy(t)
			w.hook(c.hook, c.text)
			if name == "own stage" { // the index must stay
				staged := w.git("ls-files", "--stage")
				_, err := w.open().CommitFiles(t.Context(), []string{"a"}, "x")
				if e, ok := errors.AsType[*CommitError](err); !ok || e.Reason != HookRefused || w.git("ls-files", "--stage") != staged {
					t.Errorf("got %v", err)
				}
				return
			}
			e := w.refused(HookRefused, "a", "b")
			if e.Detail != c.detail && name != "no prompt" || e.Skipped() {
				t.Errorf("got %q, want %q", e.Detail, c.detail)
			}
		})
	}
}

func TestHooksRunAsUsual(t *testing.T) {
	w := messy(t)
	t.Setenv("LC_ALL", "de_DE.UTF-8")
	w.hook("pre-commit", `git diff --cached --name-only >"$PWD/.git/seen"; echo "$LC_ALL/$GIT_TERMINAL_PROMPT/$GIT_LITERAL_PATHSPECS/$GIT_CONFIG_PARAMETERS/$GIT_OPTIONAL_LOCKS" >>"$PWD/.git/seen"; git diff --cached --name-only -- '*a' >>"$PWD/.git/seen"`)
	w.hook("post-commit", `echo post >>"$PWD/.git/seen"`)
	w.snapshot([]string{"a", "b"}, "a", "b")
	if got, want := string(must[[]byte](t)(os.ReadFile(w.path(".git/seen")))), "a\nb\nde_DE.UTF-8////\na\npost\n"; got != want {
		t.Errorf("the hooks saw %q, want %q", got, want)
	}
}

func TestSnapshotOfRepositoryApart(t *testing.T) {
	w := messy(t)
	apart := filepath.Join(t.TempDir(), "apart.git")
	if err := os.Rename(w.path(".git"), apart); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_DIR", apart)
	t.Setenv("GIT_WORK_TREE", w.dir)
	t.Chdir(w.dir)
	w.git("config", "core.hooksPath", filepath.Dir(w.script("pre-commit", "echo elsewhere; test ! -e .git/no")))
	w.snapshot([]string{"a"}, "a")
	w.write(".git/no", "")
	_, err := w.open().CommitFiles(t.Context(), []string{"b"}, "x")
	if e, ok := errors.AsType[*CommitError](err); !ok || e.Reason != HookRefused || e.Detail != "elsewhere" {
		t.Errorf("got %v", err)
	}
}

func TestHookThatStages(t *testing.T) {
	w := messy(t)
	w.hook("pre-commit", "echo formatted >a; echo generated >n; echo 'by hook' >b; git add a n b")
	before := w.scene("a", "b", "n")
	commit := must[Commit](t)(w.open().CommitFiles(t.Context(), []string{"a"}, "x"))
	sameList(t, commit.Files, "a", "b", "n")
	if got := w.git("show", "HEAD:a"); got != "formatted\n" {
		t.Errorf("the commit has %q", got)
	}
	if got := w.git("status", "--porcelain", "--", "a", "n"); got != "" {
		t.Errorf("status is %q", got)
	}
	if got := w.git("show", ":b"); got != "second b\n" {
		t.Errorf("the user had staged b, and the index has %q", got)
	}
	for _, name := range []string{"a", "b", "n"} {
		before.files[w.path(name)] = w.scene().files[w.path(name)]
	}
	w.unchanged(before, "a", "b", "n")
}

func TestHookThatUnstages(t *testing.T) {
	w := messy(t)
	w.hook("pre-commit", "git reset --quiet -- a")
	commit := must[Commit](t)(w.open().CommitFiles(t.Context(), []string{"a"}, "x"))
	if len(commit.Files) > 0 || !strings.HasPrefix(commit.Note, "the commit is empty") {
		t.Errorf("got %+v", commit)
	}
}

func TestHookAfterTheCommit(t *testing.T) {
	w := messy(t)
	w.hook("post-commit", "echo bad; exit 4") // git ignores this exit status
	before := w.scene("a")
	commit := must[Commit](t)(w.open().CommitFiles(t.Context(), []string{"a"}, "x"))
	if commit.Note != "" || commit.Hash != w.head() {
		t.Errorf("got %+v", commit)
	}
	w.unchanged(before, "a")
}

func (w work) started(name string) {
	for range 2000 {
		if text, err := os.ReadFile(w.path(name)); err == nil && strings.HasSuffix(string(text), "\n") {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	w.t.Errorf("%s is missing", name)
}

func TestHookThatHangs(t *testing.T) {
	for name, text := range map[string]string{
		"waits":            "echo $$ >.git/up; exec sleep 600",
		"waits for others": "sh -c 'echo $$ >.git/up; exec sleep 600' & wait",
		"does not listen":  "trap '' TERM INT HUP; echo $$ >.git/up; while :; do sleep 600; done",
	} {
		t.Run(name, func(t *testing.T) {
			w := messy(t)
			w.hook("pre-commit", text)
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				w.started(".git/up")
				cancel()
			}()
			e := w.refusedIn(ctx, Stopped, "a")
			if e.Detail != "" || !errors.Is(e, context.Canceled) {
				t.Errorf("got %q", e)
			}
			pid := strings.TrimSpace(string(must[[]byte](t)(os.ReadFile(w.path(".git/up")))))
			w.gone(pid)
		})
	}
}

// TestGitIsKilled checks that the locks of a killed git are removed.
func TestGitIsKilled(t *testing.T) {
	w := messy(t)
	w.hook("pre-commit", "kill -9 $PPID")
	if e := w.refused(Failed, "a"); e.Detail != "signal: killed" {
		t.Errorf("got %q", e)
	}
	w.write(".git/hooks/pre-commit", "#!/bin/sh\n")
	w.snapshot([]string{"a"}, "a")
}

func (w work) gone(pid string) {
	for range 400 {
		state, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || strings.Contains(string(state), ") Z ") {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	w.t.Errorf("process %s still runs", pid)
}

func TestTimeIsUp(t *testing.T) {
	w := messy(t)
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(1, 0))
	defer cancel()
	e := w.refusedIn(ctx, Stopped, "a")
	if !errors.Is(e, context.DeadlineExceeded) {
		t.Errorf("got %v", e)
	}
}

func TestHangAfterTheCommit(t *testing.T) {
	w := messy(t)
	w.hook("post-commit", "echo $$ >.git/up; exec sleep 600")
	before := w.scene("a")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		w.started(".git/up")
		cancel()
	}()
	commit := must[Commit](t)(w.open().CommitFiles(ctx, []string{"a"}, "x"))
	sameList(t, commit.Files, "a")
	if commit.Hash != w.head() || commit.Note != "git was stopped or failed after the commit" {
		t.Errorf("got %+v", commit)
	}
	w.unchanged(before, "a")
}

func TestHookLeavesADaemon(t *testing.T) {
	w := messy(t)
	w.hook("pre-commit", "sleep 600 & echo $! >.git/up")
	w.snapshot([]string{"a"}, "a")
	pid := strings.TrimSpace(string(must[[]byte](t)(os.ReadFile(w.path(".git/up")))))
	if _, err := os.Stat("/proc/self"); err == nil {
		if _, err := os.Stat("/proc/" + pid); err != nil {
			t.Error("it was stopped")
		}
	}
	var n int
	if _, err := fmt.Sscan(pid, &n); err == nil && n > 1 {
		if p, err := os.FindProcess(n); err == nil {
			p.Kill()
		}
	}
}
