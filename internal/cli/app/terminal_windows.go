package app

import (
	"golang.org/x/sys/windows"
)

// readsEscapes reports whether a console interprets escape sequences, after enabling that mode. Older
// consoles do not have it.
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
