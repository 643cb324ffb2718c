package cli

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

// check builds the change and refuses it if it breaks a budget.
func (w *writer) check(room *ohrfc.Workspace) (*ohrfc.Change, error) {
	if err := w.emptied(room); err != nil {
		return nil, err
	}
	change, err := w.build(room)
	if err != nil || change.None != "" || w.force {
		return change, err
	}
	return change, w.refuse(room, change)
}

// refills reports whether the work of the command is to give a file its text again.
func (w *writer) refills() bool { return w.name == "restore" }

// emptied is a [*safefile.EmptiedError] for a checkpoint without text beside a state.json
// that knows a version of it.
func (w *writer) emptied(room *ohrfc.Workspace) error {
	file := room.Files[w.target.Main]
	if w.refills() || file == nil || strings.TrimSpace(file.Text) != "" || room.State == nil {
		return nil
	}
	if version, _ := room.State.Int("checkpoint_version"); version < 1 {
		return nil
	}
	return &safefile.EmptiedError{Name: path.Base(w.target.Main), Path: w.target.File(w.target.Main)}
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
		before = w.settings.blockingBudgets(room.Checkpoint)
	}
	broken := schema.Broken(before, w.settings.blockingBudgets(after))
	if len(broken) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "refused, and nothing was written: compress, do not truncate")
	for _, budget := range broken {
		writeBrokenBudget(&b, w.target.Shown(w.target.Main), budget, after.Savings(budget, w.settings.counter.Count), w.settings.counter)
	}
	return refusal{errors.New(b.String())}
}

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
