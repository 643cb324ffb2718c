package workspace

import (
	"slices"
	"sync"

	"mdck/internal/config"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/tokens"
)

// Settings are for linting and writing a checkpoint.
type Settings struct {
	Config  *config.Config
	Counter tokens.Counter // nil counts no tokens
}

// NewSettings returns settings with the token counter that c requires.
func NewSettings(c *config.Config) *Settings {
	return &Settings{c, counterOf(c.Encoding())}
}

// counters has a counter for each encoding, because counters cache words.
var counters sync.Map

// counterOf returns nil for an unknown encoding, which no configuration has.
func counterOf(encoding string) tokens.Counter {
	if known, ok := counters.Load(encoding); ok {
		return known.(tokens.Counter)
	}
	made, err := tokens.New(encoding)
	if err != nil {
		return nil
	}
	first, _ := counters.LoadOrStore(encoding, made)
	return first.(tokens.Counter)
}

// Settings loads the settings for t.
func (t *Target) Settings(l *config.Loader) (*Settings, error) {
	c, err := l.For(t.Dir(), t.Root)
	if err != nil {
		return nil, err
	}
	return NewSettings(c), nil
}

// NewlyOver returns the budgets that the change exceeds by more than before. Only budgets whose
// rule is an error count.
func (s *Settings) NewlyOver(t *Target, made *protocol.Change) []schema.Budget {
	if made.After == nil {
		return nil
	}
	var before []schema.Budget
	if made.Before != nil {
		before = s.blockingBudgets(t, made.Before)
	}
	return schema.NewlyOver(before, s.blockingBudgets(t, made.After))
}

// blockingBudgets returns the budgets whose rule is an error.
func (s *Settings) blockingBudgets(t *Target, text protocol.Budgeted) []schema.Budget {
	binds := map[string]bool{}
	return slices.DeleteFunc(text.Budgets(s.Config.Limits(t.Protocol), s.Counter.Count), func(b schema.Budget) bool {
		if _, known := binds[b.Kind]; !known {
			binds[b.Kind] = s.severity(t, b.Rule) == lint.Error
		}
		return !binds[b.Kind]
	})
}

func (s *Settings) severity(t *Target, id string) lint.Severity {
	if s.Config.Off()[id] {
		return 0
	}
	if level, ok := s.Config.Levels()[id]; ok {
		return level
	}
	rule, _ := t.Table().Rules().Find(id)
	return rule.Severity
}
