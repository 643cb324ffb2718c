package config

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/jsondoc"
)

// formatsField are the formats of the user's own.
func formatsField() jsondoc.Field {
	f := custom.Fields(pattern())
	f.Name = keyFormats
	f.Doc = "Markdown files of other kinds, by a name for each: their sections and budgets."
	return f
}

// reservedNames returns the names that formats may not have: those before the slash of a
// rule.
func (k *keySet) reservedNames() []string {
	var names []string
	for _, r := range k.protocols.Rules() {
		name, _, _ := strings.Cut(r.ID, "/")
		if len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	return names
}

// checkFormats gives the problems of formats that a table cannot find.
func (k *keySet) checkFormats(v *jsondoc.Value) []jsondoc.Problem {
	_, found := custom.ParseFormats(v, k.reservedNames())
	for i := range found {
		found[i].Path = keyFormats + "." + found[i].Path
		found[i].Message = found[i].Path + ": " + found[i].Message
	}
	return found
}

// formats are those of the user's own, with the directory that their patterns are
// relative to.
type formats struct {
	base string // absolute path
	all  []*custom.Format
}

func newFormats(s setting) formats {
	all, _ := custom.ParseFormats(s.value, nil)
	return formats{base: s.base, all: all}
}

// Formats are the formats of the user's own, in their order. The caller must not
// change them.
func (c *Config) Formats() []*custom.Format { return c.formats.all }

// FormatNamed is the format of that name; nil if there is none.
func (c *Config) FormatNamed(name string) *custom.Format {
	if i := slices.IndexFunc(c.formats.all, func(f *custom.Format) bool { return f.Name == name }); i >= 0 {
		return c.formats.all[i]
	}
	return nil
}

// FormatsBase is the absolute path of the directory that the patterns of formats are
// relative to.
func (c *Config) FormatsBase() string { return c.formats.base }

// Format is the first format with a pattern that the file at an absolute path matches;
// nil if there is none.
func (c *Config) Format(file string) *custom.Format { return c.formats.of(file) }

func (all *formats) of(file string) *custom.Format {
	if len(all.all) == 0 {
		return nil
	}
	name, ok := tree.Within(all.base, file)
	if !ok {
		return nil
	}
	for _, f := range all.all {
		for _, pattern := range f.Files {
			if doublestar.MatchUnvalidated(path.Clean(pattern), name) {
				return f
			}
		}
	}
	return nil
}

// FormatOf gives the name of the format that the configuration for the file at an absolute
// path has for it, and the absolute path of the directory that patterns of formats are
// relative to there; ok is false without one, and where the configuration makes no sense.
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

// FormatsNaming reports which files a pattern of a format fits that names the directory
// dir, an absolute path, by the last element of it, and does not only cover it; nil where
// no pattern of the configuration for dir does. Top is as for [Loader.FormatOf].
func (l *Loader) FormatsNaming(dir, top string) func(file string) bool {
	c, err := l.For(dir, top)
	if err != nil {
		return nil
	}
	naming := formats{base: c.formats.base}
	for _, f := range c.formats.all {
		named := *f
		named.Files = slices.DeleteFunc(slices.Clone(f.Files), func(pattern string) bool {
			return !slices.Contains(strings.Split(pattern, "/"), filepath.Base(dir))
		})
		if len(named.Files) > 0 {
			naming.all = append(naming.all, &named)
		}
	}
	if len(naming.all) == 0 {
		return nil
	}
	return func(file string) bool { return naming.of(file) != nil }
}

// formatNames are the names of an object of formats, for people.
func formatNames(v *jsondoc.Value) string {
	var names []string
	for _, m := range v.Members {
		names = append(names, m.Key)
	}
	return strings.Join(names, ", ")
}
