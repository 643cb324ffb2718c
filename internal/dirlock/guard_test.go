//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package dirlock

import (
	"io/fs"
	"testing"
)

// TestGuard holds that nobody breaks a lock which another one is about to break.
func TestGuard(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, dead(t), 0)
	_, unguard, ok := guard(l.Path)
	if !ok {
		t.Fatal("not guarded")
	}
	if _, why, err := breakStale(l.Path, hostname(t), moveNew); why != "" || err != nil {
		t.Errorf("broken: %q, %v", why, err)
	}
	unguard()
	if _, why, err := breakStale(l.Path, hostname(t), moveNew); why == "" || err != nil {
		t.Errorf("not broken: %v", err)
	}
	if _, _, ok := guard(l.Path); ok {
		t.Error("guarded what is not there")
	}
}

// TestUnguarded holds that a guard is given back, whether the lock was broken or not: a
// process that lives long would else keep others from breaking a lock, and run out of
// descriptors.
func TestUnguarded(t *testing.T) {
	for _, fails := range []bool{false, true} {
		l := lockIn(t)
		plant(t, l.Path, dead(t), 0)
		given := 0
		counting := func(path string) (fs.FileInfo, func(), bool) {
			info, unguard, ok := guard(path)
			return info, func() { given++; unguard() }, ok
		}
		move := moveNew
		if fails {
			move = func(string, string) error { return fs.ErrPermission }
		}
		if _, _, err := breakGuarded(l.Path, hostname(t), move, counting); err != nil && !fails {
			t.Error(err)
		}
		if given != 1 {
			t.Errorf("given back %d times, want once", given)
		}
	}
}
