package cli

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// stdinName is what places in standard input are said to be in.
const stdinName = "standard input"

// readText reads a text from the file of that name, or from standard input for
// "-": "" where that is a terminal and nobody was told to type. name is what places
// in the text are said to be in.
func readText(std Streams, from string) (name, text string, err error) {
	if from != "-" {
		if text, err = readVersion(from); err != nil {
			return from, "", fmt.Errorf("%s: %w", from, err)
		}
		return from, text, nil
	}
	if isTerminal(std.In) {
		return stdinName, "", nil
	}
	text, err = readBounded(std.In)
	return stdinName, text, err
}

// decoded reports the first byte of a text that is not UTF-8.
func decoded(name, text string) error {
	if bad := source.InvalidUTF8(text); bad >= 0 {
		return source.NewFile(name, text).Errorf(bad, "%w: found byte 0x%02x", mdcheckpoint.ErrNotUTF8, text[bad])
	}
	return nil
}

// blank reports whether text holds nothing but white space, and a byte order mark.
func blank(text string) bool {
	return strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")) == ""
}
