//go:build !windows

package app

func readsEscapes(any) bool { return true }
