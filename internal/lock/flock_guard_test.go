//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package lock

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/protocol"
)

func TestGuard(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, dead(t), 0)
	info, unguard := guardPath(l.Path)
	if info == nil {
		t.Fatal("not guarded")
	}
	if err := l.breakStale(); !isLocked(err) {
		t.Errorf("broken: %v", err)
	}
	unguard()
	if err := l.breakStale(); err != nil {
		t.Errorf("not broken: %v", err)
	}
	if info, _ := guardPath(l.Path); info != nil {
		t.Error("guarded a missing lock")
	}
}

// TestUnguarded checks that breakStale always releases its guard.
func TestUnguarded(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it would close leaked files
	live := loop.FormatOwner(protocol.LockOwner{PID: os.Getpid(), Host: hostname(t), Space: space(), Since: time.Now()})
	for _, taken := range []bool{false, true} {
		l := lockIn(t)
		plant(t, l.Path, dead(t), 0)
		if taken {
			l.afterRead(func() { must(t, os.WriteFile(filepath.Join(l.Path, loop.OwnerFile), []byte(live), 0o644)) })
		}
		lock, err := os.Open(l.Path) // a leaked guard would lock this directory
		must(t, err)
		before := openFiles(t)
		if err := l.breakStale(); isLocked(err) != taken || err != nil && !taken {
			t.Errorf("taken: %t: %v", taken, err)
		}
		if now := openFiles(t); now != before {
			t.Errorf("taken: %t: %d files are open, want %d", taken, now, before)
		}
		if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
			t.Errorf("taken: %t: the guard stays: %v", taken, err)
		}
		must(t, lock.Close())
	}
}

func TestNothingOpen(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it would close leaked files
	for name, once := range map[string]func(l Lock){
		"taken": func(l Lock) { takeAndRelease(t, l) },
		"broken": func(l Lock) {
			plant(t, l.Path, dead(t), 0)
			takeAndRelease(t, l)
		},
		"held": func(l Lock) {
			release, err := l.take()
			must(t, err)
			if _, err := l.take(); err == nil {
				t.Error("taken twice")
			}
			must(t, release())
		},
		"guarded": func(l Lock) {
			plant(t, l.Path, dead(t), 0)
			_, unguard := guardPath(l.Path)
			if info, _ := guardPath(l.Path); info != nil {
				t.Error("guarded twice")
			}
			unguard()
			takeAndRelease(t, l)
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := lockIn(t)
			l.Wait = -1
			once(l) // opens files of the runtime
			before := openFiles(t)
			for range 3 {
				once(l)
			}
			if now := openFiles(t); now != before {
				t.Errorf("%d files are open, want %d", now, before)
			}
		})
	}
}

func takeAndRelease(t *testing.T, l Lock) {
	t.Helper()
	release, err := l.take()
	must(t, err)
	must(t, release())
}

func openFiles(t *testing.T) int {
	t.Helper()
	names, err := os.ReadDir("/dev/fd")
	must(t, err)
	return len(names)
}
