//go:build !linux

// Package testtmp makes tests write their temporary files to memory, on Linux.
package testtmp

// Use does nothing on this system.
func Use() {}
