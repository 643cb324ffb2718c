//go:build !unix && !windows

package cli

func isTerminal(any) bool { return false }

func terminalWidth(any) int { return 0 }

func readsEscapes(any) bool { return false }
