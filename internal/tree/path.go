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

// Relative returns the slash path to file from the directory from; if there is none, file with
// slashes.
func Relative(from, file string) string {
	if rel, err := filepath.Rel(from, file); err == nil {
		file = rel
	}
	return filepath.ToSlash(file)
}

// RealPath returns an absolute path without links, as spelled on disk. Its last elements may be
// missing.
func RealPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(RealPath(dir), filepath.Base(path))
	}
	return path
}
