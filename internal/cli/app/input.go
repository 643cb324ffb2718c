package app

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"mdck/internal/tree"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

const stdinName = "standard input"

// ReadText reads the file called from, or standard input for "-", but no terminal. name is for
// messages.
func ReadText(std Streams, from string) (name, text string, err error) {
	if from != "-" {
		if text, err = ReadFile(from); err != nil {
			return from, "", fmt.Errorf("%s: %w", from, err)
		}
		return from, text, nil
	}
	if IsTerminal(std.In) {
		return stdinName, "", nil
	}
	text, err = ReadCheckedInput(std.In)
	return stdinName, text, err
}

// CheckUTF8 returns an error with the position of the first invalid byte.
func CheckUTF8(name, text string) error {
	if bad := source.InvalidUTF8(text); bad >= 0 {
		return source.NewFile(name, text).Errorf(bad, "%w: found byte 0x%02x", mdcheckpoint.ErrNotUTF8, text[bad])
	}
	return nil
}

// ReadInput reads standard input. [CheckInputSize] reports an input that is too large, and was cut.
func ReadInput(std Streams) (string, error) {
	text, err := io.ReadAll(io.LimitReader(std.In, mdcheckpoint.MaxSize+1))
	if err != nil {
		err = fmt.Errorf("standard input: %w", err)
	}
	return string(text), err
}

// ReadAtMost reads standard input. The error wraps [source.ErrTooLarge] if there are more than most
// bytes.
func ReadAtMost(in io.Reader, most int) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("standard input: %w", err)
	case len(text) > most:
		return "", fmt.Errorf("standard input is %w; expected at most %d bytes", source.ErrTooLarge, most)
	}
	return string(text), nil
}

// ReadCheckedInput reads standard input, unless it is too large to parse.
func ReadCheckedInput(r io.Reader) (string, error) { return ReadAtMost(r, mdcheckpoint.MaxSize) }

// CheckInputSize returns an error if [ReadInput] cut off the text.
func CheckInputSize(text string) error {
	_, err := ReadCheckedInput(strings.NewReader(text))
	return err
}

// ReadFile reads a regular file that is small enough to parse. Its errors do not contain the name.
func ReadFile(name string) (string, error) {
	text, err := source.ReadFile(tree.Dir(filepath.Dir(name)), filepath.Base(name))
	return text, WithoutPath(err)
}
