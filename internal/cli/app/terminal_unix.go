//go:build unix

package app

import (
	"os"

	"golang.org/x/sys/unix"
)

// IsTerminal reports whether stream is a terminal. Other character devices, as
// /dev/null and /dev/full, have no size to tell.
func IsTerminal(stream any) bool {
	_, err := windowSize(stream)
	return err == nil
}

// TerminalWidth is how many columns the terminal has that stream is; 0 if that is
// not known.
func TerminalWidth(stream any) int {
	size, err := windowSize(stream)
	if err != nil {
		return 0
	}
	return int(size.Col)
}

func windowSize(stream any) (*unix.Winsize, error) {
	file, ok := fileOf(stream)
	if !ok {
		return nil, os.ErrInvalid
	}
	return unix.IoctlGetWinsize(int(file.Fd()), unix.TIOCGWINSZ)
}

// readsEscapes reports whether a terminal acts upon escape sequences.
func readsEscapes(any) bool { return true }
