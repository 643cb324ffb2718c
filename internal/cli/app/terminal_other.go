//go:build !windows

package app

// readsEscapes reports whether a terminal acts upon escape sequences.
func readsEscapes(any) bool { return true }
