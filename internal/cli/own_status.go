package cli

import (
	"fmt"
	"strings"

	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/schema"
)

// ofOwn says of a file of a format how it stands to the budgets of the file, and what
// is missing.
func (r *statusRow) ofOwn(t *workspace.Target, u *lint.Unit) {
	r.name = t.Format
	if u.Own == nil || u.Own.Document == nil {
		r.next = "cannot be read"
		return
	}
	d := u.Own.Document
	limits := d.Format.Schema.Limits
	var told []string
	tell := func(unit string, used, limit int) {
		a := schema.Amount{Used: used, Limit: limit}
		switch a.Standing() {
		case schema.Over:
			told = append(told, fmt.Sprintf("%d %s over", used-limit, unit))
		case schema.Near:
			if used == limit {
				told = append(told, unit+" full")
				break
			}
			told = append(told, fmt.Sprintf("%d %s left", limit-used, unit))
		}
	}
	tell("lines", d.File.Lines(), limits.Lines)
	if limits.Tokens > 0 && u.Counter != nil {
		tell("tokens", schema.TokensWithin(d.Text(), limits.Tokens, u.Counter.Count), limits.Tokens)
	}
	if r.status = "ok"; len(told) > 0 {
		r.status = strings.Join(told, ", ")
	}
	r.next = nextOfOwn(d.Match)
}

// nextOfOwn is what is missing.
func nextOfOwn(m *schema.Match) string {
	if missing := m.Missing(); len(missing) > 0 {
		return "mdck append --section " + missing[0].Key
	}
	for _, g := range m.Groups {
		if missing := g.Missing(); len(missing) > 0 {
			return "mdck append --section " + g.Group.Key + "/" + missing[0].Slug()
		}
	}
	return "nothing"
}
