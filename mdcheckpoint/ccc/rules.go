package ccc

import (
	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// ruleTable returns the rules about a session's progress file and state. Source of what
// they ask for: the checkpoint protocol, and for shape E and the state the execution
// engine and its stop handler.
func ruleTable() []lint.Rule {
	doneMark := ofProgress("ccc/done-mark", lint.Warning, checkDoneMark,
		"A completed task has none of ✓, ✅ and [x].",
		"Without its mark a task that was only moved up looks like one that is done. --fix puts the mark that the file uses, but only on an entry that says nothing else of how the task stands: one with a box, a sign such as ❌ or a word such as \"failed\" is left to you.")
	doneMark.Fixable = true
	archives := about("ccc/archive-tracked", lint.Warning, checkArchives,
		"Git does not ignore an archived copy of the progress file.",
		"A session's end leaves a copy each time, .ccc-progress-YYYYmmdd-HHMMSS.md, which nothing reads. The patterns of the protocol do not ignore them, so they are committed by the next careless add.")
	archives.Silencing = "A comment cannot silence it: mdck does not read the copy. The configuration can."
	return []lint.Rule{
		ofProgress("ccc/title", lint.Error, checkProgressTitle,
			"The title is not \"# Session Progress\".",
			"The title is how a session and its tools tell this file from any other notes. A file with a goal and learnings, as the execution engine writes it, has no title."),
		ofProgress("ccc/header", lint.Error, checkHeader,
			"A header line, Issue, Session or Execution Mode, is missing or not filled in.",
			"They say which issue the notes are about, how old they are and how the loop was run. Where there is no issue or mode, none says so; (none) is a warning."),
		about(sectionRule, lint.Error, checkMissingSection,
			"A section that the shape of the file has is not there.",
			"Each section answers a question of the next session; a missing one means that nobody asked it. That there is no progress file at all while tasks are done is a warning, and an error if mdck has a backup of it."),
		ofProgress("ccc/section-order", lint.Warning, checkProgressOrder,
			"Sections are not in the order of the protocol, or stand twice.",
			"What is done, what is being done, what is left, why, what blocks, how to go on: a session reads from the top. The two shapes have an order each, and none between them."),
		doneMark,
		ofProgress("ccc/decision-form", lint.Warning, checkDecisionForm,
			"A decision has no reason.",
			"The form is \"decision: rationale\". Without the rationale the next session cannot tell whether the decision still holds, and decides again."),
		ofProgress("ccc/blocker-form", lint.Warning, checkBlockerForm,
			"A blocker does not say what would unblock it.",
			"The form is \"blocker (unblocked by: condition)\". Without the condition nobody can see that the blocker is gone."),
		ofProgress(promptRule, lint.Error, checkPrompt,
			"The continuation prompt is missing, empty, at a task that is done or too vague to start from.",
			"It is what the next session starts with, and all that it knows. It names the issue, the task as \"task N of M\", key files that exist and the next action; what it lacks is a warning, and so is a missing prompt in the shape that has none. One at a task that is done makes the next session do it again."),
		ofProgress("ccc/signal-word", lint.Warning, checkSignalWord,
			"The progress file holds a word that the stop handler acts on.",
			"The handler looks for TASK_COMPLETE and REPLAN anywhere in what a session prints. A session that repeats its notes would complete a task, or ask for a new plan, without meaning to."),
		about("ccc/state-schema", lint.Error, checkSessionState,
			"The state is not what the loop reads.",
			"Hooks take a default for what they cannot read: the wrong task, or none, in which case the state is deleted. What they read all the same, and unknown keys, are warnings."),
		about("ccc/state-caps", lint.Warning, checkCaps,
			"A limit of the loop is reached.",
			"The limits are tested before the output is looked at: the next stop halts the loop even if the last attempt succeeded."),
		ofProgress("ccc/state-mismatch", lint.Warning, checkSessionMismatch,
			"The progress file and the state disagree.",
			"One of the two was written and the other was not. The progress file goes before the state where they differ, but the loop follows the state."),
		archives,
	}
}

// A ruleUnit is what a rule about a session checks, and what it finds.
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

// about makes a rule of a check.
func about(id string, severity lint.Severity, check func(*ruleUnit), summary, why string) lint.Rule {
	collect := func(u *lint.Unit, s *Session) []lint.Finding {
		r := &ruleUnit{Unit: u, Session: s}
		check(r)
		return r.found
	}
	return lint.Rule{ID: id, Severity: severity, Summary: summary, Why: why, Check: lint.For(collect)}
}

// ofProgress makes a rule of a check of the progress file. There is nothing to check
// if it does not exist or cannot be read.
func ofProgress(id string, severity lint.Severity, check func(*ruleUnit, *Progress), summary, why string) lint.Rule {
	return about(id, severity, func(u *ruleUnit) {
		if p := u.Session.Progress; p != nil {
			check(u, p)
		}
	}, summary, why)
}
