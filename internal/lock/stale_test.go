package lock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/loop"
)

func TestBroken(t *testing.T) {
	owner := dead(t)
	for round := range 30 {
		l := lockIn(t)
		switch round % 3 {
		case 0:
			plant(t, l.Path, owner, 0)
		case 1:
			plant(t, l.Path, "", 11*time.Minute)
		case 2:
			plant(t, l.Path, "pid: 1\nhost: elsewhere\ntime: 2026-02-13T12:00:00Z\n", 0)
		}
		var inside, broken atomic.Int32
		l.Waiting = func(what string) {
			if strings.HasPrefix(what, "broke the lock ") {
				broken.Add(1)
			}
		}
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				release, err := l.take()
				if err != nil {
					t.Error(err)
					return
				}
				if inside.Add(1) != 1 {
					t.Error("two have the lock")
				}
				time.Sleep(100 * time.Microsecond)
				inside.Add(-1)
				if err := release(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if broken.Load() != 1 {
			t.Errorf("round %d: broken %d times", round, broken.Load())
		}
		checkEmpty(t, l)
	}
}

func TestHeld(t *testing.T) {
	host := hostname(t)
	own := fmt.Sprintf("pid: %d\nhost: %s\n", os.Getpid(), host)
	gone := deadPID(t)
	for name, e := range map[string]struct {
		owner string
		age   time.Duration
		want  string
	}{
		"a shell":              {"", 0, "a shell, since "},
		"a shell, nearly old":  {"", 9 * time.Minute, "a shell, since "},
		"a process that runs":  {own + "time: " + time.Now().UTC().Format(spelling.TimeLayout) + "\n", time.Hour, fmt.Sprintf("process %d on %s, since ", os.Getpid(), host)},
		"one without a time":   {own, 0, fmt.Sprintf("process %d on %s", os.Getpid(), host)},
		"one of another host":  {fmt.Sprintf("pid: %d\nhost: elsewhere\n", gone), 0, fmt.Sprintf("process %d on elsewhere", gone)},
		"one that cannot tell": {"\x00\xff", 0, "a shell"},
		"one from the future":  {own + "time: 2999-01-01T00:00:00Z\n", 0, "since 2999-01-01T00:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			l := lockIn(t)
			plant(t, l.Path, e.owner, e.age)
			l.Wait, l.Waiting = 3*time.Millisecond, func(why string) { t.Error(why) }
			_, err := l.take()
			locked, ok := errors.AsType[*LockedError](err)
			if !ok || locked.Waited != l.Wait || !strings.Contains(err.Error(), e.want) || !strings.Contains(err.Error(), fmt.Sprintf("%q", l.Path)) {
				t.Errorf("error %v, want one that names %q", err, e.want)
			}
			if _, err := os.Stat(l.Path); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestStaleReason(t *testing.T) {
	for want, make := range map[string]func(string){
		"no longer runs":       func(path string) { plant(t, path, dead(t), 0) },
		"it was held for 11m0": func(path string) { plant(t, path, "", 11*time.Minute) },
	} {
		l, said := lockIn(t), ""
		make(l.Path)
		l.Waiting = func(what string) { said = what }
		release, err := l.take()
		must(t, err)
		must(t, release())
		if !strings.Contains(said, want) || !strings.Contains(said, fmt.Sprintf("%q", l.Path)) {
			t.Errorf("printed %q, want %q", said, want)
		}
	}
}

func TestPutBack(t *testing.T) {
	for _, owner := range []string{"pid: 1\n", ""} { // "" is the lock of a shell
		l := lockIn(t)
		plant(t, l.Path, "", 0)
		stale := l.mustRead(t)
		must(t, os.Rename(l.Path, l.Path+"-elsewhere"))
		plant(t, l.Path, owner, 0)
		live := l.mustRead(t)
		if err := l.takeAway(stale); !errors.Is(err, ErrLost) {
			t.Errorf("%q: error %v", owner, err)
		}
		if seen := l.mustRead(t); !seen.same(live) {
			t.Errorf("%q: found %+v", owner, seen)
		}
	}
}

func TestForeign(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, dead(t), 0)
	must(t, os.WriteFile(filepath.Join(l.Path, "notes"), []byte("mine"), 0o644))
	said := ""
	l.Waiting = func(what string) { said += what }
	release, err := l.take()
	must(t, err)
	must(t, release())
	left, err := filepath.Glob(l.Path + ".*/notes")
	if err != nil || len(left) != 1 || !strings.Contains(said, fmt.Sprintf("its other contents are now in %q", filepath.Dir(left[0]))) {
		t.Errorf("left %q, printed %q, %v", left, said, err)
	}
}

func TestSweep(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path+".00000000deadbeef", dead(t), 0)
	plant(t, l.Path+".000000000000beef", "", 0)
	plant(t, l.Path+".00000000000beef1", "pi", 0)
	plant(t, l.Path+".00000000000beef0", "pid: 1\nhost: elsewhere\n", 0)
	plant(t, l.Path+".000000000000000X", "", time.Hour)
	plant(t, l.Path+".old", dead(t), 0)
	release, err := l.take()
	must(t, err)
	must(t, release())
	entries, err := os.ReadDir(filepath.Dir(l.Path))
	if must(t, err); len(entries) != 3 {
		t.Errorf("left %v", entries)
	}
}

func TestRenameNew(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, "", 0)
	plant(t, l.Path+".new", "pid: 1\n", 0)
	if err := RenameNew(l.Path+".new", l.Path); !errors.Is(err, fs.ErrExist) && !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("error %v", err)
	}
	if seen := l.mustRead(t); seen.text != "" {
		t.Errorf("%+v", seen)
	}
}

func TestStale(t *testing.T) {
	now := time.Date(2026, 2, 13, 12, 0, 0, 0, time.UTC)
	here := Self()
	here.PID = deadPID(t)
	there := Owner{PID: here.PID, Host: here.Host + "x", Space: here.Space}
	past := now.Add(-time.Hour)
	for name, e := range map[string]struct {
		owner Owner
		made  time.Time
		why   string
	}{
		"dead process":            {Owner{PID: here.PID, Host: here.Host, Space: here.Space, Since: now}, now, fmt.Sprintf("process %d no longer runs", here.PID)},
		"process of another host": {Owner{PID: there.PID, Host: there.Host, Space: there.Space, Since: now}, now, ""},
		"nearly ten minutes":      {Owner{PID: there.PID, Host: there.Host, Space: there.Space, Since: now.Add(time.Second - loop.LockStale)}, past, ""},
		"ten minutes":             {Owner{PID: there.PID, Host: there.Host, Space: there.Space, Since: now.Add(-loop.LockStale)}, now, "it was held for 10m0s"},
		"no owner":                {Owner{}, now.Add(time.Second - loop.LockStale), ""},
		"no owner, old":           {Owner{}, now.Add(-11 * time.Minute), "it was held for 11m0s"},
		"a clock that is ahead":   {Owner{Since: now.Add(time.Hour)}, now.Add(-11 * time.Minute), "it was held for 11m0s"},
		"not expired":             {Owner{Until: now.Add(time.Second), Since: past}, past, ""},
		"expired":                 {Owner{Until: now}, now, "it expired at 2026-02-13T12:00:00Z"},
	} {
		l := lockIn(t)
		l.Now = func() time.Time { return now }
		plant(t, l.Path, "", 0)
		must(t, os.Chtimes(l.Path, e.made, e.made))
		l.Parse = func(string) Owner { return e.owner }
		if why := l.stale(l.mustRead(t)); why != e.why {
			t.Errorf("%s: %q, want %q", name, why, e.why)
		}
	}
}
