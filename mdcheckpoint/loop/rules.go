package loop

import (
	"io/fs"
	"strings"
	"sync"

	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// Checker is what package lint needs to check tracks.
var Checker = lint.Checker{Name: Name, Read: readForLint, Rules: sync.OnceValue(ruleTable)}

// readForLint reads a track. Rules consult its plan, but any/ rules do not check it.
func readForLint(in lint.Input) *lint.Checkpoint {
	t := Read(in.Tree, in.Main)
	c := &lint.Checkpoint{Model: t, Files: map[string]*source.File{}, Faults: t.Faults}
	c.Claim(in.Main, t.claims(in.Outside))
	if f := t.Files[in.Main]; f != nil {
		c.Files[in.Main] = f
	}
	for _, name := range []string{PlanFile, specFile} { // which make a folder a track, too
		_, err := fs.Stat(in.Tree, t.Beside(name))
		c.Partial = c.Partial || err == nil
	}
	c.Find("loop/"+ruleSchema, c.SyntaxFindings(in.Main)...)
	for _, p := range t.check(in.Strict) {
		c.Find("loop/"+p.Rule, finding(&p))
	}
	return c
}

func finding(p *problem) lint.Finding {
	f := lint.Finding{Span: p.Span, Severity: lint.Error, Message: p.Message}
	if p.Warning {
		f.Severity = lint.Warning
	}
	if prefix := jsondoc.Parent(p.Path); prefix != "" && !saysWhere(p.Message) {
		f.Message = prefix + ": " + p.Message
	}
	if len(p.Fix) > 0 {
		f.Fix = &lint.Fix{}
		for _, e := range p.Fix {
			f.Fix.Edits = append(f.Fix.Edits, lint.FileEdit{Edit: e})
		}
	}
	return f
}

// saysWhere reports whether a message needs no path before it: those that need one
// begin with the name of a key, or with what is unknown.
func saysWhere(message string) bool {
	return !strings.HasPrefix(message, `"`) && !strings.HasPrefix(message, "unknown ")
}

// loopRules are the rules about the tracks of the evaluate loop. Source of what they
// ask for: the checkpoint protocol for superpowers, and for steps and statuses the
// orchestrator's skill.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: "loop/schema", Severity: lint.Error,
			Summary: "The metadata is not what the loop reads.",
			Why:     "The orchestrator goes by current_step, step_status, the fix cycles and the blockers: without them, or with something else in their place, it begins anew or halts. So is a step that was started and has no usable status. Other missing fields are warnings, such as the output files and the notes of a PLAN that passed, and so are unknown keys.",
		},
		{
			ID: "loop/status", Severity: lint.Warning, Fixable: true,
			Summary: "A step or a status is not one of the protocol.",
			Why:     "The table by which the loop goes on has no row for it, so that a person has to say. Other spellings of known ones are read. --fix makes PLAN of the current_step NOT_STARTED, which some commands write, where nothing is lost by that.",
		},
		{
			ID: "loop/step-mismatch", Severity: lint.Error, Fixable: true,
			Summary: "step_status and the checkpoint of the current step differ.",
			Why:     "The status stands twice, and writers set one. The loop resumes by step_status, people read the checkpoint. --fix makes the checkpoint follow.",
		},
		{
			ID: "loop/time", Severity: lint.Warning,
			Summary: "A time cannot be read, or does not fit the status or another time.",
			Why:     "completed_at belongs to a step that is over, and is null before. Times that do not fit mean that a write was forgotten.",
		},
		{
			ID: "loop/fix-cycles", Severity: lint.Error,
			Summary: "There were more fix cycles than there may be, or FIX counts them differently.",
			Why:     "At max_fix_cycles, 3 if there is none, the loop has to hand over to a person: a higher count means that it did not. Several agents raise the count, so that cycle of FIX may differ, which is a warning.",
		},
		{
			ID: "loop/last-task", Severity: lint.Warning,
			Summary: "last_task is not a task of plan.md.",
			Why:     "A track resumes at the next open task behind it. Without a place in the plan that is the first open task, which may have been passed over on purpose.",
		},
		{
			ID: "loop/output-missing", Severity: lint.Warning,
			Check: func(u *lint.Unit) []lint.Finding {
				return u.MissingFiles(claimOutput, "output_files")
			},
			Summary: "A file of output_files does not exist.",
			Why:     "The next step reads what this one says it has written. Paths are relative to the project, or to the track.",
		},
	}
}
