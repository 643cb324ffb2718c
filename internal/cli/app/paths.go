package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mdck/internal/tree"
)

// DisplayPath returns a path for messages, relative if it is below the current directory.
func DisplayPath(abs string) string {
	cwd, _ := os.Getwd()
	if rel, ok := tree.Within(cwd, abs); ok {
		return rel
	}
	return filepath.ToSlash(abs)
}

// IsFile reports whether name exists and is not a directory.
func IsFile(name string) bool {
	info, err := os.Stat(name)
	return name != "" && err == nil && !info.IsDir()
}

func IsDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

//go:noinline
func Exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// NearestDir returns dir or the nearest directory above it that exists.
func NearestDir(dir string) string {
	for !IsDir(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	return dir
}

// ResolveLinks returns the path without symbolic links, as git knows it.
func ResolveLinks(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		return real
	}
	return file
}

// ExistingFiles returns the names that exist in files.
func ExistingFiles(files fs.FS, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		_, err := fs.Stat(files, name)
		return err != nil
	})
}
