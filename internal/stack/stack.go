// Package stack makes the stack of the first goroutine as large as a lint needs, before other packages
// are initialised: goldmark compiles regular expressions there. A stack that grows by doubling
// touches 60 pages of memory more, a tenth of what a lint of one file touches.
//
// It imports nothing, so that Go initialises it before all that need package regexp: of the packages
// that are ready Go takes the first by its path.
package stack

// depth is the stack size in bytes.
const depth = 56 << 10

var _ = grow(0)

// grow has a frame of that size, for which the stack grows when it is called. Only a negative n
// would use it.
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
