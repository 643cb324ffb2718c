//go:build !faults

package safefile

import "mdck/internal/safefile/disk"

// OS returns the file system of the operating system, the default of a Store.
func OS() FS { return disk.System{} }
