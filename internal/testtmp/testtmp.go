// Package testtmp makes tests faster. The tests of mdck mostly create, replace and flush small
// files, which takes several times as long on a disk as in memory. They also allocate memory, and
// garbage collection takes up to a third of the time.
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
