package app

import (
	"golang.org/x/sys/windows"
)

// readsEscapes turns on escape sequences in a console and reports whether that worked.
func readsEscapes(stream any) bool {
	file, ok := fileOf(stream)
	if !ok {
		return false
	}
	var mode uint32
	console := windows.Handle(file.Fd())
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
