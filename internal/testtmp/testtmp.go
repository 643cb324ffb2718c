// Package testtmp makes tests take less time. Most of what the tests of mdck do is create,
// replace and flush small files, which takes several times as long on a disk as in memory, and
// allocate, of which collecting garbage takes up to a third.
package testtmp

import (
	"os"
	"runtime/debug"
)

// Use makes temporary files files in memory, on Linux, and collects garbage at five times the
// memory that is in use unless GOGC says otherwise. It is for TestMain.
func Use() {
	inMemory()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
