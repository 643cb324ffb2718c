package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// Limits of what is parsed, which bound time and memory.
const (
	MaxSize  = 1 << 20 // bytes of a file
	MaxParts = 1 << 15 // blocks and list items, or elements in tags, in a file
)

// ErrTooLarge is wrapped by the error about a text that is longer than is parsed, ErrTooMany by
// that about one of more blocks or values than are parsed, ErrNotUTF8 by that about one that is
// not UTF-8, and ErrNotRegular by that about a folder, a pipe or the like that is to be read as a
// file.
var (
	ErrTooLarge   = errors.New("too large")
	ErrTooMany    = errors.New("too many parts")
	ErrNotUTF8    = errors.New("not valid UTF-8")
	ErrNotRegular = errors.New("not a regular file")
)

// ReadFile reads the file called name as [fs.ReadFile] does, if it has at most [MaxSize] bytes. Else it returns the first MaxSize+1 bytes, to show
// but not to parse, and a [*fs.PathError] that wraps [ErrTooLarge]. The tree refuses what is not a file, such as a folder or a pipe.
func ReadFile(tree fs.FS, name string) (string, error) {
	if tree == nil {
		return "", &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	info, err := fs.Stat(tree, name)
	if err != nil {
		return "", err
	}
	return readFile(tree, name, info)
}

// readFile is ReadFile of a file with that info.
func readFile(tree fs.FS, name string, info fs.FileInfo) (string, error) {
	if info.Mode().IsRegular() && info.Size() > MaxSize {
		start, err := readStart(tree, name)
		if err == nil {
			err = tooLarge(name, info.Size())
		}
		return start, err
	}
	text, err := fs.ReadFile(tree, name)
	if len(text) > MaxSize { // it grew meanwhile
		return string(text[:MaxSize+1]), tooLarge(name, int64(len(text)))
	}
	return string(text), err
}

// ReadRegular is [ReadFile] of what must be a regular file, or the error wraps
// [ErrNotRegular]: opening a pipe would wait for a writer.
func ReadRegular(tree fs.FS, name string) (string, error) {
	if tree == nil {
		return ReadFile(tree, name)
	}
	info, err := fs.Stat(tree, name)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", &fs.PathError{Op: "read", Path: name, Err: ErrNotRegular}
	}
	return readFile(tree, name, info)
}

// Load reads the file at name in tree and parses it. One that exists goes into files, of
// one that is too large the start, and into faults why it cannot be used. The result is nil
// unless it was parsed.
func Load[T any](tree fs.FS, name string, files map[string]*File, faults map[string]error, parse func(name, text string) (*T, error)) *T {
	text, err := ReadFile(tree, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil || errors.Is(err, ErrTooLarge) {
		files[name] = NewFile(name, text)
	}
	var parsed *T
	if err == nil {
		parsed, err = parse(name, text)
	}
	if err != nil {
		faults[name] = err
		return nil
	}
	return parsed
}

// CheckSize returns the error that [ReadFile] gives for a file that is too large; nil for any other.
func CheckSize(tree fs.FS, name string) error {
	if tree == nil {
		return nil
	}
	if info, err := fs.Stat(tree, name); err == nil && info.Mode().IsRegular() && info.Size() > MaxSize {
		return tooLarge(name, info.Size())
	}
	return nil
}

func tooLarge(name string, size int64) error {
	return &fs.PathError{Op: "read", Path: name, Err: TooLarge(size, MaxSize)}
}

// TooLarge returns the error about a text of size bytes, which wraps [ErrTooLarge].
func TooLarge(size, most int64) error {
	return fmt.Errorf("%w: %d bytes; expected at most %d", ErrTooLarge, size, most)
}

// readStart reads one byte more of a file than is parsed.
func readStart(tree fs.FS, name string) (string, error) {
	f, err := tree.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	return string(text), err
}
