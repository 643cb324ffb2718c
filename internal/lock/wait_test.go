package lock

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// waitFor is a wait for a lock whose messages go to said.
func waitFor(limit time.Duration, said *[]string) *Wait {
	return &Wait{
		Path: "bus", For: limit, Stale: 1, Holder: func() string { return "the driver" },
		Waiting: func(what string) { *said = append(*said, what) },
	}
}

// TestUntil checks that a short wait is silent, that a long one reports once what for, and
// that one which is too long is an error.
func TestUntil(t *testing.T) {
	for limit, want := range map[time.Duration]struct{ waited, lasts time.Duration }{
		-1: {}, time.Millisecond: {time.Millisecond, time.Millisecond}, time.Minute: {time.Minute, time.Minute}, 0: {defaultWait, defaultWait},
	} {
		synctest.Test(t, func(t *testing.T) {
			var said []string
			begun := time.Now()
			err := waitFor(limit, &said).Until(func() (bool, error) { return false, nil })
			locked, ok := errors.AsType[*LockedError](err)
			if !ok || *locked != (LockedError{"bus", want.waited, "the driver", 1}) || time.Since(begun) != want.lasts {
				t.Errorf("%v: error %v after %v", limit, err, time.Since(begun))
			}
			if long := want.lasts > quiet; long != (len(said) == 1) || long && said[0] != `waiting for the lock "bus", held by the driver` {
				t.Errorf("%v: said %q", limit, said)
			}
		})
	}
}

// TestUntilTaken checks that the wait ends with the try that succeeds or fails.
func TestUntilTaken(t *testing.T) {
	for _, fails := range []error{nil, errors.New("full")} {
		synctest.Test(t, func(t *testing.T) {
			var said []string
			tries := 0
			err := waitFor(time.Minute, &said).Until(func() (bool, error) {
				tries++
				return tries == 3 && fails == nil, map[bool]error{true: fails}[tries == 3]
			})
			if err != fails || tries != 3 || len(said) > 0 {
				t.Errorf("error %v after %d tries, said %q", err, tries, said)
			}
		})
	}
}

// TestPauseGiven checks that a pause which is asked for is made.
func TestPauseGiven(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		w := Wait{For: time.Second, Pause: 100 * time.Millisecond, Holder: func() string { return "" }} // nobody is told
		_ = w.Until(func() (bool, error) { tries++; return false, nil })
		if tries != 11 {
			t.Errorf("%d tries, want 11", tries)
		}
	})
}

// TestPause checks that whoever has waited longer tries more often: else of many who
// write all the time, those that have just come leave some behind.
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
