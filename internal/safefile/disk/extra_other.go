//go:build !linux && !darwin

package disk

// copyExtra does nothing, because extended attributes are not supported on this system.
func copyExtra(string, string, bool) {}
