package workspace

import (
	"io/fs"
	"slices"

	"mdck/internal/config"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/tokens"
)

// Settings are what a checkpoint is linted and written by.
type Settings struct {
	*config.Config
	Counter tokens.Counter
	table   *protocol.Table
}

// NewSettings returns the settings of a configuration for the protocols of table.
func NewSettings(c *config.Config, counter tokens.Counter, table *protocol.Table) *Settings {
	return &Settings{c, counter, table}
}

// Input is what lint is to know of t in files, besides what git and the ledger
// say of it.
func (s *Settings) Input(files fs.FS, t *Target) lint.Input {
	return Input(s.Config, s.Counter, files, t)
}

// BlockingBudgets returns the budgets of a text of a protocol that a write may not break:
// those whose rule is an error.
func (s *Settings) BlockingBudgets(name string, text protocol.Budgeted) []schema.Budget {
	binds := map[string]bool{}
	return slices.DeleteFunc(text.Budgets(s.Limits(name), s.Counter.Count), func(b schema.Budget) bool {
		if _, known := binds[b.Kind]; !known {
			binds[b.Kind] = s.severity(b.Rule) == lint.Error
		}
		return !binds[b.Kind]
	})
}

// severity is that of the rule with this id; 0 if it is not asked.
func (s *Settings) severity(id string) lint.Severity {
	if s.Off()[id] {
		return 0
	}
	if level, ok := s.Levels()[id]; ok {
		return level
	}
	rule, _ := s.table.Rules().Find(id)
	return rule.Severity
}
