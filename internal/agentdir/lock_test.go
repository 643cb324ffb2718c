package agentdir

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mdck/internal/process"
	"mdck/mdcheckpoint/agents"
)

// lockText is a lock that somebody takes at a time.
func lockText(t *testing.T, id string, at time.Time) string {
	t.Helper()
	text, err := agents.NewLock("Secondary-B", id, "update", "", at)
	must(t, err)
	return text
}

func escalate(id string) func(*Draft) error {
	return func(d *Draft) error {
		return d.Escalate(context.Background(), Escalation{Name: "secondary_a.json", Session: id, Force: true})
	}
}

// TestEpicLock holds that the protocol's lock is held while the file is written and
// gone afterwards, that one of another is left alone, and that an expired one is
// taken.
func TestEpicLock(t *testing.T) {
	for name, c := range map[string]struct {
		lock string
		done bool
	}{
		"free":          {"", true},
		"held":          {lockText(t, "x", now), false},
		"nearly over":   {lockText(t, "x", now.Add(time.Minute-agents.LockLasts)), false},
		"expired":       {lockText(t, "x", now.Add(-agents.LockLasts)), true},
		"empty":         {" ", false},
		"without times": {`{"holder": "x"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			e := epicWith(t, map[string]string{file: sample, agents.EpicFile: readme})
			e.Wait = -1
			if c.done {
				e.Wait = time.Second
			}
			if c.lock != "" {
				e.set(t, agents.EpicLock, c.lock)
			}
			_, err := e.Do(job(), func(d *Draft) error {
				err := escalate("me")(d)
				if held, parsed := agents.ParseLock("", e.text(t, agents.EpicLock)); err == nil && (parsed != nil || !strings.Contains(held.Doc.File.Text, `"holder_id": "me"`) || held.Holder() != "Agent-Primary") {
					t.Errorf("the lock is %q", e.text(t, agents.EpicLock))
				}
				return err
			})
			locked, ok := errors.AsType[*EpicLockedError](err)
			switch text := e.text(t, agents.EpicLock); {
			case c.done && (err != nil || text != ""):
				t.Errorf("got %v, and the lock is %q", err, text)
			case !c.done && (!ok || locked.Holder == "" || text != c.lock || e.text(t, agents.EpicFile) != readme):
				t.Errorf("got %v, and the lock is %q", err, text)
			}
			if names, _ := e.list(agents.LockDir); len(names) > 1 || c.done && len(names) > 0 {
				t.Errorf("left over: %q", names)
			}
		})
	}
}

// TestEpicLockOld holds that a lock whose text tells no time expires by that of its
// file.
func TestEpicLockOld(t *testing.T) {
	for _, text := range []string{"", "pid 7", `{"holder": "x"}`} {
		for age, want := range map[time.Duration]bool{agents.LockLasts - time.Second: false, agents.LockLasts: true} {
			e := epicWith(t, map[string]string{file: sample, agents.EpicFile: readme, agents.EpicLock: text})
			e.Wait = -1
			at := now.Add(-age)
			must(t, os.Chtimes(filepath.Join(e.Root, filepath.FromSlash(agents.EpicLock)), at, at))
			_, err := e.Do(job(), escalate("me"))
			_, locked := errors.AsType[*EpicLockedError](err)
			if (err == nil) != want || locked == want {
				t.Errorf("%q, %v old: %v", text, age, err)
			}
		}
	}
}

// TestEscalateLetsBeat holds that who waits for the protocol's lock does not hold ours
// meanwhile.
func TestEscalateLetsBeat(t *testing.T) {
	e := epicWith(t, map[string]string{file: sample, agents.EpicFile: readme, agents.EpicLock: lockText(t, "x", now)})
	ctx, cancel := context.WithCancel(context.Background())
	var waiting sync.WaitGroup
	waiting.Go(func() {
		_, err := e.DoWaiting(ctx, job(), func(d *Draft) error {
			return d.Escalate(ctx, Escalation{Name: "secondary_a.json", Session: "me", Force: true})
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the wait ended with %v", err)
		}
	})
	time.Sleep(2 * pause)
	beats := Epic{Root: e.Root, Wait: 5 * time.Second}
	for range 3 {
		if _, err := beats.Do(job(), beat("two")); err != nil {
			t.Error(err)
		}
	}
	cancel()
	waiting.Wait()
	if _, err := os.Stat(filepath.Join(e.Root, agents.LockDir, "epic_readme.lock")); err != nil {
		t.Error("the lock of the other is gone")
	}
}

// TestEpicLockNotMade holds that no lock is made, nor its folder, where nothing can be
// written.
func TestEpicLockNotMade(t *testing.T) {
	for _, text := range []string{"", "# Epic\n"} {
		e := epicWith(t, map[string]string{file: sample})
		if text != "" {
			e.set(t, agents.EpicFile, text)
		}
		if _, err := e.Do(job(), escalate("me")); err == nil {
			t.Error("written")
		}
		if _, err := os.Stat(filepath.Join(e.Root, agents.LockDir)); err == nil {
			t.Errorf("a folder of locks beside a README of %q", text)
		}
	}
}

// settling is a context that runs a function when somebody begins to wait for its end, as
// one does who has taken the lock and looks again after a while.
type settling struct {
	context.Context
	during func()
}

func (s settling) Done() <-chan struct{} {
	s.during()
	return s.Context.Done()
}

// TestEpicLockLost holds that a script which writes its lock without looking is
// seen, and that its lock stays.
func TestEpicLockLost(t *testing.T) {
	e := epicWith(t, map[string]string{file: sample, agents.EpicFile: readme})
	e.Wait = -1
	theirs := lockText(t, "x", now)
	ctx := settling{t.Context(), func() { e.set(t, agents.EpicLock, theirs) }}
	_, err := e.Do(job(), func(d *Draft) error {
		return d.Escalate(ctx, Escalation{Name: "secondary_a.json", Session: "me", Force: true})
	})
	if _, ok := errors.AsType[*EpicLockedError](err); !ok || e.text(t, agents.EpicLock) != theirs || e.text(t, agents.EpicFile) != readme {
		t.Errorf("got %v, and the lock is %q", err, e.text(t, agents.EpicLock))
	}
}

// TestTakeAway holds that a lock which somebody took meanwhile is put back.
func TestTakeAway(t *testing.T) {
	e := epicWith(t, nil)
	fresh := lockText(t, "new", now)
	e.set(t, agents.EpicLock, fresh)
	l := &epicLock{path: filepath.Join(e.Root, filepath.FromSlash(agents.EpicLock))}
	must(t, l.takeAway(lockText(t, "old", now)))
	if e.text(t, agents.EpicLock) != fresh {
		t.Errorf("the lock is %q", e.text(t, agents.EpicLock))
	}
	must(t, l.takeAway(fresh))
	must(t, l.takeAway(fresh))
	if names, _ := e.list(agents.LockDir); len(names) > 0 {
		t.Errorf("left over: %q", names)
	}
}

// TestEpicLockCancelled holds that whoever is told to end while it waits, or has just
// taken the lock, leaves none of its own.
func TestEpicLockCancelled(t *testing.T) {
	for _, lock := range []string{"", lockText(t, "x", now)} {
		e := epicWith(t, map[string]string{file: sample, agents.EpicFile: readme})
		if lock != "" {
			e.set(t, agents.EpicLock, lock)
		}
		ending, cancel := context.WithCancel(t.Context())
		ctx := settling{ending, cancel}
		if lock != "" {
			time.AfterFunc(pause/2, cancel)
		}
		_, err := e.DoWaiting(ctx, job(), func(d *Draft) error {
			return d.Escalate(ctx, Escalation{Name: "secondary_a.json", Session: "me", Force: true})
		})
		if !errors.Is(err, context.Canceled) || e.text(t, agents.EpicLock) != lock || e.text(t, agents.EpicFile) != readme {
			t.Errorf("got %v, and the lock is %q", err, e.text(t, agents.EpicLock))
		}
	}
}

// TestEpicLockNoFile holds that something else in the place of the lock is told.
func TestEpicLockNoFile(t *testing.T) {
	e := epicWith(t, map[string]string{file: sample, agents.EpicFile: readme})
	e.Wait = -1
	must(t, os.MkdirAll(filepath.Join(e.Root, agents.EpicLock), 0o755))
	_, err := e.Do(job(), escalate("me"))
	if locked, ok := errors.AsType[*EpicLockedError](err); !ok || locked.Holder == "" {
		t.Errorf("got %v", err)
	}
}

// TestEpicLockExpired holds that a lock which expired and was taken by somebody else
// is not given back for them.
func TestEpicLockExpired(t *testing.T) {
	e := epicWith(t, map[string]string{file: sample, agents.EpicFile: readme})
	theirs := lockText(t, "x", now)
	_, err := e.Do(job(), func(d *Draft) error {
		err := escalate("me")(d)
		e.set(t, agents.EpicLock, theirs)
		return err
	})
	if err != nil || e.text(t, agents.EpicLock) != theirs {
		t.Errorf("got %v, and the lock is %q", err, e.text(t, agents.EpicLock))
	}
}

// TestEpicLockLeft holds that the lock of an mdck that is gone is taken, though it has not
// expired, and that of one that may run is not.
func TestEpicLockLeft(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	must(t, ended.Run())
	dead := process.Self()
	dead.PID = ended.Process.Pid
	elsewhere := dead
	elsewhere.Host = "elsewhere"
	for id, want := range map[process.ID]bool{dead: true, elsewhere: false, process.Self(): false} {
		e := epicWith(t, map[string]string{file: sample, agents.EpicFile: readme})
		e.Wait = -1
		text, err := agents.NewLock("Agent-Primary", "x", "update", id.String(), now)
		must(t, err)
		e.set(t, agents.EpicLock, text)
		_, err = e.Do(job(), escalate("me"))
		if _, locked := errors.AsType[*EpicLockedError](err); (err == nil) != want || locked == want {
			t.Errorf("%v: %v", id, err)
		}
	}
}
