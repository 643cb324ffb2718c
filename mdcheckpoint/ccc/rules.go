package ccc

import (
	"mdck/lint"
)

// Source: the checkpoint protocol; for shape E and the state, the execution engine and its stop
// handler.
func ruleTable() []lint.Rule {
	doneMark := ofProgress("ccc/done-mark", lint.Warning, checkDoneMark,
		"A completed task has no mark ✓, ✅ or [x].",
		`Without the mark, nobody knows whether the task was completed or only moved. --fix adds the mark that the file uses. It does not change an entry with another status, such as an open box or the word "failed".`)
	doneMark.Fixable = true
	archives := about("ccc/archive-tracked", lint.Warning, checkArchives,
		"Git does not ignore an archived copy of the progress file.",
		"At the end of each session, the progress file is copied to .ccc-progress-YYYYmmdd-HHMMSS.md. The .gitignore of the protocol does not match these copies, so `git add .` would add them.")
	archives.Silencing = "A comment cannot turn off this rule, because mdck does not read the copy. The configuration can turn it off."
	return []lint.Rule{
		ofProgress("ccc/title", lint.Error, checkProgressTitle,
			"The title is not \"# Session Progress\".",
			"Sessions and tools recognize this file by its title. A file that the execution engine writes needs no title."),
		ofProgress("ccc/header", lint.Error, checkHeader,
			"A header line (Issue, Session or Execution Mode) is missing or not filled in.",
			`These lines show which issue the notes are about, how old they are and how the loop ran. If there is no issue or mode, write "none", not "(none)".`),
		about(sectionRule, lint.Error, checkMissingSection,
			"A required section is missing.",
			"Each section answers a question of the next session. If a section is missing, its question has no answer. If tasks are "+
				"already done, the rule also reports a missing progress file. Without a backup of the file, the finding is only a warning."),
		ofProgress("ccc/section-order", lint.Warning, checkProgressOrder,
			"Sections are not in the order of the protocol, or occur twice.",
			"A session reads the file from the top: completed tasks, current task, remaining tasks, decisions, blockers, continuation prompt. "+
				"In a file of the execution engine, the order is: goal, issue, completed tasks, current task, learnings, blockers."),
		doneMark,
		ofProgress("ccc/decision-form", lint.Warning, checkDecisionForm,
			"A decision has no reason.",
			`The form is "decision: rationale". Without the rationale, the next session cannot know whether the decision still applies.`),
		ofProgress("ccc/blocker-form", lint.Warning, checkBlockerForm,
			"A blocker has no condition that would unblock it.",
			`The form is "blocker (unblocked by: condition)". Without the condition nobody notices when the blocker ends.`),
		ofProgress(promptRule, lint.Error, checkPrompt,
			"The continuation prompt is missing or incomplete, or names a completed task.",
			`The next session starts with this prompt and knows nothing else. The prompt must name the issue, the task as "task N of M", key `+
				"files that exist, and the next action. A missing part is only a warning, and so is a missing prompt in shape E. If the prompt names a completed task, the next session repeats the task."),
		ofProgress("ccc/signal-word", lint.Warning, checkSignalWord,
			"The progress file contains a word that triggers the stop handler.",
			"The handler searches all session output for TASK_COMPLETE and REPLAN. If a session prints the file, the handler completes a task or starts a new plan by mistake."),
		about("ccc/state-schema", lint.Error, checkSessionState,
			"The state file has a missing, unknown or invalid key or value.",
			"If the loop cannot read a value, it uses a default. It then works on the wrong task, or deletes the state file. Unknown keys are only "+
				"warnings."),
		about("ccc/state-caps", lint.Warning, checkCaps,
			"The loop has reached a limit.",
			"When the agent stops, the stop handler checks the limits first. At a limit it ends the loop, even if the last attempt succeeded."),
		ofProgress("ccc/state-mismatch", lint.Warning, checkSessionMismatch,
			"The progress file and the state file differ.",
			"Only one of the two files was written. The progress file is more reliable, but the loop follows the state file."),
		archives,
	}
}

type ruleUnit struct {
	*lint.Unit
	lint.Report
	Session *Session
}

func about(id string, severity lint.Severity, check func(*ruleUnit), summary, why string) lint.Rule {
	collect := func(u *lint.Unit, s *Session) []lint.Finding {
		r := &ruleUnit{Unit: u, Session: s}
		check(r)
		return r.Found
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
