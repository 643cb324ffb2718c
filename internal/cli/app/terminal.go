package app

import (
	"os"

	"golang.org/x/term"
)

// UseColour reports whether to print colours, and other output for people, to out. The flag can be
// "always" or "never". Otherwise out must be a terminal with colours, and NO_COLOR must not be set
// (no-color.org).
func UseColour(flag string, out any, getenv func(string) string) bool {
	switch flag {
	case "always":
		return true
	case "never":
		return false
	}
	return getenv("NO_COLOR") == "" && readsEscapeSequences(out, getenv)
}

func readsEscapeSequences(out any, getenv func(string) string) bool {
	return IsTerminal(out) && getenv("TERM") != "dumb" && readsEscapes(out)
}

// IsTerminal reports whether stream is a terminal.
func IsTerminal(stream any) bool {
	file, ok := fileOf(stream)
	return ok && term.IsTerminal(int(file.Fd()))
}

// TerminalWidth returns the number of columns of a terminal; 0 if unknown or not a terminal.
func TerminalWidth(stream any) int {
	file, ok := fileOf(stream)
	if !ok {
		return 0
	}
	width, _, _ := term.GetSize(int(file.Fd())) // 0 after an error
	return width
}

func fileOf(stream any) (file *os.File, ok bool) {
	if o, ok := stream.(*Output); ok {
		stream = o.To
	}
	file, ok = stream.(*os.File)
	return file, ok
}
