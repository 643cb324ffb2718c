package custom

import (
	"mdck/lint"
	"mdck/mdcheckpoint/schema"
)

// budgetRules are the rules about each kind of budget.
func budgetRules() map[string]string {
	const lines, tokens = "format/line-budget", "format/token-budget"
	return map[string]string{
		schema.FileLines: lines, schema.SectionLines: lines, schema.FileTokens: tokens, schema.SectionTokens: tokens,
		schema.Bullets: "format/bullet-count",
	}
}

// Budgets are all limits of d and what it uses of them, see [schema.Match.Budgets]. The
// limits are those of the format.
func (d *Document) Budgets(_ schema.Limits, count func(string) int) []schema.Budget {
	return d.Match.Budgets(d.Format.Schema.Limits, count, budgetRules())
}

// Savings are the bullets, and other blocks, that could go to keep b.
func (d *Document) Savings(b schema.Budget, count func(string) int) []schema.Saving {
	return d.Match.Savings(b, count)
}

// Outline gives the tree of d with what it uses of its budgets. Tokens are counted by
// count, all of them whatever the limit is.
func (d *Document) Outline(count func(string) int) *schema.Outline {
	var missing []schema.MissingGroup
	for _, g := range d.Match.Missing() {
		m := schema.MissingGroup{Group: g}
		if g.Numbered() {
			m.N = 1
		}
		missing = append(missing, m)
	}
	return d.Match.Outline(schema.View{Limits: d.Format.Schema.Limits, Count: count, Missing: missing, AnyTitle: true})
}

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
	return lint.OverBudget(u.Unit, d.Budgets(schema.Limits{}, nil), "format/line-budget", "section")
}

func checkFormatTokens(u *ruleUnit, d *Document) []lint.Finding {
	if u.Counter == nil {
		return nil
	}
	return lint.OverBudget(u.Unit, d.Budgets(schema.Limits{}, u.Counter.Count), "format/token-budget", "section")
}
