package tree

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"mdck/mdcheckpoint/source"
)

// readRegular is ReadFile for the file at path, with name in errors.
func readRegular(name, path string, limit int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, renamed(name, err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, renamed(name, err)
	case info.IsDir():
		return nil, PathError("read", name, ErrIsDir)
	case !info.Mode().IsRegular():
		return nil, PathError("read", name, ErrNotFile)
	}
	return ReadAll(f, name, info.Size(), limit)
}

// ReadAll reads all of r, the file called name. size is only a hint, because the file may have
// grown. The error wraps [source.ErrTooLarge] above limit bytes.
func ReadAll(r io.Reader, name string, size, limit int64) ([]byte, error) {
	if size > limit {
		return nil, PathError("read", name, source.TooLarge(size, limit))
	}
	text := make([]byte, 0, size+1) // +1 for the read that finds the end
	r = io.LimitReader(r, limit+1)
	for {
		n, err := r.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		switch got := int64(len(text)); {
		case err != nil && err != io.EOF:
			return text, renamed(name, err)
		case got > limit:
			return nil, PathError("read", name, source.TooLarge(got, limit))
		case err == io.EOF:
			return text, nil
		case len(text) == cap(text):
			text = slices.Grow(text, bytes.MinRead)
		}
	}
}

// Cause returns an error without the path.
func Cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

func renamed(name string, err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return PathError(e.Op, name, e.Err)
	}
	return PathError("read", name, err)
}
