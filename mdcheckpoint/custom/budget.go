package custom

import (
	"mdck/mdcheckpoint/schema"
)

// Budgets are all limits of d and what it uses of them, see [schema.Match.Budgets]. The
// limits are those of the format.
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

// Savings are the bullets, and other blocks, that could go to keep b.
func (d *Document) Savings(b schema.Budget, count func(string) int) []schema.Saving {
	return d.Match.Savings(b, count)
}

// outline gives the tree of d with what it uses of its budgets. Tokens are counted by
// count, all of them whatever the limit is.
func (d *Document) outline(count func(string) int) *schema.Outline {
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
