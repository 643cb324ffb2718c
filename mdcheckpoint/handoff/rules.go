package handoff

import (
	"mdck/lint"
)

// Rules that others name.
const nextRule = "handoff/next-action"

// rule makes a rule of a check of a note. There is nothing to check if it does not exist or cannot
// be read.
func rule(id string, severity lint.Severity, check func(u *lint.Unit, m *Model) []lint.Finding, summary, why string) lint.Rule {
	collect := func(u *lint.Unit, m *Model) []lint.Finding {
		if m.Note == nil {
			return nil
		}
		return check(u, m)
	}
	return lint.Rule{ID: id, Severity: severity, Summary: summary, Why: why, Check: lint.For(collect)}
}

// ruleTable returns the rules about notes.
func ruleTable() []lint.Rule {
	next := rule(nextRule, lint.Error, checkNext,
		"The note has no next action, or several.",
		"The next session does the first thing that it reads. Without one action it guesses, and with several it chooses.")
	next.Due = true
	keep := rule("handoff/keep", lint.Warning, checkKeep,
		"More items are completed than a note keeps.",
		"The next session needs to know what was done last. --fix, and mdck prune, put the oldest items into the archive.")
	keep.Fixable = true
	return []lint.Rule{
		next,
		rule("handoff/done-again", lint.Error, checkAgain,
			"The next action, or a pending item, is completed.",
			"A session that starts from the note would do the work a second time, or undo what came after it."),
		rule("handoff/done-evidence", lint.Warning, checkEvidence,
			"A completed item has no evidence: no commit, no file and no command.",
			"The next session cannot tell what is done from what was only meant to be done."),
		rule("handoff/decision-form", lint.Warning, checkDecisions,
			"A decision has no reason.",
			"Whoever does not know the reason decides anew."),
		rule("handoff/blocker-form", lint.Warning, checkBlockers,
			"A blocker does not say what ends it.",
			"Nobody knows when the work can go on, and the blocker stays in the note."),
		rule("handoff/verification", lint.Warning, checkVerification,
			"A result is older than the last commit that changed code, or does not say at which commit it is.",
			"What passed then may fail now. mdck handoff ran records the result of the same command again."),
		rule("handoff/facts", lint.Warning, checkFacts,
			"The note has no facts about the repository, or not those that mdck writes.",
			"Without them nobody sees that the work went on after the note was written. mdck stamp writes them."),
		rule("handoff/duplicate-section", lint.Error, checkDuplicate,
			"A section is there twice.",
			"Commands write into the first one, and readers may read the other."),
		keep,
		rule(lineRule, lint.Error, budgetCheck(lineRule),
			"The note has more lines than its budget.",
			"Agents read the note at each start. Compress what is there; do not cut it off."),
		rule(tokenRule, lint.Error, budgetCheck(tokenRule),
			"The note has more tokens than its budget.",
			"Long lines cost as much as many: the note is paid for in tokens each time it is read."),
		rule(characterRule, lint.Warning, budgetCheck(characterRule),
			"The note has more characters than its budget, if the configuration sets one.",
			"Some agents warn about a file by its characters, or read no more of it."),
	}
}
