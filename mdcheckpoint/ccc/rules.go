package ccc

import "mdck/lint"

// cccRules are the rules about a session's progress file and state. Source of what
// they ask for: the checkpoint protocol, and for shape E and the state the execution
// engine and its stop handler.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: "ccc/title", Severity: lint.Error, Check: ofProgress(checkProgressTitle),
			Summary: "The title is not \"# Session Progress\".",
			Why:     "The title is how a session and its tools tell this file from any other notes. A file with a goal and learnings, as the execution engine writes it, has no title.",
		},
		{
			ID: "ccc/header", Severity: lint.Error, Check: ofProgress(checkHeader),
			Summary: "A header line, Issue, Session or Execution Mode, is missing or not filled in.",
			Why:     "They say which issue the notes are about, how old they are and how the loop was run. Where there is no issue or mode, none says so; (none), which mdck writes where it knows nothing, is a warning.",
		},
		{
			ID: sectionRule, Severity: lint.Error, Check: about(checkMissingSection),
			Summary: "A section that the shape of the file has is not there.",
			Why:     "Each section answers a question of the next session; a missing one means that nobody asked it. That there is no progress file at all while tasks are done is a warning, and an error if mdck has a backup of it.",
		},
		{
			ID: "ccc/section-order", Severity: lint.Warning, Check: ofProgress(checkProgressOrder),
			Summary: "Sections are not in the order of the protocol, or stand twice.",
			Why:     "What is done, what is being done, what is left, why, what blocks, how to go on: a session reads from the top. The two shapes have an order each, and none between them.",
		},
		{
			ID: "ccc/done-mark", Severity: lint.Warning, Fixable: true, Check: ofProgress(checkDoneMark),
			Summary: "A completed task has none of ✓, ✅ and [x].",
			Why:     "Without its mark a task that was only moved up looks like one that is done. --fix puts the mark that the file uses, but only on an entry that says nothing else of how the task stands: one with a box, a sign such as ❌ or a word such as \"failed\" is left to you.",
		},
		{
			ID: "ccc/decision-form", Severity: lint.Warning, Check: ofProgress(checkDecisionForm),
			Summary: "A decision has no reason.",
			Why:     "The form is \"decision: rationale\". Without the rationale the next session cannot tell whether the decision still holds, and decides again.",
		},
		{
			ID: "ccc/blocker-form", Severity: lint.Warning, Check: ofProgress(checkBlockerForm),
			Summary: "A blocker does not say what would unblock it.",
			Why:     "The form is \"blocker (unblocked by: condition)\". Without the condition nobody can see that the blocker is gone.",
		},
		{
			ID: promptRule, Severity: lint.Error, Check: ofProgress(checkPrompt),
			Summary: "The continuation prompt is missing, empty, at a task that is done or too vague to start from.",
			Why:     "It is what the next session starts with, and all that it knows. It names the issue, the task as \"task N of M\", key files that exist and the next action; what it lacks is a warning, and so is a missing prompt in the shape that has none. One at a task that is done makes the next session do it again.",
		},
		{
			ID: "ccc/signal-word", Severity: lint.Warning, Check: ofProgress(checkSignalWord),
			Summary: "The progress file holds a word that the stop handler acts on.",
			Why:     "The handler looks for TASK_COMPLETE and REPLAN anywhere in what a session prints. A session that repeats its notes would complete a task, or ask for a new plan, without meaning to.",
		},
		{
			ID: "ccc/state-schema", Severity: lint.Error, Check: about(checkSessionState),
			Summary: "The state is not what the loop reads.",
			Why:     "Hooks take a default for what they cannot read: the wrong task, or none, in which case the state is deleted. What they read all the same, and unknown keys, are warnings.",
		},
		{
			ID: "ccc/state-caps", Severity: lint.Warning, Check: about(checkCaps),
			Summary: "A limit of the loop is reached.",
			Why:     "The limits are tested before the output is looked at: the next stop halts the loop even if the last attempt succeeded.",
		},
		{
			ID: "ccc/state-mismatch", Severity: lint.Warning, Check: ofProgress(checkSessionMismatch),
			Summary: "The progress file and the state disagree.",
			Why:     "One of the two was written and the other was not. The progress file goes before the state where they differ, but the loop follows the state.",
		},
		{
			ID: "ccc/archive-tracked", Severity: lint.Warning,
			Silencing: "A comment cannot silence it: mdck does not read the copy. The configuration can.",
			Check:     about(checkArchives),
			Summary:   "Git does not ignore an archived copy of the progress file.",
			Why:       "A session's end leaves a copy each time, .ccc-progress-YYYYmmdd-HHMMSS.md, which nothing reads. The patterns of the protocol do not ignore them, so they are committed by the next careless add.",
		},
	}
}
