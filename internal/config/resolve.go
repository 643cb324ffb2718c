package config

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

func (l *Loader) resolve(file string, set overlay) *Config {
	c := &Config{path: file, loader: l, set: set, off: map[string]bool{}, levels: map[string]lint.Severity{}}
	if s, ok := set[keyIgnore]; ok {
		c.ignore = newPatterns(s.base, list(s.value))
	}
	if version := set.text(keyVersion); version != "" {
		maps.Copy(c.off, l.Table.Rules().Newer(version))
	}
	for key := range set {
		if id, ok := strings.CutPrefix(key, keySeverities+"."); ok {
			c.setSeverity(id, set.text(key))
		} else if s := l.keys().setting(key); s != nil && s.Formats != nil {
			c.addFormats(s.Formats(set[key].value), set[key].base)
		}
	}
	return c
}

// addFormats keeps the formats of protocols first.
func (c *Config) addFormats(all []protocol.Format, base string) {
	for _, f := range all {
		c.formats = append(c.formats, located{f, base})
	}
	sort.SliceStable(c.formats, func(i, j int) bool { return c.formats[i].Of > c.formats[j].Of })
}

func (c *Config) setSeverity(id, level string) {
	switch level {
	case "off":
		c.off[id] = true
	case "error":
		c.levels[id] = lint.Error
	case "warning":
		c.levels[id] = lint.Warning
	}
}

func absolute(base, dir string) string {
	if below, ok := strings.CutPrefix(dir, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, filepath.FromSlash(below))
		}
	}
	dir = filepath.FromSlash(dir)
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(base, dir)
}

func (set overlay) text(key string) string {
	v := set[key].value
	if v == nil {
		return ""
	}
	if text, ok := v.Str(); ok {
		return text
	}
	if number, ok := v.Number(); ok {
		return number
	}
	return strings.Join(list(v), ", ")
}

func (set overlay) file(key string) string {
	if text := set.text(key); text != "" {
		return absolute(set[key].base, text)
	}
	return ""
}

func list(v *jsondoc.Value) (all []string) {
	for _, e := range v.Elements {
		text, _ := e.Str()
		all = append(all, text)
	}
	return all
}

// values returns the keys with their values; of severities, only configured ones.
func (k *keySet) values(set overlay) []Value {
	var all []Value
	for _, l := range k.keys {
		_, isSet := set[l.key]
		if l.key != keySeverities && (isSet || !strings.HasPrefix(l.key, keySeverities+".")) {
			all = append(all, k.value(set, &l))
		}
	}
	return slices.Clip(all)
}

func (k *keySet) value(set overlay, l *leaf) Value {
	s, ok := set[l.key]
	if !ok {
		return Value{Key: l.key, Text: l.defaultText(), JSON: cmp.Or(l.field.Default, "null"), Origin: "default"}
	}
	v := Value{Key: l.key, Text: set.text(l.key), JSON: s.value.JSON(), Origin: s.origin, File: s.at.Name, Line: s.at.Line, Column: s.at.Column}
	if l.key == keyVersion { // a number in the file is allowed
		v.JSON = jsondoc.Quote(v.Text)
	}
	if own := k.setting(l.key); own != nil && own.Show != nil {
		text, json := own.Show(l.key, s.value)
		v.Text, v.JSON = cmp.Or(text, v.Text), cmp.Or(json, v.JSON)
	}
	return v
}

func (k *keySet) setting(key string) *protocol.Setting {
	first, _, _ := strings.Cut(key, ".")
	if i := slices.IndexFunc(k.settings, func(s protocol.Setting) bool { return s.Name == first }); i >= 0 {
		return &k.settings[i]
	}
	return nil
}
