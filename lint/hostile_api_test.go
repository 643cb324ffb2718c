package lint_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/lint"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"NewCheckpoint": lint.NewCheckpoint, "Unusable": lint.Unusable, "Shorten": lint.Shorten, "NewFinding": lint.NewFinding, "NewWarning": lint.NewWarning,
		"ProblemFinding": lint.ProblemFinding, "Fingerprint": lint.Fingerprint, "FixAll": lint.FixAll, "IsDirective": lint.IsDirective, "Run": lint.Run,
		"FixOf": lint.FixOf, "Limit": lint.Limit, "NewRuleSet": lint.NewRuleSet, "Secrets": lint.Secrets, "Title": lint.Title,
		"OtherLevel": lint.OtherLevel, "Duplicate": lint.Duplicate, "UnknownSections": lint.UnknownSections, "SubsectionOrder": lint.SubsectionOrder,
		"Archiving": lint.Archiving, "OutOfOrder": lint.OutOfOrder, "BulletCount": lint.BulletCount, "OverBudget": lint.OverBudget, "Versions": lint.Versions,
	})
}
