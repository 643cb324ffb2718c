package lock

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func waitFor(limit time.Duration, said *[]string) *Wait {
	return &Wait{For: limit, Waiting: func(what string) { *said = append(*said, what) }}
}

func held() error { return &LockedError{Path: "bus", Holder: "the driver", Stale: 1} }

func TestUntil(t *testing.T) {
	for limit, want := range map[time.Duration]struct{ waited, lasts time.Duration }{
		-1: {}, time.Millisecond: {time.Millisecond, time.Millisecond}, time.Minute: {time.Minute, time.Minute}, 0: {defaultWait, defaultWait},
	} {
		synctest.Test(t, func(t *testing.T) {
			var said []string
			begun := time.Now()
			err := waitFor(limit, &said).Until(held)
			locked, ok := errors.AsType[*LockedError](err)
			if !ok || *locked != (LockedError{"bus", want.waited, "the driver", 1}) || time.Since(begun) != want.lasts {
				t.Errorf("%v: error %v after %v", limit, err, time.Since(begun))
			}
			if long := want.lasts > quiet; long != (len(said) == 1) || long && said[0] != `waiting for the lock "bus", held by the driver` {
				t.Errorf("%v: printed %q", limit, said)
			}
		})
	}
}

func TestUntilTaken(t *testing.T) {
	for _, fails := range []error{nil, errors.New("full")} {
		synctest.Test(t, func(t *testing.T) {
			var said []string
			tries := 0
			err := waitFor(time.Minute, &said).Until(func() error {
				if tries++; tries == 3 {
					return fails
				}
				return fmt.Errorf("try %d: %w", tries, held())
			})
			if err != fails || tries != 3 || len(said) > 0 {
				t.Errorf("error %v after %d tries, printed %q", err, tries, said)
			}
		})
	}
}

func TestPauseGiven(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		w := Wait{For: time.Second, Pause: 100 * time.Millisecond} // Waiting is nil
		_ = w.Until(func() error { tries++; return held() })
		if tries != 11 {
			t.Errorf("%d tries, want 11", tries)
		}
	})
}

func TestPause(t *testing.T) {
	last := meanPause(0)
	if last != longestPause {
		t.Errorf("the first pause is %v, want %v", last, longestPause)
	}
	for waited := 100 * time.Millisecond; waited < defaultWait; waited += 100 * time.Millisecond {
		p := meanPause(waited)
		if p > last || p < shortestPause || p == last && p > shortestPause {
			t.Errorf("the pause after %v is %v, and %v before", waited, p, last)
		}
		last = p
	}
	if half := meanPause(250 * time.Millisecond); half != longestPause/2 {
		t.Errorf("the pause after a quarter of a second is %v, want half of %v", half, longestPause)
	}
	if last != shortestPause {
		t.Errorf("the last pause is %v, want %v", last, shortestPause)
	}
}
