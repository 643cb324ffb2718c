// Package config is a stand-in.
package config

import (
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

type Loader struct {
	File  string
	None  bool
	Env   func(string) (string, bool)
	Flags []Flag
}
type Flag struct{ Key, Value, Name string }
type Config struct{ skill, failOn, enc string }

func Set(arg string) (Flag, error) { return Flag{}, nil }
func (l *Loader) For(dir, top string) (*Config, error) {
	c := &Config{failOn: "error", enc: "o200k_base"}
	for _, f := range l.Flags {
		switch f.Key {
		case "skill-dir":
			c.skill = f.Value
		case "fail-on":
			c.failOn = f.Value
		case "encoding":
			c.enc = f.Value
		}
	}
	return c, nil
}
func (c *Config) Path() string                     { return "" }
func (c *Config) Limits() schema.Limits            { return ohrfc.DefaultLimits }
func (c *Config) Levels() map[string]lint.Severity { return nil }
func (c *Config) Off() map[string]bool             { return nil }
func (c *Config) Encoding() string                 { return c.enc }
func (c *Config) SkillDir() string                 { return c.skill }
func (c *Config) FailOn() string                   { return c.failOn }
func (c *Config) Ignored(file string) bool         { return false }
