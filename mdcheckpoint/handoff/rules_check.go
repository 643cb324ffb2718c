package handoff

import (
	"strconv"
	"strings"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

func (n *Note) at(key string) source.Span {
	if g := n.first(key); g != nil {
		return g.Section.Heading
	}
	return n.Top()
}

func checkNext(u *ruleUnit) {
	all := u.Entries[nextKey]
	switch why := u.dueNext(); {
	case len(all) > 1:
		u.Find(all[1].Body, "found %d next actions, expected one; %q should be a pending item", len(all), lint.Shorten(all[1].Text))
	case why != "" && !u.Saved: // after a save, the session can still add the action
		u.Find(u.at(nextKey), "%s", why)
	}
}

func checkAgain(u *ruleUnit) {
	for _, e := range u.again() {
		where := "in the archive"
		if done := find(u.Entries[doneKey], identity(e.Text)); done != nil {
			where = "in line " + strconv.Itoa(u.File.Line(done.Body.Start))
		} else if e.Ticked {
			where = "as its mark shows"
		}
		u.Find(e.Body, "%q is completed (%s), but still in %q", lint.Shorten(e.Text), where, groupOf(e.Key).Title)
	}
}

func lacking(key, message string) func(*ruleUnit) {
	return func(u *ruleUnit) {
		for _, e := range u.Entries[key] {
			if spelling.IsNone(e.Detail) {
				u.Find(e.Body, message, lint.Shorten(e.Text))
			}
		}
	}
}

func checkVerification(u *ruleUnit) {
	for _, e := range u.Entries[verificationKey] {
		if e.Commit == "" && u.Outside.Since != nil {
			u.Find(e.Body, "the result of %q has no commit", lint.Shorten(e.Text))
		}
	}
	for _, v := range u.Verdicts {
		if v.Key == claimVerification && v.Status == claim.Stale {
			command, commit := strings.TrimPrefix(v.Name, resultOf), v.Recorded
			u.Find(v.Span, "the result of %q is from commit %s: %s", lint.Shorten(command), commit, v.Actual)
		}
	}
}

func checkFacts(u *ruleUnit) {
	if u.Facts.time().IsZero() {
		u.Find(u.at(factsKey), "no facts about the repository; mdck stamp writes the facts")
	}
}

func checkDuplicate(u *ruleUnit) {
	for _, r := range u.Repeated() {
		u.Add(lint.Duplicate(u.Unit, r))
	}
}

func checkKeep(u *ruleUnit) {
	edits, archive := u.prune(u.File.Name)
	if len(edits) == 0 {
		return
	}
	f := lint.NewFinding(u.at(doneKey), "%d items are completed, but the note keeps only %d", len(u.Entries[doneKey]), mostDone)
	f.Fix = lint.Archiving(edits, archive)
	u.Add(f)
}

func budgetCheck(id string) func(*ruleUnit) {
	return func(u *ruleUnit) {
		u.Add(lint.OverBudget(u.Unit, u.Budgets(u.Limits, u.Count(id == tokenRule)), id, "section")...)
	}
}
