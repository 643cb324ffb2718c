//go:build unix

package lock

import "syscall"

// replaceEmpty renames a directory to the name of an empty one, which goes in the same
// step. [os.Rename] refuses that.
func replaceEmpty(from, to string) error { return syscall.Rename(from, to) }
