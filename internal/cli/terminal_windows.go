package cli

import (
	"io"
	"os"
	"syscall"
)

// terminalName is the console that the process belongs to, whatever its streams
// are.
const terminalName = "CONOUT$"

// isTerminal reports whether a person types into stream: it is a console. NUL is
// a character device as well, and none.
func isTerminal(stream io.Reader) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	var mode uint32
	return syscall.GetConsoleMode(syscall.Handle(file.Fd()), &mode) == nil
}
