//go:build !faults

package safefile

import "mdck/internal/safefile/disk"

// OS is the file system of the operating system, as a Store without FS has it.
func OS() FS { return disk.System{} }
