package custom

import (
	"mdck/mdcheckpoint/schema"
)

// Budgets returns all limits of the format with their use in d; see [schema.Match.Budgets].
func (d *Document) Budgets(_ schema.Limits, count func(string) int) []schema.Budget {
	return d.Match.Budgets(d.Format.Schema.Limits, count, map[string]string{
		schema.FileLines:      lineRule,
		schema.SectionLines:   lineRule,
		schema.FileTokens:     tokenRule,
		schema.SectionTokens:  tokenRule,
		schema.FileCharacters: characterRule,
		schema.Bullets:        bulletRule,
	})
}

// Savings returns the blocks that could be removed to stay within b.
func (d *Document) Savings(b schema.Budget) []schema.Saving { return d.Match.Savings(b) }

func (d *Document) outline(count func(string) int) *schema.Outline {
	var missing []schema.MissingGroup
	for _, g := range d.Match.Missing() {
		m := schema.MissingGroup{Group: g}
		if g.Numbered() {
			m.N = 1
		}
		missing = append(missing, m)
	}
	return d.Match.Outline(schema.View{Limits: d.Format.Schema.Limits, Count: count, Missing: missing})
}
