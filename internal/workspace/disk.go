package workspace

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// disk is the disk on which protocols find their files.
type disk struct{}

func (disk) Exists(path string) bool                    { return exists(path) }
func (disk) IsDir(path string) bool                     { return isDirectory(path) }
func (disk) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(path) }
func (disk) Getenv(name string) string                  { return os.Getenv(name) }
func (disk) Abs(path string) (string, error)            { return filepath.Abs(path) }

func (disk) ReadFile(path string, max int64) (string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular() || info.Size() > max:
		return "", fmt.Errorf("%s is no regular file of at most %d bytes", path, max)
	}
	text, err := os.ReadFile(path)
	return string(text), err
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
