// Hello measures the minimum of every Go program: it starts, prints a line and ends.
package main

import "os"

func main() { os.Stdout.WriteString("hello, world\n") }
