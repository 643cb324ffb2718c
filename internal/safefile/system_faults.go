//go:build faults

package safefile

import "mdck/internal/safefile/faults"

// OS returns the real file system with a fault in one call. Only the tests of the command use this
// build.
func OS() FS { return faults.Planned() }
