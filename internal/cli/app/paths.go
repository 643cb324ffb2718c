package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// DisplayPath returns an absolute path as it is shown to the user: relative to the current directory if it
// is below that directory.
func DisplayPath(abs string) string {
	if cwd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(cwd, abs); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
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

func Exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// NearestDir returns dir, or the nearest directory above it that exists.
func NearestDir(dir string) string {
	for !IsDir(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	return dir
}

// ResolveLinks returns the path with symbolic links resolved, because git knows the file by that path.
func ResolveLinks(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		return real
	}
	return file
}

// existsIn returns a function that reports whether a path exists in files.
func existsIn(files fs.FS) func(name string) bool {
	return func(name string) bool {
		if !fs.ValidPath(name) {
			return false
		}
		_, err := fs.Stat(files, name)
		return err == nil
	}
}

// ExistingFiles returns the names that exist in files.
func ExistingFiles(files fs.FS, names []string) []string {
	there := existsIn(files)
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !there(name) })
}
