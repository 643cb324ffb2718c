//go:build !windows

package cli

import (
	"io"
	"os"
)

// terminalName is the terminal that the process belongs to, whatever its streams
// are.
const terminalName = "/dev/tty"

// isTerminal reports whether a person types into stream: it is a character device
// and not the one that a stream without content is taken from.
func isTerminal(stream io.Reader) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
