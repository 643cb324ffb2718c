package cli

import (
	"errors"
	"fmt"
	"strings"

	"mdck/internal/report"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

// check builds the change and refuses it if it breaks a budget.
func (w *writer) check(room *ohrfc.Workspace) (*ohrfc.Change, error) {
	change, err := w.build(room)
	if err != nil || change.None != "" || w.force {
		return change, err
	}
	return change, w.refuse(room, change)
}

// refuse reports the budgets that the change breaks, with what would free most.
func (w *writer) refuse(room *ohrfc.Workspace, change *ohrfc.Change) error {
	if change.Checkpoint == "" {
		return nil // it is not written
	}
	after := change.After
	if after == nil {
		var err error
		if after, err = ohrfc.ParseCheckpoint(w.target.Main, change.Checkpoint); err != nil {
			return err
		}
	}
	var before []ohrfc.Budget
	if room.Checkpoint != nil {
		before = w.settings.binding(room.Checkpoint)
	}
	broken := ohrfc.Broken(before, w.settings.binding(after))
	if len(broken) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "refused, and nothing was written: compress, do not truncate")
	for _, budget := range broken {
		writeBroken(&b, w.target.Shown(w.target.Main), budget, after.Savings(budget, w.settings.counter.Count), w.settings.counter)
	}
	return refusal{errors.New(b.String())}
}

func writeBroken(b *strings.Builder, name string, budget schema.Budget, savings []schema.Saving, counter lint.Counter) {
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
		fmt.Fprintf(b, "\n  %4d  %s: %s", s.Sum, placeOf(s), short(s.Bullet))
	}
}

// placeOf is where a bullet stands, for people.
func placeOf(s schema.Saving) string {
	place := report.OneLine(strings.TrimSuffix(s.Group, " Exit"))
	if s.Subsection != "" {
		place += ", " + report.OneLine(s.Subsection)
	}
	return place
}

// short is the beginning of a bullet, enough to know it by.
func short(text string) string {
	runes := []rune(report.OneLine(text))
	if len(runes) <= 60 {
		return string(runes)
	}
	return string(runes[:59]) + "…"
}
