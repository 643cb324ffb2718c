//go:build !linux

package testtmp

func inMemory() {}
