//go:build faults

package safefile

import "mdck/internal/safefile/faults"

// OS returns the real file system with a fault in one call, for tests of the command.
func OS() FS { return faults.Planned() }
