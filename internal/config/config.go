// Package config finds and loads the configuration of mdck. The file .mdck.yaml, environment
// variables and flags override the defaults, each key on its own. The table of protocols defines
// the keys of each protocol.
package config

import (
	"cmp"
	"math"
	"strconv"

	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
	"mdck/tokens"
)

// A Config is the configuration for a directory. It is immutable.
type Config struct {
	path, shown string
	set         overlay
	loader      *Loader // nil for the zero Config
	levels      map[string]lint.Severity
	off         map[string]bool
	ignore      patterns
	formats     []located // formats of protocols first
}

// Path returns the absolute path of the file; "" without a file.
func (c *Config) Path() string { return c.path }

// DisplayPath returns the path of the file for messages; "" without a file.
func (c *Config) DisplayPath() string { return c.shown }

// Limits returns the budgets of the protocol called name.
func (c *Config) Limits(name string) (limits schema.Limits) {
	if c.loader == nil {
		return limits
	}
	if p := c.loader.Table.Named(name); p != nil {
		limits = p.Limits
	}
	for _, b := range budgets {
		v, _ := c.Get("budgets." + name + "." + b.name)
		if number, ok := v.Number(); ok {
			n, err := strconv.Atoi(number)
			if err != nil {
				n = math.MaxInt
			}
			*b.in(&limits) = n
		}
	}
	return limits
}

// Levels returns the configured severities by rule id. The caller must not change the maps of
// Levels and Off.
func (c *Config) Levels() map[string]lint.Severity { return c.levels }

// Off returns the ids of the rules that are off. The caller must not change the map.
func (c *Config) Off() map[string]bool { return c.off }

// Encoding returns the name of the encoding that counts tokens.
func (c *Config) Encoding() string { return cmp.Or(c.set.text(keyEncoding), tokens.Default) }

// Estimator returns the token estimator for a Claude model. The error is a [*tokens.ModelError].
func (c *Config) Estimator(model string) (tokens.Estimator, error) {
	g, err := tokens.GenerationOf(model)
	if err != nil {
		return tokens.Estimator{}, err
	}
	if text := c.set.text(keyEstimates + "." + g.Name); text != "" {
		if g.Factor, err = strconv.ParseFloat(text, 64); err != nil {
			g.Factor = math.MaxFloat64 // the number does not fit a float64
		}
	}
	return tokens.Estimator{Model: model, Factor: g.Factor}, nil
}

// SkillDir returns the absolute path of the skill; "" if not set.
func (c *Config) SkillDir() string { return c.set.file(keySkillDir) }

// SkillDirOrigin returns the origin of SkillDir as in [Value].
func (c *Config) SkillDirOrigin() string { return c.set[keySkillDir].origin }

// FailOn returns "error", "warning" or "never".
func (c *Config) FailOn() string { return cmp.Or(c.set.text(keyFailOn), failOn[0]) }

// Team returns the prefix of issue ids, "*" for all, or "" if not set.
func (c *Config) Team() string { return c.set.text(keyTeam) }

// Baseline returns the absolute path of the baseline; "" if not set.
func (c *Config) Baseline() string { return c.set.file(keyBaseline) }

// Ignored reports whether a search must omit file, an absolute path.
func (c *Config) Ignored(file string) bool { return c.ignore.match(file) }

// Get returns the value of a key, or nil, and its origin as in [Value].
func (c *Config) Get(key string) (v *jsondoc.Value, origin string) {
	return c.set[key].value, c.set[key].origin
}

// Values returns all keys, and the configured severities, in the order of the documentation.
func (c *Config) Values() []Value { return c.loader.keys().values(c.set) }

// A Value is a key of the configuration and its value.
type Value struct {
	Key    string // for example budgets.ohrfc.lines
	Text   string // for people, with ", " between list elements; "" without a value
	JSON   string // null without a value
	Origin string // "default", the name of a variable or flag, or PATH:LINE:COL
	// File is the path as printed, or "". Line and Column are 1-based; Column is in bytes.
	File         string
	Line, Column int
}
