package app

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

func TestInOrder(t *testing.T) {
	for i, n := range []int{0, 1, 2, 3, 1000, 0, 1, 2, 3, 1000} {
		worked := make([]atomic.Int32, n)
		var using atomic.Int32
		var used, want []int
		RunInOrder(n, 1+i/5, func(i int) int { worked[i].Add(1); return -i }, func(i, made int) {
			if worked[i].Load() != 1 || made != -i || using.Add(1) != 1 {
				t.Errorf("of %d: %d, %d is used after it was worked on %d times, want once, or beside another", n, i, made, worked[i].Load())
			}
			used = append(used, i)
			using.Add(-1)
		})
		for i := range n {
			want = append(want, i)
		}
		if !slices.Equal(used, want) {
			t.Errorf("of %d: used %v", n, used)
		}
	}
}

func TestInOrderBound(t *testing.T) {
	workers := runtime.GOMAXPROCS(0)
	if workers == 1 {
		workers = runtime.GOMAXPROCS(2) + 1
		defer runtime.GOMAXPROCS(1)
	}
	most := maxAhead * workers
	var begun, used atomic.Int64
	full := make(chan struct{})
	RunInOrder(4*most, 1, func(i int) int {
		if n := begun.Add(1) - used.Load(); n > int64(most) {
			t.Errorf("%d begun and not used, want at most %d", n, most)
		}
		switch i {
		case 0:
			<-full
		case most - 1:
			close(full)
		}
		return i
	}, func(int, int) { used.Add(1) })
	if begun.Load() != int64(4*most) || used.Load() != int64(4*most) {
		t.Errorf("%d begun, %d used, want %d", begun.Load(), used.Load(), 4*most)
	}
}

// TestInOrderUse checks that use does not block the workers.
func TestInOrderUse(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	third := make(chan struct{})
	var using atomic.Int32
	RunInOrder(4, 1, func(i int) int {
		if i == 3 {
			close(third)
		}
		return i
	}, func(i, _ int) {
		if using.Add(1) != 1 {
			t.Errorf("%d is used beside another", i)
		}
		if i == 0 {
			<-third
		}
		using.Add(-1)
	})
}
