// Package stack enlarges the stack of the first goroutine, because a run of lint needs 56 KiB. It
// does so before other packages are initialised, because goldmark compiles regular expressions
// during initialisation. If the stack grew by doubling, this would touch 60 more pages of memory.
// That is a tenth of the pages that linting one file touches.
//
// The package imports nothing, so that Go initialises it before the packages that need package
// regexp. Among packages without uninitialised imports, Go chooses the first in the order of their
// paths.
package stack

const depth = 56 << 10 // bytes

var _ = grow(0)

// grow has a frame of depth bytes, so that a call makes the stack grow. It uses the frame only if n
// is negative.
//
//go:noinline
func grow(n int) (sum byte) {
	if n < 0 {
		var room [depth]byte
		for i := range room {
			room[i] = byte(i * n)
		}
		for _, b := range room {
			sum ^= b
		}
	}
	return sum
}
