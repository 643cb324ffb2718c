package cli

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// inOrder calls work for 0 to n-1, as many at a time as there are cores, and use
// for each of them in order, as soon as it and all before it are done, one at a
// time. It is used where it was worked on: to wake another goroutine for that
// costs more than what it would do.
func inOrder(n int, work, use func(i int)) {
	var taken atomic.Int64
	done := inTurn(n, use)
	worker := func() {
		for i := int(taken.Add(1)) - 1; i < n; i = int(taken.Add(1)) - 1 {
			work(i)
			done(i)
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		others.Go(worker)
	}
	worker()
	others.Wait()
}

// inTurn gives a function that is told what is done, in any order and by several
// goroutines, and calls use in order.
func inTurn(n int, use func(i int)) (done func(i int)) {
	var mutex sync.Mutex
	ready, next := make([]bool, n), 0
	return func(i int) {
		mutex.Lock()
		defer mutex.Unlock()
		for ready[i] = true; next < n && ready[next]; next++ {
			use(next)
		}
	}
}
