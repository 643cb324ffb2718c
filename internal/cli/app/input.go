package app

import (
	"fmt"
	"io"
	"path/filepath"

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
	text, err = ReadAtMost(std.In, mdcheckpoint.MaxSize)
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
func ReadInput(in io.Reader) (string, error) {
	text, err := ReadAtMost(in, mdcheckpoint.MaxSize)
	return text, IgnoreError(err, source.ErrTooLarge)
}

// ReadAtMost reads standard input. If there are more than most bytes, it cuts the text, and the
// error wraps [source.ErrTooLarge].
func ReadAtMost(in io.Reader, most int) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	if err != nil {
		return "", fmt.Errorf("standard input: %w", err)
	}
	return string(text), checkSize(string(text), most)
}

// CheckInputSize returns an error if [ReadInput] cut off the text.
func CheckInputSize(text string) error { return checkSize(text, mdcheckpoint.MaxSize) }

func checkSize(text string, most int) error {
	if len(text) > most {
		return fmt.Errorf("standard input is %w; expected at most %d bytes", source.ErrTooLarge, most)
	}
	return nil
}

// ReadFile reads a regular file that is small enough to parse. Its errors do not contain the name.
func ReadFile(name string) (string, error) {
	text, err := source.ReadFile(tree.Dir(filepath.Dir(name)), filepath.Base(name))
	return text, tree.Cause(err)
}
