package workspace

import (
	"slices"

	"mdck/internal/config"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/tokens"
)

// Settings are the settings for linting and writing a checkpoint. [Settings.Input] needs only
// Config.
type Settings struct {
	Config  *config.Config
	Counter tokens.Counter // nil counts no tokens
	Table   *protocol.Table
}

// BlockingBudgets returns the budgets that no write may exceed: those whose rule is an error.
func (s *Settings) BlockingBudgets(name string, text protocol.Budgeted) []schema.Budget {
	binds := map[string]bool{}
	return slices.DeleteFunc(text.Budgets(s.Config.Limits(name), s.Counter.Count), func(b schema.Budget) bool {
		if _, known := binds[b.Kind]; !known {
			binds[b.Kind] = s.severity(b.Rule) == lint.Error
		}
		return !binds[b.Kind]
	})
}

func (s *Settings) severity(id string) lint.Severity {
	if s.Config.Off()[id] {
		return 0
	}
	if level, ok := s.Config.Levels()[id]; ok {
		return level
	}
	rule, _ := s.Table.Rules().Find(id)
	return rule.Severity
}
