package app

import (
	"golang.org/x/sys/windows"
)

// IsTerminal reports whether stream is a console. NUL is a character device as
// well, and none.
func IsTerminal(stream any) bool {
	var mode uint32
	return windows.GetConsoleMode(handle(stream), &mode) == nil
}

// TerminalWidth is how many columns the console has that stream is; 0 if that is
// not known.
func TerminalWidth(stream any) int {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(handle(stream), &info) != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}

// readsEscapes reports whether a console acts upon escape sequences, after asking
// it to: older ones cannot.
func readsEscapes(stream any) bool {
	var mode uint32
	if windows.GetConsoleMode(handle(stream), &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(handle(stream), mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

func handle(stream any) windows.Handle {
	if file, ok := fileOf(stream); ok {
		return windows.Handle(file.Fd())
	}
	return windows.InvalidHandle
}
