package ccc

import (
	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// Source: the checkpoint protocol; for shape E and the state, the execution engine and its stop
// handler.
func ruleTable() []lint.Rule {
	doneMark := ofProgress("ccc/done-mark", lint.Warning, checkDoneMark,
		"A completed task has no mark ✓, ✅ or [x].",
		"Without the mark, a task that was only moved looks like a completed task. --fix adds the mark that the file uses, but not to an "+
			`entry with another status: a box, a sign such as ❌ or a word such as "failed".`)
	doneMark.Fixable = true
	archives := about("ccc/archive-tracked", lint.Warning, checkArchives,
		"Git does not ignore an archived copy of the progress file.",
		"The end of each session leaves a copy, .ccc-progress-YYYYmmdd-HHMMSS.md, that nothing reads. The protocol's ignore patterns do not match "+
			"these copies, so a careless `git add` adds them to a commit.")
	archives.Silencing = "A comment cannot turn off this rule, because mdck does not read the copy. The configuration can turn it off."
	return []lint.Rule{
		ofProgress("ccc/title", lint.Error, checkProgressTitle,
			"The title is not \"# Session Progress\".",
			"Sessions and tools recognize this file by its title. A file with a goal and learnings, as the execution engine writes it, has no title."),
		ofProgress("ccc/header", lint.Error, checkHeader,
			"A header line (Issue, Session or Execution Mode) is missing or not filled in.",
			`These lines show which issue the notes are about, how old they are and how the loop ran. If there is no issue or mode, write "none"; "(none)" is a warning.`),
		about(sectionRule, lint.Error, checkMissingSection,
			"A section that this shape of the file requires is missing.",
			"Each section answers a question of the next session; if a section is missing, its question has no answer. If tasks are done but the progress "+
				"file is missing, the finding is a warning, or an error if mdck has a backup of the file."),
		ofProgress("ccc/section-order", lint.Warning, checkProgressOrder,
			"Sections are not in the order of the protocol, or occur twice.",
			"A session reads from the top: done, current, remaining, reasons, blockers, next. Each of the two shapes has its own order."),
		doneMark,
		ofProgress("ccc/decision-form", lint.Warning, checkDecisionForm,
			"A decision has no reason.",
			`The form is "decision: rationale". Without the rationale the next session cannot know whether the decision still applies, and decides again.`),
		ofProgress("ccc/blocker-form", lint.Warning, checkBlockerForm,
			"A blocker has no condition that would unblock it.",
			`The form is "blocker (unblocked by: condition)". Without the condition nobody notices when the blocker ends.`),
		ofProgress(promptRule, lint.Error, checkPrompt,
			"The continuation prompt is missing, empty, too vague to start from, or names a completed task.",
			`The next session starts with this prompt and knows nothing else. The prompt must name the issue, the task as "task N of M", existing key `+
				"files and the next action; a missing part is a warning, and so is a missing prompt in a file of shape E. If the prompt "+
				"names a completed task, the next session repeats that task."),
		ofProgress("ccc/signal-word", lint.Warning, checkSignalWord,
			"The progress file contains a word that triggers the stop handler.",
			"The handler searches all session output for TASK_COMPLETE and REPLAN. A session that repeats its notes would complete a task or "+
				"request a new plan by mistake."),
		about("ccc/state-schema", lint.Error, checkSessionState,
			"The state does not match what the loop reads.",
			"If hooks cannot read a value, they use a default value. It leads to the wrong task, or to no task: then the loop deletes the state. Unknown keys, "+
				"and wrong values that hooks accept, are warnings."),
		about("ccc/state-caps", lint.Warning, checkCaps,
			"The loop has reached a limit.",
			"The loop checks its limits before it reads the output, so the next stop halts the loop even if the last attempt succeeded."),
		ofProgress("ccc/state-mismatch", lint.Warning, checkSessionMismatch,
			"The progress file and the state differ.",
			"Only one of the two files was written. The progress file is more reliable, but the loop follows the state."),
		archives,
	}
}

type ruleUnit struct {
	*lint.Unit
	Session *Session
	found   []lint.Finding
}

func (u *ruleUnit) add(found ...lint.Finding) { u.found = append(u.found, found...) }

func (u *ruleUnit) find(span source.Span, format string, args ...any) {
	u.add(lint.NewFinding(span, format, args...))
}

func (u *ruleUnit) warn(span source.Span, format string, args ...any) {
	u.add(lint.NewWarning(span, format, args...))
}

func about(id string, severity lint.Severity, check func(*ruleUnit), summary, why string) lint.Rule {
	collect := func(u *lint.Unit, s *Session) []lint.Finding {
		r := &ruleUnit{Unit: u, Session: s}
		check(r)
		return r.found
	}
	return lint.Rule{ID: id, Severity: severity, Summary: summary, Why: why, Check: lint.For(collect)}
}

func ofProgress(id string, severity lint.Severity, check func(*ruleUnit, *Progress), summary, why string) lint.Rule {
	return about(id, severity, func(u *ruleUnit) {
		if p := u.Session.Progress; p != nil {
			check(u, p)
		}
	}, summary, why)
}
