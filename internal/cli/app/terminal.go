package app

import (
	"os"

	"golang.org/x/term"
)

// UseColour reports whether to print colours to out. Source of NO_COLOR: no-color.org.
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

// TerminalWidth returns the columns of a terminal, or 0.
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
