//go:build !unix && !windows

package app

func IsTerminal(any) bool { return false }

func TerminalWidth(any) int { return 0 }

func readsEscapes(any) bool { return false }
