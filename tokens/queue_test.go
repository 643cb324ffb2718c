package tokens

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestQueue(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	var q queue
	for range 40 {
		var want []uint64
		for range 1 + r.IntN(150) {
			for range r.IntN(5) {
				rank, place := uint32(r.IntN(20)), int32(r.IntN(1000))
				q.push(rank, place)
				want = append(want, uint64(rank)<<32|uint64(place))
			}
			slices.Sort(want)
			if len(want) > 0 {
				want = popped(t, &q, want)
			}
		}
		for len(want) > 0 {
			want = popped(t, &q, want)
		}
		if len(q.heap) > 0 {
			t.Fatal("the queue has more pairs than came to it")
		}
	}
}

func popped(t *testing.T, q *queue, want []uint64) []uint64 {
	t.Helper()
	rank, place := q.pop()
	if got := uint64(rank)<<32 | uint64(place); got != want[0] {
		t.Fatalf("got rank %d at %d, want rank %d at %d", rank, place, want[0]>>32, uint32(want[0]))
	}
	return want[1:]
}
