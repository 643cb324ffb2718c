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
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/schema"
)

// resolve lays what environment and flags set over what the file sets, and that
// over the defaults. All values have been checked.
func resolve(file string, set, over overlay) *Config {
	all := overlay{}
	maps.Copy(all, set)
	maps.Copy(all, over)
	c := &Config{
		path:     file,
		values:   sync.OnceValue(all.values),
		encoding: all.text(keyEncoding),
		factor:   all.factor,
		failOn:   all.text(keyFailOn),
		team:     all.text(keyTeam),
		limits:   schema.Limits{Lines: all.number(keyLines), GroupLines: all.number(keyGroupLines), Tokens: all.number(keyTokens)},
		off:      map[string]bool{},
		levels:   map[string]lint.Severity{},

		thresholds: all.limits(),
	}
	maps.Copy(c.off, protocols.Default().Rules().Newer(all.text(keyVersion)))
	if dir := all.text(keySkillDir); dir != "" {
		c.skillDir, c.skillOrigin = absolute(all[keySkillDir].base, dir), all[keySkillDir].origin
	}
	if file := all.text(keyBaseline); file != "" {
		c.baseline = absolute(all[keyBaseline].base, file)
	}
	if s, ok := all[keyIgnore]; ok {
		c.ignore = newPatterns(s.base, list(s.value))
	}
	c.severities(all)
	if s, ok := all[keyTriggers]; ok {
		c.triggers = &s
	}
	if s, ok := all[keyFormats]; ok {
		c.formats = newFormats(s)
	}
	return c
}

// severities fills levels and off.
func (c *Config) severities(all overlay) {
	for key := range all {
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
func (set overlay) text(key string) string {
	s, ok := set[key]
	if !ok {
		return defaultOf(key)
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
func (set overlay) number(key string) int {
	n, err := strconv.Atoi(set.text(key))
	if err != nil {
		return math.MaxInt
	}
	return n
}

// factor is that of the estimates for a generation. What no float64 holds is the
// greatest that one does.
func (set overlay) factor(generation string) float64 {
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
func defaultOf(key string) string {
	if key == keyTriggers {
		return "" // a list of the protocol, too long for a line
	}
	for _, l := range leaves() {
		if l.key == key {
			return strings.Trim(l.field.Default, `"[]`)
		}
	}
	return ""
}

// values lists all keys, with each severity that is set in place of the
// severities.
func (set overlay) values() []Value {
	var all []Value
	for _, l := range keys() {
		_, isSet := set[l.key]
		if l.key != keySeverities && (isSet || !strings.HasPrefix(l.key, keySeverities+".")) {
			all = append(all, set.value(l.key, l.field))
		}
	}
	return slices.Clip(all)
}

func (set overlay) value(key string, f *jsondoc.Field) Value {
	s, ok := set[key]
	if !ok {
		return Value{Key: key, Text: defaultOf(key), JSON: cmp.Or(f.Default, "null"), Origin: "default"}
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
