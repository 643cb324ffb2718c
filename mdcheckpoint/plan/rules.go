package plan

import (
	"mdck/lint"
)

// ruleTable returns the rules. Source: checkpoint protocol, GSD.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: "plan/front-matter", Severity: lint.Error, Silencing: frontMatterSilencing("plan/front-matter"),
			Summary: "The front matter cannot be read, or a key has an invalid value.",
			Why: "The front matter sets waves, dependencies and pauses. mdck ignores what it cannot read. A plan with task tags needs the keys phase, " +
				"plan, wave, autonomous and depends_on; other plans need fewer keys or none. A missing key is only a warning.",
		},
		{
			ID: "plan/autonomous", Severity: lint.Error, Silencing: frontMatterSilencing("plan/autonomous"),
			Summary: "\"autonomous\" is true in a plan that waits for a person.",
			Why:     "An autonomous plan runs in parallel with other plans, and nobody is asked. If \"autonomous\" is false in a plan without a checkpoint, or true in a plan that changes what people see, the finding is only a warning.",
		},
		{
			ID: "plan/after-task", Severity: lint.Error, Silencing: frontMatterSilencing("plan/after-task"),
			Summary: `"after_task" in the front matter is not the number of a task of the plan.`,
			Why:     "The plan pauses after the task with this number, counted from 1. If a checkpoint task makes the plan pause a second time, the finding is only a warning.",
		},
		{
			ID: "plan/task-children", Severity: lint.Error,
			Summary: "A task lacks a part that it needs.",
			Why: "An auto task needs a name and an action. A checkpoint needs a resume signal and steps to check or do. A decision needs a question. " +
				"Other missing parts are only warnings.",
		},
		{
			ID: "plan/gate", Severity: lint.Warning, Fixable: true,
			Summary: "A human-verify or decision task has no gate, or an unknown gate.",
			Why:     `gate="blocking" stops the agent; without a gate some tools continue. --fix adds gate="blocking" if the gate is missing. With gate="blocking-human", no setting can approve the task.`,
		},
		{
			ID: "plan/options", Severity: lint.Error,
			Summary: "A decision has too few options, or an option has only pros or only cons.",
			Why:     "One option is no choice, and pros without cons are a recommendation. If an option is marked as recommended, has no id, or is missing from the resume signal, the finding is only a warning.",
		},
		{
			ID: "plan/automation-first", Severity: lint.Warning,
			Summary: "A step asks a person to do what a command can do, or an action task asks for a choice.",
			Why:     "The agent does everything that has a command line or an API: it starts the server, then asks a person to look. A person does only what the agent cannot do, such as a choice, a login or a captcha.",
		},
		{
			ID: "plan/task-balance", Severity: lint.Error,
			Summary: "A task or one of its elements is not closed, or a closing tag has no opening tag.",
			Why: "Tools find tasks by their tags. An unclosed task includes the next task, which then never runs. Two problems are only " +
				"warnings: a plan without tasks, and a code fence that hides tags.",
		},
		{
			ID: thresholdsID, Severity: lint.Error,
			Summary: "A state file of the thresholds is not JSON, or has an invalid value.",
			Why:     "If the agent cannot read the file, it does not know which alerts a person acknowledged. It stops again, or continues without permission. If only a time in the file is unreadable, the finding is a warning.",
		},
		{
			ID: positionID, Severity: lint.Error,
			Summary: "A state file such as STATE.md or HANDOFF.json contradicts itself, or cannot be read.",
			Why: "A resumed session starts from this file. A HANDOFF.json that is not JSON is an error. If front matter and body have a " +
				"different status or percentage, if a hand-off is not paused, or if a state file has 100 lines or more, the finding is only a warning.",
		},
	}
}

const (
	thresholdsID = "plan/thresholds"
	positionID   = "plan/position"
)

func frontMatterSilencing(id string) string {
	return "Comments before the front matter are not read. To ignore this rule in the file: <!-- mdck:ignore-file " + id + " -->"
}
