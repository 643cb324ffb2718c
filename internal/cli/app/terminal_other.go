//go:build !windows

package app

// readsEscapes reports whether a terminal interprets escape sequences.
func readsEscapes(any) bool { return true }
