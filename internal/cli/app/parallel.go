package app

import (
	"runtime"
	"sync/atomic"
)

// maxAhead is the number of results per core that may wait for a slow item.
const maxAhead = 64

// RunInOrder calls work for the items 0 to n-1, in perCore goroutines for each core. It calls use
// for one result at a time, in order. A perCore above 1 saves time if work waits for git, but takes
// more memory.
func RunInOrder[T any](n, perCore int, work func(i int) T, use func(i int, made T)) {
	if n == 1 {
		use(0, work(0))
		return
	}
	cores := min(runtime.GOMAXPROCS(0), n)
	made := make([]chan T, maxAhead*cores) // result of item i: channel i modulo len(made)
	for i := range made {
		made[i] = make(chan T, 1)
	}
	room := make(chan struct{}, len(made)) // has an element for each item between its start and its use
	var taken atomic.Int64
	for range perCore * cores {
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

// WalkGCPercent is by how many percent the heap grows before a garbage collection.
const WalkGCPercent = 125
