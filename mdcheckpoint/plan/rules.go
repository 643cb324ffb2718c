package plan

import (
	"fmt"

	"mdck/lint"
)

// ruleTable returns the rules. Source: the checkpoint protocol, and the larger family of the same
// format.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: "plan/front-matter", Severity: lint.Error, Silencing: frontMatterSilencing("plan/front-matter"),
			Summary: "The front matter cannot be read, or a key has an invalid value.",
			Why: "The front matter sets waves, dependencies and pauses; mdck ignores what it cannot read. Missing keys, and YAML that only some readers accept, " +
				"are warnings: plans with task tags need phase and plan (or id), wave, autonomous and depends_on; plans of type tdd need phase and " +
				"plan; quick tasks and plans in sections need none. Blank lines and comments may come before the front matter.",
		},
		{
			ID: "plan/autonomous", Severity: lint.Error, Silencing: frontMatterSilencing("plan/autonomous"),
			Summary: "\"autonomous\" is true in a plan that waits for a person.",
			Why: "An autonomous plan runs in parallel and nobody is asked. false without a checkpoint is a warning, because it prevents parallel " +
				"runs for no reason. true is a warning in a current plan whose tasks change what people see, because nobody looks at the result.",
		},
		{
			ID: "plan/after-task", Severity: lint.Error, Silencing: frontMatterSilencing("plan/after-task"),
			Summary: `"after_task" in the front matter is not the number of a task of the plan.`,
			Why: `The plan pauses after the task with the number "after_task", counted from 1. It does not pause after its last task. A number ` +
				"that adds a second pause is a warning.",
		},
		{
			ID: "plan/task-children", Severity: lint.Error,
			Summary: "A task lacks a part that it needs.",
			Why: "An auto task needs a name and an action; a checkpoint needs something to check or do, and a resume signal; a decision needs its " +
				"question. The finding is a warning if another element has the same content, or if the part is documented but not required.",
		},
		{
			ID: "plan/gate", Severity: lint.Warning, Fixable: true,
			Summary: "A human-verify or decision task has no gate, or an unknown gate.",
			Why:     `gate="blocking" stops the agent; without this gate some tools continue. --fix adds a missing gate after the type. No setting can approve gate="blocking-human".`,
		},
		{
			ID: "plan/options", Severity: lint.Error,
			Summary: "A decision has too few options, or an option has pros without cons or cons without pros.",
			Why: "With one option there is no choice, and pros without cons are a recommendation. An option that is marked as recommended, has no id, or is " +
				"missing from the resume signal is a warning.",
		},
		{
			ID: "plan/automation-first", Severity: lint.Warning,
			Summary: "A step asks a person to do what a command can do, or asks for a choice in an action task.",
			Why: "The agent does everything that has a command line or an API: it starts the server, then asks a person to look. People do only " +
				"what they alone can do, such as looking, choosing, a captcha, a login, a device.",
		},
		{
			ID: "plan/task-balance", Severity: lint.Error,
			Summary: "A task or one of its elements is not closed, or a closing tag has no opening tag.",
			Why: "Tools find tasks by their tags: an unclosed task includes the next task, which then never runs. A plan without tasks is a warning, " +
				"and so is an extra code fence that would hide tags.",
		},
		{
			ID: thresholdsID, Severity: lint.Error,
			Summary: "A threshold state file is not JSON, or has an unknown form.",
			Why: "If an acknowledgment cannot be read, the agent stops a second time, or continues after an alert that nobody acknowledged. If a check cannot write its state, it fails. An unreadable time " +
				"is a warning, and so is an acknowledgment of an unknown value.",
		},
		{
			ID: positionID, Severity: lint.Error,
			Summary: "A file with the state of the work contradicts itself, or cannot be read.",
			Why: "A resumed session starts from this file. A HANDOFF.json that is not JSON is an error. Other problems are warnings: different status or " +
				"percentage in front matter and body, a hand-off that is not paused, a state of 100 lines or more.",
		},
	}
}

const (
	thresholdsID = "plan/thresholds"
	positionID   = "plan/position"
)

func frontMatterSilencing(id string) string {
	return fmt.Sprintf("Comments before the front matter are not read. To ignore this rule in the file: <!-- mdck:ignore-file %s -->", id)
}
