package config

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

// located is a format and the directory of its patterns.
type located struct {
	protocol.Format
	base string
}

// Formats returns the user's formats in their order.
func (c *Config) Formats() (all []protocol.Format) {
	for _, f := range c.formats {
		if f.Of == "" {
			all = append(all, f.Format)
		}
	}
	return all
}

// FormatNamed returns the format called name, or nil.
func (c *Config) FormatNamed(name string) *protocol.Format {
	if i := slices.IndexFunc(c.formats, func(f located) bool { return f.Name == name && f.Of == "" }); i >= 0 {
		return &c.formats[i].Format
	}
	return nil
}

// FormatModel returns the model of the format called name, or nil.
func (c *Config) FormatModel(name string) any {
	if f := c.FormatNamed(name); f != nil {
		return f.Model
	}
	return nil
}

// FormatsBase returns the absolute directory of the patterns of formats.
func (c *Config) FormatsBase() string {
	if i := slices.IndexFunc(c.formats, func(f located) bool { return f.Of == "" }); i >= 0 {
		return c.formats[i].base
	}
	return ""
}

// Format returns the first format that matches file, an absolute path, and the directory of its
// patterns; nil if none does.
func (c *Config) Format(file string) (f *protocol.Format, base string) {
	for i := range c.formats {
		f := &c.formats[i]
		name, ok := tree.Within(f.base, file)
		if ok && slices.ContainsFunc(f.Files, func(pattern string) bool { return doublestar.MatchUnvalidated(path.Clean(pattern), name) }) {
			return &f.Format, f.base
		}
	}
	return nil, ""
}

// FormatOf is [Config.Format] in the configuration for file; nil if it has errors.
func (l *Loader) FormatOf(file, top string) (f *protocol.Format, base string) {
	c, err := l.For(filepath.Dir(file), top)
	if err != nil {
		return nil, ""
	}
	return c.Format(file)
}

// FileOf returns the absolute path that the configuration for dir sets for a protocol, or "".
func (l *Loader) FileOf(protocol, dir string) string {
	c, err := l.For(dir, dir)
	if err != nil {
		return ""
	}
	for _, f := range c.formats {
		if f.Of == protocol && len(f.Files) == 1 && !strings.ContainsAny(f.Files[0], "*?[") {
			return filepath.Join(f.base, filepath.FromSlash(f.Files[0]))
		}
	}
	return ""
}
