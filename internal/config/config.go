// Package config finds and reads the configuration of mdck: the file .mdck.yaml,
// environment variables and flags, laid over the defaults key by key.
package config

import (
	"mdck/lint"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/schema"
	"mdck/tokens"
)

// A Config is what holds for the files of a directory. Nobody may change it; it
// is safe for concurrent use.
type Config struct {
	path        string
	shown       string
	values      func() []Value // made when they are asked for
	limits      schema.Limits
	levels      map[string]lint.Severity
	off         map[string]bool
	encoding    string
	factor      func(generation string) float64
	skillDir    string
	skillOrigin string
	failOn      string
	team        string
	baseline    string
	ignore      patterns
	thresholds  []threshold.Limit
	triggers    *setting // nil if there is no list
	formats     formats
}

// Path is the absolute path of the file; "" if there is none.
func (c *Config) Path() string { return c.path }

// Shown is the path of the file as messages have it; "" if there is none.
func (c *Config) Shown() string { return c.shown }

// Limits are the budgets of ohrfc.
func (c *Config) Limits() schema.Limits { return c.limits }

// Levels are the severities of rules, by id, where they are set and are not off.
// The caller must not change them.
func (c *Config) Levels() map[string]lint.Severity { return c.levels }

// Off are the rules that are not asked, by id: those that are set off, and those
// newer than the version. The caller must not change them.
func (c *Config) Off() map[string]bool { return c.off }

// Encoding is the name of the encoding that tokens are counted in.
func (c *Config) Encoding() string { return c.encoding }

// Estimator is that for a Claude model. The error is a [*tokens.ModelError].
func (c *Config) Estimator(model string) (tokens.Estimator, error) {
	g, err := tokens.GenerationOf(model)
	if err != nil {
		return tokens.Estimator{}, err
	}
	return tokens.Estimator{Model: model, Factor: c.factor(g.Name)}, nil
}

// SkillDir is the absolute path of the directory of the skill; "" if none is set.
func (c *Config) SkillDir() string { return c.skillDir }

// SkillDirOrigin is where SkillDir was set, as in [Value].
func (c *Config) SkillDirOrigin() string { return c.skillOrigin }

// FailOn is error, warning or never.
func (c *Config) FailOn() string { return c.failOn }

// Team is what the ids of issues begin with that sessions of ccc work on, or "*".
func (c *Config) Team() string { return c.team }

// Baseline is the absolute path of the file of known findings; "" if none is set.
func (c *Config) Baseline() string { return c.baseline }

// Ignored reports whether the file or directory at an absolute path is not to be
// looked at in a walk.
func (c *Config) Ignored(file string) bool { return c.ignore.match(file) }

// Values are all keys of the table and each severity that is set, in the order
// of the table. The caller must not change them.
func (c *Config) Values() []Value { return c.values() }

// A Value is a key with what holds for it.
type Value struct {
	Key    string // budgets.ohrfc.lines
	Text   string // for people; elements of lists with ", " between; "" if there is none
	JSON   string // the value as JSON; null if there is none
	Origin string // "default", the name of a variable or flag, or PATH:LINE:COL
	// File is the file that the value is from, as it is shown; "" for other
	// origins. Line and Column are 1-based, the column in bytes.
	File         string
	Line, Column int
}
