package change

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"mdck/internal/lock"
	"mdck/mdcheckpoint/agents"
)

func TestWaitingIsCalled(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme, agents.EpicLock: lockText("x", agentsNow)})
	told := ""
	e.Store.Wait = 20 * time.Second
	e.Store.Waiting = func(what string) {
		told = what
		must(t, os.Remove(filepath.Join(e.Root, filepath.FromSlash(agents.EpicLock))))
	}
	_, err := e.do(escalate("me"))
	if err != nil || !strings.Contains(told, "Secondary-B") {
		t.Errorf("Waiting got %q, and the wait ended with %v", told, err)
	}
}

func TestEndsAfterWait(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("nobody sends signals")
	}
	const child = "MDCK_TEST_WAITS"
	if os.Getenv(child) != "" {
		e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme, agents.EpicLock: lockText("x", agentsNow)})
		e.Store.Wait = pause / 2
		_, err := e.do(escalate("me"))
		if _, locked := errors.AsType[*lock.LockedError](err); !locked {
			t.Fatal(err)
		}
		self, err := os.FindProcess(os.Getpid())
		must(t, errors.Join(err, self.Signal(syscall.SIGTERM)))
		time.Sleep(20 * time.Second)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestEndsAfterWait$")
	cmd.Env = append(os.Environ(), child+"=1", "TMPDIR="+t.TempDir()) // the killed child cannot remove its files
	if out, err := cmd.CombinedOutput(); err == nil || cmd.ProcessState.Exited() {
		t.Errorf("the signal did not end it: %v\n%s", err, out)
	}
}
