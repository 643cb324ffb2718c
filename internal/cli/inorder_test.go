package cli

import (
	"slices"
	"sync/atomic"
	"testing"
)

// TestInOrder holds that each is worked on once and used in order, none before
// it is done.
func TestInOrder(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 1000} {
		worked := make([]atomic.Int32, n)
		var used, want []int
		inOrder(n, func(i int) { worked[i].Add(1) }, func(i int) {
			if worked[i].Load() != 1 {
				t.Errorf("of %d: %d is used after it was worked on %d times, want once", n, i, worked[i].Load())
			}
			used = append(used, i)
		})
		for i := range n {
			want = append(want, i)
		}
		if !slices.Equal(used, want) {
			t.Errorf("of %d: used %v", n, used)
		}
	}
}
