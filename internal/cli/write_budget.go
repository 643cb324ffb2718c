package cli

import (
	"errors"
	"fmt"
	"strings"

	"mdck/internal/report"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// refuse reports the budgets that the change breaks, with what would free most.
func (w *writer) refuse(c *protocol.Change) error {
	if w.force || c.After == nil {
		return nil
	}
	var before []schema.Budget
	if c.Before != nil {
		before = w.settings.blockingBudgets(w.target.Protocol, c.Before)
	}
	broken := schema.Broken(before, w.settings.blockingBudgets(w.target.Protocol, c.After))
	if len(broken) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "refused, and nothing was written: compress, do not truncate")
	for _, budget := range broken {
		writeBrokenBudget(&b, w.target.Shown(w.target.Main), budget, c.After.Savings(budget, w.settings.counter.Count), w.settings.counter)
	}
	return refusal{errors.New(b.String())}
}

// maxSavings is how many bullets a refusal lists.
const maxSavings = 50

func writeBrokenBudget(b *strings.Builder, name string, budget schema.Budget, savings []schema.Saving, counter lint.Counter) {
	what := "the file"
	if budget.Title != "" {
		what = fmt.Sprintf("%q", budget.Title)
	}
	unit := budget.Unit
	if unit == "tokens" {
		unit += " (" + counter.Name() + ")"
	}
	fmt.Fprintf(b, "\n%s: %s would have %d %s, %d over the budget of %d", name, what, budget.Used, unit, budget.Over(), budget.Limit)
	if len(savings) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  what would free most (%s in sum):", budget.Unit)
	for i, s := range savings {
		if i == maxSavings {
			fmt.Fprintf(b, "\n  %4d  with %d more bullets", savings[len(savings)-1].Sum, len(savings)-i)
			break
		}
		fmt.Fprintf(b, "\n  %4d  %s: %s", s.Sum, bulletPlace(s), excerpt(s.Bullet))
	}
}

// bulletPlace is where a bullet stands, for people.
func bulletPlace(s schema.Saving) string {
	place := report.OneLine(strings.TrimSuffix(s.Group, " Exit"))
	if s.Subsection != "" {
		place += ", " + report.OneLine(s.Subsection)
	}
	return place
}
