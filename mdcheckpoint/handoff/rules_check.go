package handoff

import (
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

func checkNext(u *lint.Unit, n *Note) []lint.Finding {
	all := n.Entries[nextKey]
	switch why := n.dueNext(); {
	case len(all) > 1:
		return []lint.Finding{lint.NewFinding(all[1].Body, "%d next actions, expected one; %q should be a pending item", len(all), lint.Shorten(all[1].Text))}
	case why == "" || u.Saved: // after a save, the session can still add the action
		return nil
	default:
		return []lint.Finding{lint.NewFinding(n.at(nextKey), "%s", why)}
	}
}

func checkAgain(u *lint.Unit, n *Note) (found []lint.Finding) {
	for _, e := range n.again() {
		where := "in the archive"
		if done := find(n.Entries[doneKey], identity(e.Text)); done != nil {
			where = "in line " + lineOf(u, done.Body)
		} else if e.Ticked {
			where = "as its mark shows"
		}
		found = append(found, lint.NewFinding(e.Body, "%q is completed (%s), but still in %q", lint.Shorten(e.Text), where, groupOf(e.Key).Title))
	}
	return found
}

func lacking(key, message string) func(*lint.Unit, *Note) []lint.Finding {
	return func(_ *lint.Unit, n *Note) []lint.Finding {
		var found []lint.Finding
		for _, e := range n.Entries[key] {
			if spelling.IsNone(e.Detail) {
				found = append(found, lint.NewFinding(e.Body, message, lint.Shorten(e.Text)))
			}
		}
		return found
	}
}

func checkVerification(u *lint.Unit, n *Note) (found []lint.Finding) {
	for _, e := range n.Entries[verificationKey] {
		if e.Commit == "" && u.Outside.Since != nil {
			found = append(found, lint.NewFinding(e.Body, "the result of %q has no commit", lint.Shorten(e.Text)))
		}
	}
	for _, v := range u.Verdicts {
		if v.Key == claimVerification && v.Status == claim.Stale {
			command, commit := strings.TrimPrefix(v.Name, resultOf), v.Recorded
			found = append(found, lint.NewFinding(v.Span, "the result of %q is from commit %s: %s", lint.Shorten(command), commit, v.Actual))
		}
	}
	return found
}

func checkFacts(_ *lint.Unit, n *Note) []lint.Finding {
	if n.Facts.time().IsZero() {
		return []lint.Finding{lint.NewFinding(n.at(factsKey), "no facts about the repository; mdck stamp writes the facts")}
	}
	return nil
}

func checkDuplicate(u *lint.Unit, n *Note) (found []lint.Finding) {
	for i, g := range n.Groups {
		first := n.first(g.Group.Key)
		if first != g && i > 0 {
			found = append(found, lint.NewFinding(g.Section.Heading, "section %q already exists in line %s", lint.Shorten(g.Section.Title), lineOf(u, first.Section.Heading)))
		}
	}
	return found
}

func checkKeep(u *lint.Unit, n *Note) []lint.Finding {
	edits, archive := n.prune(u.File.Name)
	if len(edits) == 0 {
		return nil
	}
	f := lint.NewFinding(n.at(doneKey), "%d items are completed, but the note keeps only %d", len(n.Entries[doneKey]), mostDone)
	f.Fix = lint.Archiving(edits, archive)
	return []lint.Finding{f}
}

func budgetCheck(id string) func(u *lint.Unit, n *Note) []lint.Finding {
	return func(u *lint.Unit, n *Note) []lint.Finding {
		var count func(string) int
		if u.Counter != nil && id == tokenRule {
			count = u.Counter.Count
		}
		return lint.OverBudget(u, n.Budgets(u.Limits, count), id, "section")
	}
}
