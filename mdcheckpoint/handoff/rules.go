package handoff

import (
	"mdck/lint"
)

// nextRule reports a missing next action, as [due] does.
const nextRule = "handoff/next-action"

type ruleUnit struct {
	*lint.Unit
	*Note
	lint.Report
}

func rule(id string, severity lint.Severity, check func(*ruleUnit), summary, why string) lint.Rule {
	return lint.Rule{ID: id, Severity: severity, Summary: summary, Why: why, Check: lint.For(func(u *lint.Unit, n *Note) []lint.Finding {
		r := &ruleUnit{Unit: u, Note: n}
		check(r)
		return r.Found
	})}
}

func ruleTable() []lint.Rule {
	keep := rule("handoff/keep", lint.Warning, checkKeep,
		"The note has more completed items than the limit.",
		"The next session needs only the most recent items. --fix and mdck prune move the oldest items to the archive.")
	keep.Fixable = true
	return []lint.Rule{
		rule(nextRule, lint.Error, checkNext,
			"The note has no next action, or several.",
			"The next session does the first thing that it reads. Without an action the session guesses; with several actions it chooses."),
		rule("handoff/done-again", lint.Error, checkAgain,
			"The next action or a pending item is already completed.",
			"A session that starts from the note would repeat the work, or undo later work."),
		rule("handoff/done-evidence", lint.Warning, lacking(doneKey, "%q has no evidence; expected a dash, then a `command`, a commit or a file"),
			"A completed item has no evidence: no commit, file or command.",
			"Without evidence, the next session cannot know whether an item was done or only planned."),
		rule("handoff/decision-form", lint.Warning, lacking(decisionsKey, "the decision %q has no reason"),
			"A decision has no reason.",
			"Without the reason, the next session cannot know whether the decision still applies."),
		rule("handoff/blocker-form", lint.Warning, lacking(blockersKey, "the blocker %q has no condition that ends it"),
			"A blocker has no condition that ends it.",
			"Without the condition, nobody knows when the work can continue."),
		rule("handoff/verification", lint.Warning, checkVerification,
			"The code changed after a result was recorded, or the result names no commit.",
			"A check that passed before can fail now. To record a new result, use `mdck handoff ran`."),
		rule("handoff/facts", lint.Warning, checkFacts,
			"The note has no facts about the repository, or the time of the facts is missing or invalid.",
			"The facts show whether the work continued after the note was written. `mdck stamp` writes them."),
		rule("handoff/duplicate-section", lint.Error, checkDuplicate,
			"A section occurs twice.",
			"Commands write to the first section, but some readers read the second."),
		keep,
		rule(lineRule, lint.Error, budgetCheck(lineRule),
			"The note has more lines than its budget.",
			"Agents read the note at every start. Shorten the text without losing facts."),
		rule(tokenRule, lint.Error, budgetCheck(tokenRule),
			"The note has more tokens than its budget.",
			"A note of few but long lines can have many tokens, and each session reads all of them."),
		rule(characterRule, lint.Warning, budgetCheck(characterRule),
			"The note has more characters than the budget that the configuration sets.",
			"Some agents warn about a file with too many characters, or read only the beginning of the file."),
	}
}
