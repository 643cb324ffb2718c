package compare

import (
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

// A BudgetChange is a budget whose use differs between two versions.
type BudgetChange struct {
	Kind  string          `json:"kind"` // as of [ohrfc.Budget], and so are Group and Title: of B if it has them
	Group string          `json:"group"`
	Title string          `json:"title"`
	Unit  string          `json:"unit"`
	From  int             `json:"from"` // used; 0 if there is no such group or subsection
	To    int             `json:"to"`
	Limit int             `json:"limit"` // 0 for none
	Was   schema.Standing `json:"-"`
	Is    schema.Standing `json:"state"`
}

// standingOf is how b stands to its limit. Bullets are not near it: three of three
// are as wanted.
func standingOf(b ohrfc.Budget) schema.Standing {
	if s := (schema.Amount{Used: b.Used, Limit: b.Limit}).Standing(); s != schema.Near || b.Kind != ohrfc.Bullets {
		return s
	}
	return schema.Kept
}

// Budgets are the budgets that a version with budgets after uses otherwise
// than one with before: those of the file if the use differs at all, those of
// groups and subsections where a limit was neared, exceeded or kept again. They
// stand in the order of after, then those of before alone. Of several with one
// title the first is compared with the first, and so on.
func Budgets(before, after []ohrfc.Budget) []BudgetChange {
	was := map[budgetName][]ohrfc.Budget{}
	for _, b := range before {
		was[nameOf(b)] = append(was[nameOf(b)], b)
	}
	all := []BudgetChange{}
	add := func(b, from, to ohrfc.Budget) {
		c := BudgetChange{Kind: b.Kind, Group: b.Group, Title: b.Title, Unit: b.Unit, From: from.Used, To: to.Used, Limit: b.Limit, Was: standingOf(from), Is: standingOf(to)}
		if c.Was != c.Is || b.Group == "" && c.From != c.To {
			all = append(all, c)
		}
	}
	for _, b := range after {
		var from ohrfc.Budget
		if list := was[nameOf(b)]; len(list) > 0 {
			from, was[nameOf(b)] = list[0], list[1:]
		}
		add(b, from, b)
	}
	for _, b := range before {
		if list := was[nameOf(b)]; len(list) > 0 && list[0].Span == b.Span {
			was[nameOf(b)] = list[1:]
			add(b, b, ohrfc.Budget{})
		}
	}
	return all
}

// A budgetName is what a budget is of.
type budgetName struct{ kind, group, title string }

func nameOf(b ohrfc.Budget) budgetName {
	return budgetName{b.Kind, schema.Fold(b.Group), schema.Fold(b.Title)}
}
