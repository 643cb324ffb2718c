package change

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mdck/internal/lock"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/protocol"
)

func lockText(id string, at time.Time) string {
	return agents.NewLock("Secondary-B", id, "update", protocol.LockOwner{Since: at})
}

func escalate(id string) func(*agents.Draft) {
	return func(d *agents.Draft) {
		d.Escalate("secondary_a.json", id, true)
	}
}

func TestEpicLock(t *testing.T) {
	for name, c := range map[string]struct {
		held string
		done bool
	}{
		"free":          {"", true},
		"held":          {lockText("x", agentsNow), false},
		"nearly over":   {lockText("x", agentsNow.Add(time.Minute-agents.LockLasts)), false},
		"expired":       {lockText("x", agentsNow.Add(-agents.LockLasts)), true},
		"empty":         {" ", false},
		"without times": {`{"holder": "x"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme})
			e.Store.Wait = -1
			if c.done {
				e.Store.Wait = time.Second
			}
			if c.held != "" {
				e.set(t, agents.EpicLock, c.held)
			}
			_, err := e.do(func(d *agents.Draft) {
				escalate("me")(d)
				if text := e.text(t, agents.EpicLock); c.done && (!strings.Contains(text, `"holder_id": "me"`) || !strings.HasPrefix(agents.ParseLock(text).Name, "Agent-Primary for")) {
					t.Errorf("the lock is %q", text)
				}
			})
			locked, ok := errors.AsType[*lock.LockedError](err)
			switch text := e.text(t, agents.EpicLock); {
			case c.done && (err != nil || text != ""):
				t.Errorf("got %v, and the lock is %q", err, text)
			case !c.done && (!ok || locked.Holder == "" || text != c.held || e.text(t, agents.EpicFile) != readme):
				t.Errorf("got %v, and the lock is %q", err, text)
			}
			if names := e.list(t, agents.LockDir); len(names) > 1 || c.done && len(names) > 0 {
				t.Errorf("left over: %q", names)
			}
		})
	}
}

// TestEpicLockOld checks that a lock without a time expires by its file time.
func TestEpicLockOld(t *testing.T) {
	for _, text := range []string{"", "pid 7", `{"holder": "x"}`} {
		for age, want := range map[time.Duration]bool{agents.LockLasts - time.Second: false, agents.LockLasts: true} {
			e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme, agents.EpicLock: text})
			e.Store.Wait = -1
			at := agentsNow.Add(-age)
			must(t, os.Chtimes(filepath.Join(e.Root, filepath.FromSlash(agents.EpicLock)), at, at))
			_, err := e.do(escalate("me"))
			_, locked := errors.AsType[*lock.LockedError](err)
			if (err == nil) != want || locked == want {
				t.Errorf("%q, %v old: %v", text, age, err)
			}
		}
	}
}

func TestEscalateLetsBeat(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme, agents.EpicLock: lockText("x", agentsNow)})
	e.Store.Wait = time.Minute
	var waiting sync.WaitGroup
	waiting.Go(func() {
		if _, err := e.do(escalate("me")); err != nil {
			t.Error(err)
		}
	})
	time.Sleep(2 * pause)
	beats := agentsAt(e.Root)
	beats.Store.Wait = 5 * time.Second
	for range 3 {
		if _, err := beats.do(beat("two")); err != nil {
			t.Error(err)
		}
	}
	path := filepath.Join(e.Root, filepath.FromSlash(agents.EpicLock))
	if _, err := os.Stat(path); err != nil || e.text(t, agents.EpicFile) != readme {
		t.Errorf("the lock of the other agent is missing, or the write did not wait for it: %v", err)
	}
	must(t, os.Remove(path))
	waiting.Wait()
	if e.text(t, agents.EpicFile) == readme {
		t.Error("nothing was written")
	}
}

func TestEscalateBesideWrite(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme})
	other := agentsAt(e.Root)
	other.Store.Wait = -1
	_, err := e.do(func(*agents.Draft) {
		_, err := other.do(escalate("me"))
		if locked, ok := errors.AsType[*lock.LockedError](err); !ok || filepath.Base(locked.Path) != "lock" || locked.Stale != 0 {
			t.Errorf("got %v", err)
		}
	})
	must(t, err)
}

func TestEpicLockNotMade(t *testing.T) {
	for _, text := range []string{"", "# Epic\n<!-- BEGIN SECONDARY-A PROGRESS -->\n"} {
		e := epicWith(t, map[string]string{file: agentSample})
		if text != "" {
			e.set(t, agents.EpicFile, text)
		}
		if _, err := e.do(escalate("me")); err == nil {
			t.Error("written")
		}
		if _, err := os.Stat(filepath.Join(e.Root, agents.LockDir)); err == nil {
			t.Errorf("a folder of locks beside a README of %q", text)
		}
	}
}

// TestEpicLockLost checks that a write fails if a script overwrites its lock.
func TestEpicLockLost(t *testing.T) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt) // not in the synctest bubble
	signal.Stop(signals)
	synctest.Test(t, func(t *testing.T) {
		e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme})
		e.Store.Wait = -1
		theirs := lockText("x", agentsNow)
		go func() {
			for e.text(t, agents.EpicLock) == "" {
				time.Sleep(time.Millisecond)
			}
			e.set(t, agents.EpicLock, theirs)
		}()
		_, err := e.do(escalate("me"))
		if _, ok := errors.AsType[*lock.LockedError](err); !ok || e.text(t, agents.EpicLock) != theirs || e.text(t, agents.EpicFile) != readme {
			t.Errorf("got %v, and the lock is %q", err, e.text(t, agents.EpicLock))
		}
	})
}

func TestEpicLockNoFile(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme})
	must(t, os.MkdirAll(filepath.Join(e.Root, agents.EpicLock), 0o755))
	_, err := e.do(escalate("me"))
	if err == nil || !strings.Contains(err.Error(), "is not a file") || e.text(t, agents.EpicFile) != readme {
		t.Errorf("got %v", err)
	}
}

func TestEpicLockExpired(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme})
	theirs := lockText("x", agentsNow)
	_, err := e.do(func(d *agents.Draft) {
		escalate("me")(d)
		e.set(t, agents.EpicLock, theirs)
	})
	if err != nil || e.text(t, agents.EpicLock) != theirs {
		t.Errorf("got %v, and the lock is %q", err, e.text(t, agents.EpicLock))
	}
}

func TestEpicLockLeft(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	must(t, ended.Run())
	dead := lock.Self()
	dead.PID = ended.Process.Pid
	elsewhere := dead
	elsewhere.Host = "elsewhere"
	for id, want := range map[lock.Owner]bool{dead: true, elsewhere: false, lock.Self(): false} {
		e := epicWith(t, map[string]string{file: agentSample, agents.EpicFile: readme})
		e.Store.Wait = -1
		self := protocol.LockOwner{PID: id.PID, Host: id.Host, Space: id.Space, Since: agentsNow}
		e.set(t, agents.EpicLock, agents.NewLock("Agent-Primary", "x", "update", self))
		_, err := e.do(escalate("me"))
		if _, locked := errors.AsType[*lock.LockedError](err); (err == nil) != want || locked == want {
			t.Errorf("%v: %v", id, err)
		}
	}
}
