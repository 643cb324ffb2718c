package tree

import "path/filepath"

// Within returns path relative to dir, with slashes; "." for dir itself. If path is not in dir, ok
// is false. Both arguments must be absolute.
func Within(dir, path string) (slash string, ok bool) {
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// RealPath returns an absolute path without symbolic links. If the file system reports how a name
// is spelled on disk, the path has that spelling. If the file does not exist, only its existing
// parent directories are resolved.
func RealPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(RealPath(dir), filepath.Base(path))
	}
	return path
}
