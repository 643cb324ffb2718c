//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package lock

import (
	"io/fs"
	"os"
	"runtime/debug"
	"testing"
)

// TestGuard checks that nobody breaks a lock which another one is about to break.
func TestGuard(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, dead(t), 0)
	_, unguard, ok := guardPath(l.Path)
	if !ok {
		t.Fatal("not guarded")
	}
	if held, err := l.breakStale(); held == nil || err != nil {
		t.Errorf("broken: %v", err)
	}
	unguard()
	if held, err := l.breakStale(); held != nil || err != nil {
		t.Errorf("not broken: %v", err)
	}
	if _, _, ok := guardPath(l.Path); ok {
		t.Error("guarded what is not there")
	}
}

// TestUnguarded checks that a guard is given back, whether the lock was broken or not: a
// process that lives long would else keep others from breaking a lock, and run out of
// descriptors.
func TestUnguarded(t *testing.T) {
	for _, fails := range []bool{false, true} {
		l := lockIn(t)
		plant(t, l.Path, dead(t), 0)
		given := 0
		l.guard = func(path string) (fs.FileInfo, func(), bool) {
			info, unguard, ok := guardPath(path)
			return info, func() { given++; unguard() }, ok
		}
		if fails {
			l.rename = func(string, string) error { return fs.ErrPermission }
		}
		if _, err := l.breakStale(); err != nil && !fails {
			t.Error(err)
		}
		if given != 1 {
			t.Errorf("given back %d times, want once", given)
		}
	}
}

// TestNothingOpen checks that no file stays open of a lock that was taken and given back,
// of one that was broken, and of one that somebody has or is about to break.
func TestNothingOpen(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the collector would close what was left
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
			_, unguard, _ := guardPath(l.Path)
			if _, _, ok := guardPath(l.Path); ok {
				t.Error("guarded twice")
			}
			unguard()
			takeAndRelease(t, l)
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := lockIn(t)
			l.Wait = -1
			once(l) // opens what the runtime keeps
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

// openFiles is how many files this process has open.
func openFiles(t *testing.T) int {
	t.Helper()
	names, err := os.ReadDir("/dev/fd")
	must(t, err)
	return len(names)
}
