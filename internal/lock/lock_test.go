package lock

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/protocol"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func lockIn(t testing.TB) Lock {
	t.Helper()
	l := Lock{Spec: trackSpec(filepath.Join(t.TempDir(), loop.LockDir)), Wait: 30 * time.Second}
	l.fill()
	return l
}

func trackSpec(path string) Spec {
	return Spec{
		Path: path, OwnerFile: loop.OwnerFile, Stale: loop.LockStale,
		Format: func(self Owner) string { return loop.FormatOwner(protocol.LockOwner(self)) },
		Parse: func(text string) Owner {
			o := loop.ParseOwner(text)
			if o.PID == 0 {
				return Owner{Name: "a shell"}
			}
			return Owner(o)
		},
	}
}

func (l Lock) take() (release func() error, err error) {
	_, release, err = l.Hold()
	return release, err
}

func (l Lock) mustRead(t testing.TB) *sight {
	t.Helper()
	s, err := l.look(l.Path)
	must(t, err)
	return s
}

func isLocked(err error) bool {
	_, locked := errors.AsType[*LockedError](err)
	return locked
}

func plant(t testing.TB, path, owner string, age time.Duration) {
	t.Helper()
	must(t, os.Mkdir(path, 0o755))
	if owner != "" {
		must(t, os.WriteFile(filepath.Join(path, loop.OwnerFile), []byte(owner), 0o644))
	}
	at := time.Now().Add(-age)
	must(t, os.Chtimes(path, at, at))
}

func checkEmpty(t testing.TB, l Lock) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(l.Path))
	must(t, err)
	for _, e := range entries {
		t.Errorf("%s is left", e.Name())
	}
}

func hostname(t testing.TB) string {
	t.Helper()
	host, err := os.Hostname()
	must(t, err)
	return host
}

func dead(t testing.TB) string {
	t.Helper()
	return loop.FormatOwner(protocol.LockOwner{PID: deadPID(t), Host: hostname(t), Space: space(), Since: time.Now()})
}

func TestTake(t *testing.T) {
	l := lockIn(t)
	release, err := l.take()
	must(t, err)
	if o := l.mustRead(t).owner; o.PID != os.Getpid() || time.Since(o.Since) > time.Minute {
		t.Errorf("the owner is %+v", o)
	}
	if err := os.Mkdir(l.Path, 0o755); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a shell could take it: %v", err)
	}
	must(t, release())
	checkEmpty(t, l)
	must(t, os.Mkdir(l.Path, 0o755)) // like a shell
	must(t, os.Remove(l.Path))       // like a shell
	release, err = l.take()
	must(t, err)
	must(t, release())
}

func TestExcludes(t *testing.T) {
	t.Run("at once", func(t *testing.T) { exclude(t, lockIn(t)) })
	t.Run("in two steps", func(t *testing.T) {
		l := lockIn(t)
		l.rename = unsupported
		exclude(t, l)
	})
}

func exclude(t *testing.T, l Lock) {
	t.Helper()
	var inside, count atomic.Int32
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for range 20 {
				release, err := l.take()
				if err != nil {
					t.Error(err)
					return
				}
				if inside.Add(1) != 1 {
					t.Error("two have the lock")
				}
				count.Add(1)
				inside.Add(-1)
				if err := release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if count.Load() != 16*20 {
		t.Errorf("taken %d times", count.Load())
	}
	checkEmpty(t, l)
}

func TestNotWaiting(t *testing.T) {
	l := lockIn(t)
	l.Wait = -1
	release, err := l.take()
	must(t, err)
	began := time.Now()
	if _, err := l.take(); err == nil || time.Since(began) > 5*time.Second {
		t.Errorf("error %v after %v", err, time.Since(began))
	}
	must(t, release())
}

func TestLost(t *testing.T) {
	for name, other := range map[string]string{"shell": "", "process": "pid: 1\nhost: elsewhere\n"} {
		l := lockIn(t)
		release, err := l.take()
		must(t, err)
		must(t, os.RemoveAll(l.Path))
		plant(t, l.Path, other, 0)
		if err := release(); !errors.Is(err, ErrLost) {
			t.Errorf("%s: error %v", name, err)
		}
		if _, err := os.Stat(l.Path); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	l := lockIn(t)
	release, err := l.take()
	must(t, err)
	must(t, os.RemoveAll(l.Path))
	if err := release(); !errors.Is(err, ErrLost) {
		t.Errorf("none: error %v", err)
	}
}

func TestInTheWay(t *testing.T) {
	l := lockIn(t)
	must(t, os.WriteFile(l.Path, nil, 0o644))
	if _, err := l.take(); err == nil || !strings.Contains(err.Error(), "is not a directory") {
		t.Errorf("a file: %v", err)
	}
	l.OwnerFile = ""
	l.Path = t.TempDir()
	if _, err := l.take(); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Errorf("a directory: %v", err)
	}
	l.Path = filepath.Join(t.TempDir(), "none", loop.LockDir)
	if _, err := l.take(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
}

func BenchmarkTake(b *testing.B) {
	l := lockIn(b)
	b.ReportAllocs()
	for b.Loop() {
		release, err := l.take()
		must(b, err)
		must(b, release())
	}
}
