package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/nearest"
)

const envPrefix = "MDCK_"

// Variables are the names of all environment variables that say something to a
// [Loader], in the order of the table.
func (l *Loader) Variables() []string {
	var all []string
	for _, leaf := range l.keys().leaves {
		if name := leaf.variable(); name != "" {
			all = append(all, name)
		}
	}
	return append(all, EnvFile)
}

// Stray reports those of environ, NAME=VALUE each, that look like a slip for one
// of Variables: nobody would notice that they say nothing. Names that are like
// none of them belong to others.
func (l *Loader) Stray(environ []string) error {
	var known []string
	for _, name := range l.Variables() {
		known = append(known, strings.TrimPrefix(name, envPrefix))
	}
	var faults []error
	for _, pair := range slices.Sorted(slices.Values(environ)) {
		name, value, _ := strings.Cut(pair, "=")
		rest, ours := strings.CutPrefix(name, envPrefix)
		if !ours || value == "" || slices.Contains(known, rest) {
			continue
		}
		if near := nearest.Of(rest, known); len(near) > 0 {
			faults = append(faults, fmt.Errorf("%s: no key has this variable (did you mean %s?)", name, envPrefix+near[0]))
		}
	}
	return errors.Join(faults...)
}

// Searched says for people where For looks for a file.
func (l *Loader) Searched(dir, top string) string {
	l.mutex.Lock()
	last := l.place(filepath.Clean(dir)).root
	l.mutex.Unlock()
	where := Shown(dir)
	if last == "" {
		last = top
	}
	if last != dir {
		where += " and above it up to " + Shown(last)
	}
	return where
}
