// Hello measures the minimum cost of a Go program: it starts, prints a line and exits.
package main

import "os"

func main() { os.Stdout.WriteString("hello, world\n") }
