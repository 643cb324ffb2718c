package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// Limits of the parsers.
const (
	MaxSize  = 1 << 20 // bytes in a file
	MaxParts = 1 << 15 // blocks and list items, or tagged elements, in a file
)

var (
	ErrTooLarge   = errors.New("too large")
	ErrTooMany    = errors.New("too many parts") // blocks or values
	ErrNotUTF8    = errors.New("not valid UTF-8")
	ErrNotRegular = errors.New("not a regular file") // such as a folder or a pipe
)

// A TextFS is a tree that reads a regular file of at most [MaxSize] bytes in one step, as a string.
type TextFS interface {
	fs.FS
	ReadText(name string) (string, error)
}

// ReadFile reads a file of at most [MaxSize] bytes. For a larger file, it returns the first
// MaxSize+1 bytes and a [*fs.PathError] that wraps [ErrTooLarge].
func ReadFile(tree fs.FS, name string) (string, error) {
	if tree == nil {
		return "", &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if text, done, err := readText(tree, name); done {
		return text, err
	}
	info, err := fs.Stat(tree, name)
	if err != nil {
		return "", err
	}
	return readFile(tree, name, info)
}

// readText reads a file in one step. done is false if that is not possible.
func readText(tree fs.FS, name string) (text string, done bool, err error) {
	t, ok := tree.(TextFS)
	if !ok {
		return "", false, nil
	}
	text, err = t.ReadText(name)
	return text, err == nil || errors.Is(err, fs.ErrNotExist), err
}

func readFile(tree fs.FS, name string, info fs.FileInfo) (string, error) {
	if info.Mode().IsRegular() && info.Size() > MaxSize {
		start, err := readStart(tree, name)
		if err == nil {
			err = tooLarge(name, info.Size())
		}
		return start, err
	}
	raw, err := fs.ReadFile(tree, name)
	text := string(raw)
	if len(text) > MaxSize { // the file has grown in the meantime
		return text[:MaxSize+1], tooLarge(name, int64(len(text)))
	}
	return text, err
}

// ReadRegular is like [ReadFile], but fails with [ErrNotRegular] if the file is not regular: reading
// a pipe would wait for a writer.
func ReadRegular(tree fs.FS, name string) (string, error) {
	if tree == nil {
		return ReadFile(tree, name)
	}
	if text, done, err := readText(tree, name); done {
		return text, err
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

// Load parses the file called name and adds it to files. It returns nil if the file does not exist,
// or after another error, which it adds to faults.
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

// CheckSize returns an error that wraps [ErrTooLarge] for a file above [MaxSize], or nil.
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
	return &fs.PathError{Op: "read", Path: name, Err: Oversize(size)}
}

// Oversize is [TooLarge] for [MaxSize]. For MaxSize+1 bytes, where readers stop, it says "or more".
func Oversize(size int64) error {
	if size == MaxSize+1 {
		return fmt.Errorf("%w (%d or more bytes); expected at most %d", ErrTooLarge, size, MaxSize)
	}
	return TooLarge(size, MaxSize)
}

// TooLarge returns an error that wraps [ErrTooLarge]. most is in bytes.
func TooLarge(size, most int64) error {
	return fmt.Errorf("%w (%d bytes); expected at most %d", ErrTooLarge, size, most)
}

func readStart(tree fs.FS, name string) (string, error) {
	f, err := tree.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	return string(text), err
}
