package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// displayPath returns an absolute path as the user is shown it: relative to the current
// directory if it is below it.
func displayPath(abs string) string {
	if cwd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(cwd, abs); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(abs)
}

// isFile reports whether name exists and is not a directory.
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

// nearestDir returns dir, or the nearest directory above it that exists.
func nearestDir(dir string) string {
	for !isDir(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	return dir
}

// resolveLinks returns the path that symbolic links lead to, under which git has the file.
func resolveLinks(file string) string {
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

// existingFiles returns those of names that exist in files.
func existingFiles(files fs.FS, names []string) []string {
	there := existsIn(files)
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !there(name) })
}
