//go:build !unix

package tree

import (
	"io/fs"
	"os"
)

// readRegular reads the file at path if it is a regular one.
func readRegular(name, path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		err = PathError("read", name, ErrNotFile)
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(path)
	}
	if pe, ok := err.(*fs.PathError); ok {
		return nil, PathError(pe.Op, name, pe.Err)
	}
	return text, err
}
