// Package testtmp makes tests take less time. Most of what the tests of mdck do is create,
// replace and flush small files, which takes several times as long on a disk as in memory, and
// allocate, of which collecting garbage takes up to a third.
package testtmp

import (
	"os"
	"runtime/debug"
)

// Use speeds up the tests of a package; TestMain calls it. On Linux, temporary files are in memory.
// Unless GOGC is set, the heap grows to five times the memory in use before garbage is collected.
func Use() {
	inMemory()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
