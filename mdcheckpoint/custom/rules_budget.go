package custom

import (
	"mdck/lint"
)

func checkFormatBullets(u *ruleUnit, d *Document) []lint.Finding {
	var found []lint.Finding
	for _, g := range d.Match.Groups {
		found = append(found, lint.BulletCount(g.Section, len(g.Items()), g.Group.Min, g.Group.Max)...)
		for _, s := range g.Subsections {
			found = append(found, lint.BulletCount(s.Section, len(s.Items()), s.Subsection.Min, s.Subsection.Max)...)
		}
	}
	return found
}

func checkFormatLines(u *ruleUnit, d *Document) []lint.Finding {
	return lint.OverBudget(u.Unit, d.Budgets(d.Format.Schema.Limits, nil), LineBudget, "section")
}

func checkFormatTokens(u *ruleUnit, d *Document) []lint.Finding {
	if u.Counter == nil {
		return nil
	}
	return lint.OverBudget(u.Unit, d.Budgets(d.Format.Schema.Limits, u.Counter.Count), TokenBudget, "section")
}
