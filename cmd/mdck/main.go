// Mdck writes, checks and restores checkpoint files of coding agents.
package main

import (
	"math"
	"os"
	"runtime/debug"

	"mdck/internal/cli"
	_ "mdck/internal/stack" // enlarges the stack at startup
)

const heap = 64 << 20

func main() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 { // GOMEMLIMIT is not set
		debug.SetMemoryLimit(heap)
	}
	os.Exit(int(cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})))
}
