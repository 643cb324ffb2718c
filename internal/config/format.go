package config

import (
	"path"
	"path/filepath"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

// formats are the formats of the user, with the directory that their patterns are
// relative to.
type formats struct {
	base string // absolute path
	all  []protocol.Format
}

// Formats returns the formats of the user, in their order. The caller must not change them.
func (c *Config) Formats() []protocol.Format { return c.formats.all }

// FormatNamed returns the format of that name; nil if there is none.
func (c *Config) FormatNamed(name string) *protocol.Format {
	if i := slices.IndexFunc(c.formats.all, func(f protocol.Format) bool { return f.Name == name }); i >= 0 {
		return &c.formats.all[i]
	}
	return nil
}

// FormatModel returns what the protocol of formats knows of the one of that name; nil if there
// is none.
func (c *Config) FormatModel(name string) any {
	if f := c.FormatNamed(name); f != nil {
		return f.Model
	}
	return nil
}

// FormatsBase returns the absolute path of the directory that the patterns of formats are
// relative to.
func (c *Config) FormatsBase() string { return c.formats.base }

// Format returns the first format with a pattern that matches the file at an absolute path;
// nil if there is none.
func (c *Config) Format(file string) *protocol.Format { return c.formats.match(file) }

func (all *formats) match(file string) *protocol.Format {
	if len(all.all) == 0 {
		return nil
	}
	name, ok := tree.Within(all.base, file)
	if !ok {
		return nil
	}
	for i := range all.all {
		for _, pattern := range all.all[i].Files {
			if doublestar.MatchUnvalidated(path.Clean(pattern), name) {
				return &all.all[i]
			}
		}
	}
	return nil
}

// FormatOf returns the name of the format that a file, an absolute path, has in its
// configuration, and the absolute path of the directory that the patterns there are relative
// to. Ok is false if there is none, and if the configuration has problems.
// Outside of any repository a configuration above the directory top does not count.
func (l *Loader) FormatOf(file, top string) (name, base string, ok bool) {
	c, err := l.For(filepath.Dir(file), top)
	if err != nil {
		return "", "", false
	}
	if own := c.Format(file); own != nil {
		return own.Name, c.FormatsBase(), true
	}
	return "", "", false
}
