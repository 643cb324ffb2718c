// Package testtmp makes tests faster. The tests of mdck mostly create, replace and flush small
// files, which is several times as fast in memory as on a disk. Garbage collection takes up to a
// third of their time.
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
