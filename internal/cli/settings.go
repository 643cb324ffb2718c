package cli

import (
	"io/fs"

	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
	"mdck/tokens"
)

// settingFlags are the flags of the commands that go by the configuration.
type settingFlags struct {
	Config   string   `help:"Go by this configuration, not by the nearest .mdck.yaml." placeholder:"FILE"`
	NoConfig bool     `help:"Go by no configuration file."`
	Set      []string `sep:"none" help:"Set a key of the configuration for this run; may be given again." placeholder:"KEY=VALUE"`
	Encoding string   `help:"Encoding that tokens are counted in." placeholder:"NAME"`
}

// settings are what a run goes by for one checkpoint.
type settings struct {
	limits   schema.Limits
	levels   map[string]lint.Severity // of rules, by id, where they differ from the table
	off      map[string]bool          // rules that are not asked, by id
	counter  tokens.Counter
	skillDir string // absolute path; "" for the usual places
}

// of gives the settings that hold for t.
func (f *settingFlags) of(t *workspace.Target) (*settings, error) {
	counter, err := tokens.New(tokens.Default)
	return &settings{limits: ohrfc.DefaultLimits, counter: counter}, err
}

// input is what lint is to know of t in files, besides what git and the ledger
// say of it.
func (s *settings) input(files fs.FS, t *workspace.Target) lint.Input {
	return lint.Input{
		Tree: files, Path: t.Path, Main: t.Main,
		Limits: s.limits, Counter: s.counter, Levels: s.levels, Off: s.off,
	}
}

// budgetRules are the rules about what is kept when a file is written.
var budgetRules = [...]struct{ kind, rule string }{
	{ohrfc.FileLines, "ohrfc/line-budget"},
	{ohrfc.GroupLines, "ohrfc/group-budget"},
	{ohrfc.Bullets, "ohrfc/bullet-count"},
	{ohrfc.FileTokens, "ohrfc/token-budget"},
}

// binding are the budgets of c that a write may not break: those whose rule is
// an error.
func (s *settings) binding(c *ohrfc.Checkpoint) []ohrfc.Budget {
	var all []ohrfc.Budget
	for _, b := range c.Budgets(s.limits, s.counter.Count) {
		for _, r := range budgetRules {
			if r.kind == b.Kind && s.severity(r.rule) == lint.Error {
				all = append(all, b)
			}
		}
	}
	return all
}

// severity is that of the rule with this id; 0 if it is not asked.
func (s *settings) severity(id string) lint.Severity {
	if s.off[id] {
		return 0
	}
	if level, ok := s.levels[id]; ok {
		return level
	}
	rule, _ := lint.Find(id)
	return rule.Severity
}
