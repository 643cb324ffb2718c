package tree

import "path/filepath"

// Within is the slash path of path relative to dir, "." for dir itself; ok is false if
// path is not in dir. Both are absolute.
func Within(dir, path string) (slash string, ok bool) {
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// RealPath is an absolute path without symbolic links, and as the file system spells it
// where it says so. Of a file that does not exist it is that of its directory and its name.
func RealPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(RealPath(dir), filepath.Base(path))
	}
	return path
}
