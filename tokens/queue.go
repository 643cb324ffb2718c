package tokens

import "slices"

// A queue gives pairs of parts by rank, and from left to right within a rank.
//
// The pairs of one rank are a list of their own, which is almost always made
// in order; a heap orders the ranks alone. A long run of one character, where
// a heap of pairs would be as long as the run, has a few dozen ranks. While
// the list of a rank is being emptied nothing comes to it, because the pairs
// that a merge makes spell more than what was merged; so each pair is sorted
// once at most. The zero value is an empty queue.
type queue struct {
	heap    []uint64         // rank<<32 | list, of the lists that are not empty
	lists   []list           // of all ranks since the last reset
	indexes map[uint32]int32 // in lists, by rank
	pairs   []pair           // of all lists, and those that are free
	free    int32            // the first free pair, 0 if there is none
	places  []int32          // memory for sort
	steps   int              // moves made so far, by which a test sees how the work grows
}

// A list is the pairs of one rank. It is empty if first is 0.
type list struct {
	rank        uint32
	first, last int32 // in pairs
	sorted      bool
}

type pair struct {
	place int32 // where the pair starts
	next  int32 // in pairs, 0 after the last
}

// grow makes room for n pairs.
func (q *queue) grow(n int) { q.pairs = slices.Grow(q.pairs, n+1) }

func (q *queue) empty() bool { return len(q.heap) == 0 }

// reset forgets the ranks of the lists, which must be empty.
func (q *queue) reset() {
	for _, l := range q.lists {
		delete(q.indexes, l.rank)
	}
	q.lists, q.pairs, q.free = q.lists[:0], q.pairs[:0], 0
}

func (q *queue) push(rank uint32, place int32) {
	index := q.index(rank)
	l := &q.lists[index]
	at := q.take(place)
	if l.first == 0 {
		l.first, l.sorted = at, true
		q.raise(uint64(rank)<<32 | uint64(index))
	} else {
		l.sorted = l.sorted && q.pairs[l.last].place < place
		q.pairs[l.last].next = at
	}
	l.last = at
	q.steps++
}

// pop takes the first pair of the lowest rank. The queue must not be empty.
func (q *queue) pop() (rank uint32, place int32) {
	l := &q.lists[uint32(q.heap[0])]
	if !l.sorted {
		q.sort(l)
	}
	at := l.first
	p := &q.pairs[at]
	place, l.first = p.place, p.next
	p.next, q.free = q.free, at
	if l.first == 0 {
		q.sink()
	}
	q.steps++
	return l.rank, place
}

// index is that of the list of rank, which is made if it is new.
func (q *queue) index(rank uint32) int32 {
	index, ok := q.indexes[rank]
	if ok {
		return index
	}
	if q.indexes == nil {
		q.indexes = map[uint32]int32{}
	}
	index = int32(len(q.lists))
	q.lists = append(q.lists, list{rank: rank})
	q.indexes[rank] = index
	return index
}

// take gives a free pair, now last and at place.
func (q *queue) take(place int32) int32 {
	if at := q.free; at != 0 {
		q.free = q.pairs[at].next
		q.pairs[at] = pair{place: place}
		return at
	}
	if len(q.pairs) == 0 {
		q.pairs = append(q.pairs, pair{}) // 0 stands for none
	}
	q.pairs = append(q.pairs, pair{place: place})
	return int32(len(q.pairs) - 1)
}

// sort puts the places of l in order.
func (q *queue) sort(l *list) {
	q.places = q.places[:0]
	for at := l.first; at != 0; at = q.pairs[at].next {
		q.places = append(q.places, q.pairs[at].place)
	}
	slices.Sort(q.places)
	for i, at := 0, l.first; at != 0; i, at = i+1, q.pairs[at].next {
		q.pairs[at].place = q.places[i]
	}
	l.sorted = true
	q.steps += len(q.places)
}

// raise adds a list to the heap.
func (q *queue) raise(list uint64) {
	q.heap = append(q.heap, list)
	at := len(q.heap) - 1
	for ; at > 0 && q.heap[(at-1)/2] > list; at = (at - 1) / 2 {
		q.heap[at] = q.heap[(at-1)/2]
		q.steps++
	}
	q.heap[at] = list
}

// sink takes the first list from the heap.
func (q *queue) sink() {
	n := len(q.heap) - 1
	list := q.heap[n]
	q.heap = q.heap[:n]
	for at := 0; at < n; q.steps++ {
		child := 2*at + 1
		if child+1 < n && q.heap[child+1] < q.heap[child] {
			child++
		}
		if child >= n || list < q.heap[child] {
			q.heap[at] = list
			return
		}
		q.heap[at] = q.heap[child]
		at = child
	}
}
