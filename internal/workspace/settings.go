package workspace

import (
	"slices"

	"mdck/internal/config"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/tokens"
)

// Settings are what a checkpoint is linted and written by. [Settings.Input] needs the configuration
// alone.
type Settings struct {
	*config.Config
	Counter tokens.Counter // nil counts no tokens
	Table   *protocol.Table
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
	rule, _ := s.Table.Rules().Find(id)
	return rule.Severity
}
