//go:build !linux && !darwin

package disk

// copyExtra does nothing: no extended attributes are supported on this system.
func copyExtra(string, string, bool) {}
