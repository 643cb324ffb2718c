package loop

import (
	"io/fs"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// Checker reads and checks tracks for package lint.
var Checker = lint.Checker{Name: Name, Read: readForLint, Rules: ruleTable}

func readForLint(in lint.Input) *lint.Checkpoint {
	t := Read(in.Tree, in.Main)
	c := &lint.Checkpoint{Model: t, Files: map[string]*source.File{}, Faults: t.Faults}
	c.Claim(in.Main, t.claims(in.Outside))
	if f := t.Files[in.Main]; f != nil {
		c.Files[in.Main] = f
	}
	for _, name := range []string{PlanFile, specFile} { // either file alone makes the folder a track
		_, err := fs.Stat(in.Tree, t.PathOf(name))
		c.Partial = c.Partial || err == nil
	}
	c.Find("loop/"+ruleSchema, c.SyntaxFindings(in.Main)...)
	if t.Metadata != nil {
		for _, p := range t.Metadata.check(t.Plan, in.Strict) {
			c.Find("loop/"+p.Rule, finding(&p))
		}
	}
	return c
}

func finding(p *problem) lint.Finding {
	f := lint.Finding{Span: p.Span, Severity: lint.Error, Message: p.Message, Fix: lint.FixOf("", p.Fix...)}
	if p.Warning {
		f.Severity = lint.Warning
	}
	if prefix := jsondoc.Parent(p.Path); prefix != "" && !saysWhere(p.Message) {
		f.Message = prefix + ": " + p.Message
	}
	return f
}

// saysWhere reports whether a message is clear without a path before it.
func saysWhere(message string) bool {
	return !strings.HasPrefix(message, `"`) && !strings.HasPrefix(message, "unknown ")
}

// Source: checkpoint protocol; steps and statuses: orchestrator skill.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: "loop/schema", Severity: lint.Error,
			Summary: "The metadata has a missing, unknown or invalid key or value.",
			Why: "The orchestrator reads current_step, step_status, the fix cycles and the blockers. If they are missing or invalid, it starts from " +
				"the beginning or halts. Unknown keys and other missing keys are only warnings.",
		},
		{
			ID: "loop/status", Severity: lint.Warning, Fixable: true,
			Summary: "A step or a status does not exist in the protocol.",
			Why: "The protocol does not say how to continue after this value, so a person must decide. If current_step is NOT_STARTED, " +
				"--fix changes it to PLAN, unless the checkpoint PLAN has another status.",
		},
		{
			ID: "loop/step-mismatch", Severity: lint.Error, Fixable: true,
			Summary: "step_status and the checkpoint of the current step differ.",
			Why: "The status is stored twice, and writers often set only one. The loop resumes from step_status, but people read the checkpoint. " +
				"--fix copies step_status to the checkpoint.",
		},
		{
			ID: "loop/time", Severity: lint.Warning,
			Summary: "A time cannot be read, or contradicts the status or another time.",
			Why:     "completed_at is null until the step is finished. If a time contradicts the status, somebody forgot to write one of them.",
		},
		{
			ID: "loop/fix-cycles", Severity: lint.Error,
			Summary: "There were more fix cycles than allowed, or fix_cycle_count differs from the count in the checkpoint FIX.",
			Why: "If fix_cycle_count reaches max_fix_cycles, by default 3, the loop must ask a person. A higher count means that the loop did not ask. " +
				"A different count in the checkpoint FIX is only a warning.",
		},
		{
			ID: "loop/last-task", Severity: lint.Warning,
			Summary: "last_task is not a task in plan.md.",
			Why:     "A track resumes at the next open task after last_task. If last_task is not in the plan, the track resumes at the first open task. Perhaps somebody skipped that task on purpose.",
		},
		{
			ID: "loop/output-missing", Severity: lint.Warning,
			Check: func(u *lint.Unit) []lint.Finding {
				return u.MissingFiles(claimOutput, "output_files")
			},
			Summary: "A file in output_files does not exist.",
			Why:     "The next step reads these files. Paths are relative to the project, or to the track.",
		},
	}
}
