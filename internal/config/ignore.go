package config

import (
	"path"
	"path/filepath"

	"github.com/bmatcuk/doublestar/v4"
)

// Patterns say which paths below base are ignored.
type patterns struct {
	base string // absolute path
	all  []string
}

// newPatterns makes patterns of what users write, which may end in a slash.
func newPatterns(base string, all []string) patterns {
	p := patterns{base: base}
	for _, pattern := range all {
		p.all = append(p.all, path.Clean(pattern))
	}
	return p
}

// match reports whether a pattern matches file, an absolute path, or a directory
// that it lies in.
func (p patterns) match(file string) bool {
	if len(p.all) == 0 {
		return false // the common case
	}
	name, ok := relative(p.base, file)
	for ; ok && name != "."; name = path.Dir(name) {
		for _, pattern := range p.all {
			if doublestar.MatchUnvalidated(pattern, name) {
				return true
			}
		}
	}
	return false
}

// relative is the slash path of path from base; ok is false if it is not base or below it.
func relative(base, path string) (slash string, ok bool) {
	rel, err := filepath.Rel(base, path)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}
