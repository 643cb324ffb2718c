package cli

import (
	"runtime"
	"sync"
)

// maxAhead is how many results for each core may wait for one before them: enough that one
// which takes long, such as a folder of plans, seldom keeps the others waiting, and so few
// that what waits takes no more memory in a large tree than in a small one.
const maxAhead = 64

// runInOrder calls work for 0 to n-1, as many at a time as there are cores, and use
// for what each of them made in order, as soon as it and all before it are done, one at a
// time. It is used where it was worked on: to wake another goroutine for that
// costs more than what it would do.
func runInOrder[T any](n int, work func(i int) T, use func(i int, made T)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	t := &orderedRun[T]{n: n, made: make([]*T, maxAhead*workers), use: use}
	t.moved.L = &t.mutex
	worker := func() {
		for i, ok := t.take(); ok; i, ok = t.take() {
			t.done(i, work(i))
		}
	}
	var others sync.WaitGroup
	for range workers - 1 {
		others.Go(worker)
	}
	worker()
	others.Wait()
}

// An orderedRun is the state that the workers of runInOrder share.
type orderedRun[T any] struct {
	n   int
	use func(i int, made T)

	mutex sync.Mutex
	moved sync.Cond // some were used
	taken int       // how many were given to a worker
	used  int       // how many were used: what is being used is not among them, nor in made
	made  []*T      // what was made and not used, of i at i modulo the length
}

// take gives the next to be worked on, once there is room for it; ok is false if there
// is none left.
func (t *orderedRun[T]) take() (i int, ok bool) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for t.taken < t.n && t.taken-t.used == len(t.made) {
		t.moved.Wait()
	}
	if t.taken == t.n {
		return 0, false
	}
	t.taken++
	return t.taken - 1, true
}

// done notes what was made of i, and uses what is next, unless another worker is at that
// and will find it.
func (t *orderedRun[T]) done(i int, made T) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.made[i%len(t.made)] = &made
	for next := t.next(); next != nil; next = t.next() {
		t.mutex.Unlock()
		t.use(t.used, *next)
		t.mutex.Lock()
		t.used++
		t.moved.Broadcast()
	}
}

// next takes out what is to be used next; nil if it is not made yet.
func (t *orderedRun[T]) next() *T {
	at := &t.made[t.used%len(t.made)]
	next := *at
	*at = nil
	return next
}

// walkGCPercent is how much the heap may grow, in percent of what is alive, until the
// garbage is collected: little is alive at a time, so little memory buys an eighth
// of the processor time.
const walkGCPercent = 200
