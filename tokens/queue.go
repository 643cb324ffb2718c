package tokens

// A queue returns pairs by rank and then place, lowest first. The zero value is empty.
type queue struct {
	heap  []uint64 // rank<<32 | place
	steps int      // moves, for tests
}

func (q *queue) push(rank uint32, place int32) {
	pair := uint64(rank)<<32 | uint64(place)
	q.heap = append(q.heap, pair)
	at := len(q.heap) - 1
	for ; at > 0 && q.heap[(at-1)/2] > pair; at = (at - 1) / 2 {
		q.heap[at] = q.heap[(at-1)/2]
		q.steps++
	}
	q.heap[at] = pair
	q.steps++
}

// pop removes the first pair. The queue must not be empty.
func (q *queue) pop() (rank uint32, place int32) {
	first, n := q.heap[0], len(q.heap)-1
	pair := q.heap[n]
	q.heap = q.heap[:n]
	at := 0
	for child := 1; child < n; child = 2*at + 1 {
		if child+1 < n && q.heap[child+1] < q.heap[child] {
			child++
		}
		if pair < q.heap[child] {
			break
		}
		q.heap[at] = q.heap[child]
		at = child
		q.steps++
	}
	if n > 0 {
		q.heap[at] = pair
	}
	return uint32(first >> 32), int32(uint32(first))
}
