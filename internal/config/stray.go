package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"mdck/internal/nearest"
)

const envPrefix = "MDCK_"

// getenv returns the value of a variable; "" if it is not set.
func (l *Loader) getenv(name string) string {
	for _, pair := range l.Environ {
		key, value, _ := strings.Cut(pair, "=")
		if key == name || runtime.GOOS == "windows" && strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}

// isOwn reports whether a NAME=VALUE of the environment may be the value of a key.
func isOwn(pair string) bool {
	name, _, _ := strings.Cut(strings.ToUpper(pair), "=")
	return strings.HasPrefix(name, envPrefix) && name != EnvFile
}

// Stray returns an error for the variables of the environment whose names are nearly those of
// a key. Other names that begin with MDCK_ belong to other programs.
func (l *Loader) Stray() error {
	known := []string{strings.TrimPrefix(EnvFile, envPrefix)}
	for _, leaf := range l.keys().leaves {
		if name := leaf.variable(); name != "" {
			known = append(known, strings.TrimPrefix(name, envPrefix))
		}
	}
	var errs []error
	for _, pair := range slices.Sorted(slices.Values(l.Environ)) {
		name, value, _ := strings.Cut(pair, "=")
		rest, ours := strings.CutPrefix(name, envPrefix)
		if !ours || value == "" || slices.Contains(known, rest) {
			continue
		}
		if near := nearest.Of(rest, known); len(near) > 0 {
			errs = append(errs, fmt.Errorf("%s: no key has this variable (did you mean %s?)", name, envPrefix+near[0]))
		}
	}
	return errors.Join(errs...)
}

// Searched describes where For looks for a file.
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
