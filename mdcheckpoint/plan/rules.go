package plan

import (
	"fmt"
	"mdck/lint"
)

// ruleTable returns the rules about plans, the files that say where the work on them
// stands, and the state of thresholds. Source of what they ask for: the checkpoint
// protocol, and the larger family of the same format.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: "plan/front-matter", Severity: lint.Error, Silencing: frontMatterSilencing("plan/front-matter"),
			Summary: "The front matter cannot be read, or a key has no value that it can have.",
			Why:     "Waves, dependencies and pauses are taken from it: what cannot be read is not kept to. A key that is missing, and YAML that only some readers take, are warnings: plans with tasks in tags need phase and plan (or id), wave, autonomous and depends_on, those of type tdd phase and plan, quick tasks and plans in sections none. It may be behind blank lines and comments.",
		},
		{
			ID: "plan/autonomous", Severity: lint.Error, Silencing: frontMatterSilencing("plan/autonomous"),
			Summary: "\"autonomous\" is true in a plan that waits for a person.",
			Why:     "An autonomous plan is run beside others, with nobody asked. false without a checkpoint keeps a plan out of the parallel ones for nothing, and true in a current plan whose tasks change what people see leaves nobody to look: both are warnings.",
		},
		{
			ID: "plan/after-task", Severity: lint.Error, Silencing: frontMatterSilencing("plan/after-task"),
			Summary: "The front matter pauses after a task that is not there.",
			Why:     "\"after_task\" is the number of the last task before the pause, counted from 1. Past the last task nobody pauses. A number that makes two pauses of one is a warning.",
		},
		{
			ID: "plan/task-children", Severity: lint.Error,
			Summary: "A task lacks what it cannot be done without.",
			Why:     "An auto task needs a name and an action; a checkpoint something to check or do, and the signal to go on; a decision its question. Where another element says the same, and for what is only documented, it is a warning.",
		},
		{
			ID: "plan/gate", Severity: lint.Warning, Fixable: true,
			Summary: "A human-verify or decision task has no gate, or one that is unknown.",
			Why:     "gate=\"blocking\" is what holds the agent; without it some tools go on. --fix writes it behind the type. gate=\"blocking-human\" is one that no setting approves.",
		},
		{
			ID: "plan/options", Severity: lint.Error,
			Summary: "A decision offers nothing to choose from, or an option has pros without cons or the reverse.",
			Why:     "One option is no decision, and half of a comparison is a recommendation. That an option is marked as recommended, has no id, or is left out of the resume signal is a warning.",
		},
		{
			ID: "plan/automation-first", Severity: lint.Warning,
			Summary: "A step asks a person for what a command can do, or a choice is dressed as an action.",
			Why:     "What has a command line or an API is the agent's: it starts the server, then asks a person to look. People are for what they alone can do, such as looking, choosing, a captcha, a login, a device.",
		},
		{
			ID: "plan/task-balance", Severity: lint.Error,
			Summary: "A task or a child of one is not closed, or a closing tag closes none.",
			Why:     "Tools find tasks by their tags: the task that is not closed swallows the next, which is then never run. A plan without tasks is a warning, and so is a code fence too many that would hide tags.",
		},
		{
			ID: thresholdsID, Severity: lint.Error,
			Summary: "A state file of thresholds is no JSON, or not of the form that is read.",
			Why:     "An acknowledgment that cannot be read stops the agent again, or lets it pass; a check that cannot write its state is given up. A time that cannot be read is a warning, and so is an acknowledgment of what is not measured.",
		},
		{
			ID: positionID, Severity: lint.Error,
			Summary: "A file that says where the work stands contradicts itself, or cannot be read.",
			Why:     "A session that resumes starts from it. A HANDOFF.json that is no JSON is an error; what is odd is a warning: a status or percentage that the front matter and the body give differently, a hand-off that is not paused, a state of 100 lines or more.",
		},
	}
}

// Rules that are told of by files that are no plans.
const (
	thresholdsID = "plan/thresholds"
	positionID   = "plan/position"
)

// frontMatterSilencing says how to silence a rule about the front matter, before which no
// comment is read.
func frontMatterSilencing(id string) string {
	return fmt.Sprintf("It is about the front matter, before which no comment is read. To ignore it in the file: <!-- mdck:ignore-file %s -->", id)
}
