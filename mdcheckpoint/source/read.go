package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// Limits of the parsers, to save time and memory.
const (
	MaxSize  = 1 << 20 // bytes in a file
	MaxParts = 1 << 15 // blocks and list items, or tagged elements, in a file
)

// Causes of errors. ErrTooLarge means that a text is too long to be parsed. ErrTooMany means that a
// text has too many blocks or values. ErrNotUTF8 means that a text is not UTF-8. ErrNotRegular
// means that a path is not a regular file but, for example, a folder or a pipe.
var (
	ErrTooLarge   = errors.New("too large")
	ErrTooMany    = errors.New("too many parts")
	ErrNotUTF8    = errors.New("not valid UTF-8")
	ErrNotRegular = errors.New("not a regular file")
)

// A TextFS is a tree that can return the text of a file as a string. This saves ReadFile a copy.
// Except for the type of the result, ReadText does the same as [fs.ReadFile].
type TextFS interface {
	fs.FS
	ReadText(name string) (string, error)
}

// ReadFile reads the file called name like [fs.ReadFile] if it has at most [MaxSize] bytes. Of a
// larger file, it returns the first MaxSize+1 bytes and a [*fs.PathError] that wraps [ErrTooLarge].
// This text can be shown but not parsed. For a folder or a pipe, ReadFile returns the error of
// tree.
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

func readFile(tree fs.FS, name string, info fs.FileInfo) (string, error) {
	if info.Mode().IsRegular() && info.Size() > MaxSize {
		start, err := readStart(tree, name)
		if err == nil {
			err = tooLarge(name, info.Size())
		}
		return start, err
	}
	var text string
	var err error
	if t, ok := tree.(TextFS); ok {
		text, err = t.ReadText(name)
	} else {
		var raw []byte
		raw, err = fs.ReadFile(tree, name)
		text = string(raw)
	}
	if len(text) > MaxSize { // the file has grown in the meantime
		return text[:MaxSize+1], tooLarge(name, int64(len(text)))
	}
	return text, err
}

// ReadRegular is like [ReadFile], but only for regular files. For other files, the error wraps
// [ErrNotRegular]. It does not open a pipe, which would wait for a writer.
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

// Load reads the file called name in tree and parses it. An existing file is added to files. Of a
// file that is too large, only the start is added. If the file cannot be used, Load adds the reason
// to faults and returns nil. If it does not exist, Load only returns nil.
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

// CheckSize returns the error of [ReadFile] for a file that is too large, and nil for any other
// file.
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

// TooLarge returns an error that wraps [ErrTooLarge], for a text of size bytes. The maximum is most
// bytes.
func TooLarge(size, most int64) error {
	return fmt.Errorf("%w: %d bytes; expected at most %d", ErrTooLarge, size, most)
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
