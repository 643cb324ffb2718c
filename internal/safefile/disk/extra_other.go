//go:build !linux && !darwin

package disk

// copyExtra does nothing: here files have no extended attributes that we know of.
func copyExtra(string, string, bool) {}
