package format

import (
	"mdck/lint"
)

func checkFormatBullets(u *ruleUnit) []lint.Finding {
	d := u.document()
	if d == nil {
		return nil
	}
	var found []lint.Finding
	for _, g := range d.Match.Groups {
		found = append(found, lint.BulletCount(g.Section, len(g.Items()), g.Group.Min, g.Group.Max)...)
		for _, s := range g.Subsections {
			found = append(found, lint.BulletCount(s.Section, len(s.Items()), s.Subsection.Min, s.Subsection.Max)...)
		}
	}
	return found
}

func checkFormatLines(u *ruleUnit) []lint.Finding {
	if u.document() == nil {
		return nil
	}
	return lint.OverBudget(u.Unit, u.document().Budgets(nil), LineBudget, "section")
}

func checkFormatTokens(u *ruleUnit) []lint.Finding {
	if u.document() == nil || u.Counter == nil {
		return nil
	}
	return lint.OverBudget(u.Unit, u.document().Budgets(u.Counter.Count), TokenBudget, "section")
}
