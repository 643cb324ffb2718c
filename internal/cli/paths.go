package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// shownPath is an absolute path as the user is shown it: relative to the current
// directory if it lies below it.
func shownPath(abs string) string {
	if cwd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(cwd, abs); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(abs)
}

// isFile reports whether name is that of a file, and no directory or id.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return name != "" && err == nil && !info.IsDir()
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// existing returns dir, or the nearest directory above it that exists.
func existing(dir string) string {
	for !isDir(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	return dir
}

// behindLinks returns the path that links lead to, under which git has the file.
func behindLinks(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		return real
	}
	return file
}

// isThere tells whether a path is there in files.
func isThere(files fs.FS) func(name string) bool {
	return func(name string) bool {
		if !fs.ValidPath(name) {
			return false
		}
		_, err := fs.Stat(files, name)
		return err == nil
	}
}

// present are those of names that are there: a file that was deleted is no key to
// anything.
func present(files fs.FS, names []string) []string {
	there := isThere(files)
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !there(name) })
}
