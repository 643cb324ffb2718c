// Mdck writes, checks and restores the checkpoint files of coding agents.
package main

import (
	"math"
	"os"
	"runtime/debug"

	"mdck/internal/cli"
	_ "mdck/internal/stack" // grows the stack at the start
)

// heap is the memory limit in bytes for Go, above which it collects garbage more often. With it,
// hostile files of 1 MiB take less than 100 MB.
const heap = 64 << 20

func main() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 { // GOMEMLIMIT is not set
		debug.SetMemoryLimit(heap)
	}
	os.Exit(int(cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})))
}
