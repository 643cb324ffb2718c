package config

import (
	"path/filepath"
	"runtime"
	"strings"
)

const envPrefix = "MDCK_"

func (l *Loader) getenv(name string) string {
	for _, pair := range l.Environ {
		key, value, _ := strings.Cut(pair, "=")
		if key == name || runtime.GOOS == "windows" && strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}

func isOwn(pair string) bool {
	name, _, _ := strings.Cut(strings.ToUpper(pair), "=")
	return strings.HasPrefix(name, envPrefix) && name != EnvFile
}

// Searched describes for messages where For searches.
func (l *Loader) Searched(dir, top string) string {
	l.mutex.Lock()
	last := l.place(filepath.Clean(dir)).root
	l.mutex.Unlock()
	where := DisplayPath(dir)
	if last == "" {
		last = top
	}
	if last != dir {
		where += " and the directories above it, up to " + DisplayPath(last)
	}
	return where
}
