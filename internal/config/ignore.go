package config

import (
	"path"

	"github.com/bmatcuk/doublestar/v4"

	"mdck/internal/tree"
)

type patterns struct {
	base string // absolute path
	all  []string
}

func newPatterns(base string, all []string) patterns {
	p := patterns{base: base}
	for _, pattern := range all {
		p.all = append(p.all, path.Clean(pattern))
	}
	return p
}

func (p patterns) match(file string) bool {
	if len(p.all) == 0 {
		return false
	}
	name, ok := tree.Within(p.base, file)
	for ; ok && name != "."; name = path.Dir(name) {
		for _, pattern := range p.all {
			if doublestar.MatchUnvalidated(pattern, name) {
				return true
			}
		}
	}
	return false
}
