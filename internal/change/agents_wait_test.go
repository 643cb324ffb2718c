package change

import (
	"errors"
	"fmt"
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
	"mdck/mdcheckpoint/claim"
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

func TestRescuedBeforeWait(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme, agents.EpicLock: lockText("x", agentsNow)})
	leftover := fmt.Sprintf(".mdck-%.8s-0123456789abcdef.out", claim.Hash([]byte(".")))
	must(t, os.WriteFile(filepath.Join(e.Root, leftover), []byte("saved by an editor"), 0o600))
	journal := `{"files":[],"ledger":[],"ledger_size":0}`
	must(t, errors.Join(os.Mkdir(filepath.Join(e.Root, ".mdck"), 0o700),
		os.WriteFile(filepath.Join(e.Root, ".mdck/txn"), []byte("mdck txn 2 "+claim.Hash([]byte(journal))+"\n"+journal), 0o600)))
	e.Store.Wait = 20 * time.Second
	e.Store.Waiting = func(string) { must(t, os.Remove(filepath.Join(e.Root, filepath.FromSlash(agents.EpicLock)))) }
	made, err := e.do(escalate("me"))
	if err != nil || !made.Recovered || len(made.Rescued) != 1 {
		t.Errorf("%+v, %v; want what the first try recovered and rescued", made.Found, err)
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
