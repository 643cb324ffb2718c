//go:build !unix && !windows

package cli

// terminalName names no file: what a terminal is here is not known.
const terminalName = ""

func isTerminal(any) bool { return false }

func terminalWidth(any) int { return 0 }

func readsEscapes(any) bool { return false }
