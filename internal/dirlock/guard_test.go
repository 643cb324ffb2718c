//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package dirlock

import "testing"

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
