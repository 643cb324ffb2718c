//go:build unix

package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/gofrs/flock"
)

type held struct {
	kill
	line string
	lock string
}

var waits = [...]held{
	{kill{from: "demo"}, "stamp", room + ".mdck/lock"},
	{kill{before: tasks}, "ccc done 'task 1'", ".mdck/lock"},
	{kill{before: tasks}, "ccc save --skip-git", ".mdck/lock"},
	{kill{from: "demo", edit: typo}, "fmt --write", room + ".mdck/lock"},
	{kill{before: beat}, "agents beat Secondary-A", ".mdck/lock"},
	{kill{from: "agents_warn"}, "agents escalate Secondary-A", ".mdck/lock"},
	{kill{from: "agents_warn"}, "agents escalate Secondary-A", ".epic_locks/epic_readme.lock"},
	{kill{from: "loop_concurrent"}, "loop block b", "conductor/tracks/t/.mdck/lock"},
	{kill{from: "loop_concurrent"}, "loop block b", "conductor/tracks/t/.metadata.lock/"},
	{kill{from: "plan_concurrent"}, "plan answer 01-01:1 approved", ".mdck/lock"},
	{kill{from: "plan_sync", edit: []change{{".planning/STATE.md", "Phase: 2 of", "Phase: 1 of"}}}, "plan sync --from front", ".planning/STATE.md.lock"},
	{kill{from: "threshold_check"}, "plan reset", ".mdck/lock"},
}

func TestWaiting(t *testing.T) {
	for _, h := range waits {
		for sig, name := range map[syscall.Signal]string{syscall.SIGINT: "interrupt", syscall.SIGTERM: "terminated"} {
			t.Run(h.line+" "+h.lock+" "+name, func(t *testing.T) {
				t.Parallel()
				v := &victim{T: t, kill: &h.kill, dir: t.TempDir()}
				h.make(t, v.dir)
				for _, line := range h.before {
					run(t, v.dir, line)
				}
				h.take(t, v.dir)
				before := v.snapshot()
				cmd := mdckLine(v.dir, h.line, "")
				talk, err := cmd.StderrPipe()
				must(t, err)
				must(t, cmd.Start())
				said := bufio.NewReader(talk)
				if line, err := said.ReadString('\n'); !strings.HasPrefix(line, "mdck: waiting for the lock ") || !strings.Contains(line, ", held by ") {
					t.Errorf("printed %q, %v", line, err)
				}
				must(t, cmd.Process.Signal(sig))
				rest, _ := io.ReadAll(said)
				exit, _ := errors.AsType[*exec.ExitError](cmd.Wait())
				if status, ok := exit.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != sig {
					t.Errorf("it ended with %v", exit)
				}
				if !strings.HasPrefix(string(rest), "mdck: "+name+" while waiting for the lock ") || strings.Count(string(rest), "\n") != 1 {
					t.Errorf("printed %q", rest)
				}
				if d := v.snapshot().differs(before); d != "" {
					t.Errorf("something is changed: %s", d)
				}
			})
		}
	}
}

func (h *held) take(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(h.lock))
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	switch {
	case strings.HasSuffix(h.lock, "/"):
		must(t, os.MkdirAll(path, 0o755))
	case strings.HasSuffix(h.lock, ".mdck/lock"):
		lock := flock.New(path)
		ok, err := lock.TryLock()
		if must(t, err); !ok {
			t.Fatal("the lock is taken")
		}
		t.Cleanup(func() { _ = lock.Close() })
	default:
		must(t, os.WriteFile(path, []byte("4711"), 0o644))
	}
}
