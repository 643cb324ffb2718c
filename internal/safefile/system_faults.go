//go:build faults

package safefile

import "mdck/internal/safefile/faults"

// OS is the file system of the operating system, of which something is wrong with one
// call. The tests of the command build it; no release has it.
func OS() FS { return faults.Planned() }
