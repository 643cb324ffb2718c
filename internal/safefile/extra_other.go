//go:build !linux && !darwin

package safefile

// copyExtra does nothing: here files have no extended attributes that we know of.
func copyExtra(string, string, bool) {}
