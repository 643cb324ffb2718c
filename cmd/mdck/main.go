// Mdck authors, checks and hands on the checkpoint files of coding agents.
package main

import (
	"os"

	"mdck/internal/cli"
)

func main() {
	os.Exit(int(cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})))
}
