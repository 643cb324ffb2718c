package app

import (
	"os"

	"golang.org/x/term"
)

// UseColour reports whether out gets colours and other output for people. If flag does not decide,
// out must be a terminal that supports colours, and NO_COLOR must not be set (no-color.org).
func UseColour(flag string, out any, getenv func(string) string) bool {
	switch flag {
	case "always":
		return true
	case "never":
		return false
	}
	return getenv("NO_COLOR") == "" && readsEscapeSequences(out, getenv)
}

// readsEscapeSequences reports whether out is a terminal that interprets escape sequences.
func readsEscapeSequences(out any, getenv func(string) string) bool {
	return IsTerminal(out) && getenv("TERM") != "dumb" && readsEscapes(out)
}

// IsTerminal reports whether stream is a terminal.
func IsTerminal(stream any) bool {
	file, ok := fileOf(stream)
	return ok && term.IsTerminal(int(file.Fd()))
}

// TerminalWidth returns the number of columns of a terminal; 0 if stream is not a terminal or the width is
// unknown.
func TerminalWidth(stream any) int {
	file, ok := fileOf(stream)
	if !ok {
		return 0
	}
	width, _, _ := term.GetSize(int(file.Fd())) // 0 if there is an error
	return width
}

// fileOf returns the file that a stream writes to or reads from.
func fileOf(stream any) (file *os.File, ok bool) {
	if o, ok := stream.(*Output); ok {
		stream = o.To
	}
	file, ok = stream.(*os.File)
	return file, ok
}
