package config

import (
	"cmp"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
)

// values are what is set, and the defaults of the other keys.
type values struct {
	*keySet
	overlay
}

// resolve lays what environment and flags set over what the file sets, and that
// over the defaults. All values have been checked.
func (k *keySet) resolve(file string, set, over overlay) *Config {
	all := values{k, overlay{}}
	maps.Copy(all.overlay, set)
	maps.Copy(all.overlay, over)
	c := &Config{
		path:     file,
		values:   sync.OnceValue(all.list),
		encoding: all.text(keyEncoding),
		factor:   all.factor,
		failOn:   all.text(keyFailOn),
		team:     all.text(keyTeam),
		limits:   schema.Limits{Lines: all.number(keyLines), GroupLines: all.number(keyGroupLines), Tokens: all.number(keyTokens)},
		off:      map[string]bool{},
		levels:   map[string]lint.Severity{},

		thresholds: all.limits(),
	}
	maps.Copy(c.off, k.protocols.Rules().Newer(all.text(keyVersion)))
	if dir := all.text(keySkillDir); dir != "" {
		c.skillDir, c.skillOrigin = absolute(all.overlay[keySkillDir].base, dir), all.overlay[keySkillDir].origin
	}
	if file := all.text(keyBaseline); file != "" {
		c.baseline = absolute(all.overlay[keyBaseline].base, file)
	}
	if s, ok := all.overlay[keyIgnore]; ok {
		c.ignore = newPatterns(s.base, list(s.value))
	}
	c.severities(all)
	if s, ok := all.overlay[keyTriggers]; ok {
		c.triggers = &s
	}
	if s, ok := all.overlay[keyFormats]; ok {
		c.formats = newFormats(s)
	}
	return c
}

// severities fills levels and off.
func (c *Config) severities(all values) {
	for key := range all.overlay {
		id, ok := strings.CutPrefix(key, keySeverities+".")
		if !ok {
			continue
		}
		switch all.text(key) {
		case "off":
			c.off[id] = true
		case "error":
			c.levels[id] = lint.Error
		case "warning":
			c.levels[id] = lint.Warning
		}
	}
}

// absolute is the path dir as seen from base; ~/ is the home of the user, if that
// is known.
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

// text is the value of a key, or its default, as text.
func (set values) text(key string) string {
	s, ok := set.overlay[key]
	if !ok {
		return set.defaultOf(key)
	}
	if text, ok := s.value.Str(); ok {
		return text
	}
	if number, ok := s.value.Number(); ok {
		return number
	}
	return strings.Join(list(s.value), ", ")
}

// number is the value of a key, or its default. What no int holds is no limit.
func (set values) number(key string) int {
	n, err := strconv.Atoi(set.text(key))
	if err != nil {
		return math.MaxInt
	}
	return n
}

// factor is that of the estimates for a generation. What no float64 holds is the
// greatest that one does.
func (set values) factor(generation string) float64 {
	f, err := strconv.ParseFloat(set.text(keyEstimates+"."+generation), 64)
	if err != nil {
		return math.MaxFloat64
	}
	return f
}

// list is the elements of v.
func list(v *jsondoc.Value) []string {
	var all []string
	for _, e := range v.Elements {
		text, _ := e.Str()
		all = append(all, text)
	}
	return all
}

// defaultOf is the default of a key as text; "" if it has none.
func (k *keySet) defaultOf(key string) string {
	if key == keyTriggers {
		return "" // a list of the protocol, too long for a line
	}
	for _, l := range k.leaves {
		if l.key == key {
			return strings.Trim(l.field.Default, `"[]`)
		}
	}
	return ""
}

// list lists all keys, with each severity that is set in place of the
// severities.
func (set values) list() []Value {
	var all []Value
	for _, l := range set.keys {
		_, isSet := set.overlay[l.key]
		if l.key != keySeverities && (isSet || !strings.HasPrefix(l.key, keySeverities+".")) {
			all = append(all, set.value(l.key, l.field))
		}
	}
	return slices.Clip(all)
}

func (set values) value(key string, f *jsondoc.Field) Value {
	s, ok := set.overlay[key]
	if !ok {
		return Value{Key: key, Text: set.defaultOf(key), JSON: cmp.Or(f.Default, "null"), Origin: "default"}
	}
	v := Value{Key: key, Text: set.text(key), JSON: spell(s.value), Origin: s.origin, File: s.at.Name, Line: s.at.Line, Column: s.at.Column}
	switch {
	case key == keyTriggers:
		v.Text = triggerNames(s.value)
	case key == keyFormats:
		v.Text = formatNames(s.value)
	case key == keyVersion: // may be a number in the file
		v.JSON = jsondoc.Quote(v.Text)
	case isThreshold(key):
		v.JSON = limitJSON(key, v.Text)
	}
	return v
}
