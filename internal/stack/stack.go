// Package stack enlarges the stack of the first goroutine to the 56 KiB that a run of lint needs.
// Growth by doubling would touch 60 more pages of memory, a tenth of the pages that linting one
// file touches. The package does so before other packages are initialised, because goldmark
// compiles regular expressions during initialisation.
//
// It imports nothing, so it can always be initialised. Of the packages that can, Go initialises the
// first in the order of their paths, and "mdck/internal/stack" comes before "regexp".
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
