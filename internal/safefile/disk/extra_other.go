//go:build !linux && !darwin

package disk

// copyExtra does nothing here.
func copyExtra(string, string, bool) {}
