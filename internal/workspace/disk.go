package workspace

import (
	"io/fs"
	"os"
	"path/filepath"

	"mdck/internal/tree"
)

type disk struct{}

func (disk) Exists(path string) bool                    { return exists(path) }
func (disk) IsDir(path string) bool                     { return isDirectory(path) }
func (disk) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(path) }
func (disk) Getenv(name string) string                  { return os.Getenv(name) }
func (disk) Abs(path string) (string, error)            { return filepath.Abs(path) }

func (disk) ReadFile(path string, max int64) (string, error) {
	text, err := tree.ReadFile(path, max)
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
