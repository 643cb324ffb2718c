package custom

import (
	"math/rand/v2"
	"testing"
)

// TestLongestOrder compares with all subsets of small lists: what stays is in order,
// and no more could stay.
func TestLongestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		ranks := make([]int, r.IntN(9))
		for i := range ranks {
			ranks[i] = r.IntN(5)
		}
		before := func(i, j int) bool { return ranks[i] < ranks[j] }
		kept := longestOrder(len(ranks), before)
		for k := range kept {
			if k > 0 && (kept[k] <= kept[k-1] || before(kept[k], kept[k-1])) {
				t.Fatalf("%v: keeps %v", ranks, kept)
			}
		}
		if want := longestRun(ranks); len(kept) != want {
			t.Fatalf("%v: keeps %v, want %d", ranks, kept, want)
		}
	}
}

// longestRun is the length of the longest subset that does not fall.
func longestRun(ranks []int) int {
	best := 0
	for set := range 1 << len(ranks) {
		n, last, ok := 0, -1, true
		for i, rank := range ranks {
			if set>>i&1 == 1 {
				ok = ok && rank >= last
				n, last = n+1, rank
			}
		}
		if ok {
			best = max(best, n)
		}
	}
	return best
}
