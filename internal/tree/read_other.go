//go:build !unix

package tree

import (
	"io"
	"io/fs"
	"os"

	"mdck/mdcheckpoint/source"
)

// readRegular reads the file at path if it is a regular one of at most so many bytes.
func readRegular(name, path string, most int64) ([]byte, error) {
	text, err := readMost(path, most)
	if pe, ok := err.(*fs.PathError); ok {
		return nil, PathError(pe.Op, name, pe.Err)
	}
	if err == nil && int64(len(text)) > most {
		return nil, PathError("read", name, source.TooLarge(int64(len(text)), most))
	}
	return text, err
}

// readMost reads a byte more than most of a larger file.
func readMost(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, PathError("read", path, ErrNotFile)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most+1))
}
