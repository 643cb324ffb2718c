package tree

import "path/filepath"

// Within returns the slash path from dir to path; "." for dir itself. Both must be absolute.
func Within(dir, path string) (slash string, ok bool) {
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// Relative returns file as a slash path from the directory from, or file itself if no relative path exists.
func Relative(from, file string) string {
	if rel, err := filepath.Rel(from, file); err == nil {
		file = rel
	}
	return filepath.ToSlash(file)
}

// RealPath returns an absolute path without links, as spelled on disk. The file may be missing.
func RealPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(RealPath(dir), filepath.Base(path))
	}
	return path
}
