package app

import (
	"runtime"
	"sync/atomic"
)

// maxAhead is the maximum number of finished results per core that wait for a slow item. The limit
// is high enough that one slow item, such as a folder of plans, seldom blocks the others. It bounds
// the memory for a large tree.
const maxAhead = 64

// RunInOrder calls the function work for 0 to n-1, on all cores at the same time. It passes the
// results to the function use one at a time, in the order of i. If n is 1, it starts no goroutine,
// because a new goroutine would first have to grow its stack.
func RunInOrder[T any](n int, work func(i int) T, use func(i int, made T)) {
	if n == 1 {
		use(0, work(0))
		return
	}
	workers := min(runtime.GOMAXPROCS(0), n)
	made := make([]chan T, maxAhead*workers) // the result of item i goes to channel i modulo len(made)
	for i := range made {
		made[i] = make(chan T, 1)
	}
	room := make(chan struct{}, len(made)) // counts the items that were started but not yet used; it blocks when it is full
	var taken atomic.Int64
	for range workers {
		go func() {
			for room <- struct{}{}; ; room <- struct{}{} {
				i := int(taken.Add(1)) - 1
				if i >= n {
					return
				}
				made[i%len(made)] <- work(i)
			}
		}()
	}
	for i := range n {
		use(i, <-made[i%len(made)])
		<-room
	}
}

// WalkGCPercent is the growth of the heap before a garbage collection, in percent of the live heap.
// Other values were measured with 1,000 checkpoints. 200 takes 7 MB more memory and a few percent
// less processor time. 100 takes 3 MB less memory and a sixth more time.
const WalkGCPercent = 140
