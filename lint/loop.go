package lint

import (
	"strings"

	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/source"
)

// loopRules are the rules about the tracks of the evaluate loop. Source of what they
// ask for: the checkpoint protocol for superpowers, and for steps and statuses the
// orchestrator's skill.
func loopRules() []Rule {
	return []Rule{
		{
			ID: "loop/schema", Severity: Error, Check: told("loop", loop.RuleSchema),
			Summary: "The metadata is not what the loop reads.",
			Why:     "The orchestrator goes by current_step, step_status, the fix cycles and the blockers: without them, or with something else in their place, it begins anew or halts. What is only told, and unknown keys, are warnings.",
		},
		{
			ID: "loop/status", Severity: Warning, Fixable: true, Check: told("loop", loop.RuleStatus),
			Summary: "A step or a status is not one of the protocol.",
			Why:     "The table by which the loop goes on has no row for it, so that a person has to say. Other spellings of known ones are read. --fix makes PLAN of the current_step NOT_STARTED, which some commands write, where nothing is lost by that.",
		},
		{
			ID: "loop/step-mismatch", Severity: Error, Fixable: true, Check: told("loop", loop.RuleStepMismatch),
			Summary: "step_status and the checkpoint of the current step differ.",
			Why:     "The status stands twice, and writers set one. The loop resumes by step_status, people read the checkpoint. --fix makes the checkpoint follow.",
		},
		{
			ID: "loop/time", Severity: Warning, Check: told("loop", loop.RuleTime),
			Summary: "A time cannot be read, or does not fit the status or another time.",
			Why:     "completed_at belongs to a step that is over, and is null before. Times that do not fit mean that a write was forgotten.",
		},
		{
			ID: "loop/fix-cycles", Severity: Error, Check: told("loop", loop.RuleFixCycles),
			Summary: "There were more fix cycles than there may be, or FIX counts them differently.",
			Why:     "At max_fix_cycles, 3 if there is none, the loop has to hand over to a person: a higher count means that it did not. Several agents raise the count, so that cycle of FIX may differ, which is a warning.",
		},
		{
			ID: "loop/last-task", Severity: Warning, Check: told("loop", loop.RuleLastTask),
			Summary: "last_task is not a task of plan.md.",
			Why:     "A track resumes at the next open task behind it. Without a place in the plan that is the first open task, which may have been passed over on purpose.",
		},
		{
			ID: "loop/output-missing", Severity: Warning, Check: checkOutputs,
			Summary: "A file of output_files does not exist.",
			Why:     "The next step reads what this one says it has written. Paths are relative to the project, or to the track.",
		},
	}
}

// readLoop reads a track. Its plan is looked into, but is not of the files that are
// checked.
func readLoop(in Input) room {
	t := loop.Read(in.Tree, in.Main)
	r := room{files: map[string]*source.File{}, faults: t.Faults, cut: map[string]bool{}}
	r.claim(in.Main, t.Claims(loop.Outside{}))
	if f := t.Files[in.Main]; f != nil {
		r.files[in.Main] = f
	}
	r.view = func(u *Unit) {
		u.Track, u.told = t, map[string][]Finding{}
		u.tell("loop/"+loop.RuleSchema, syntaxFindings(u, in.Main)...)
		for _, p := range t.Check(in.Strict) {
			u.tell("loop/"+p.Rule, trackFinding(&p))
		}
	}
	return r
}

func trackFinding(p *loop.Problem) Finding {
	f := Finding{Span: p.Span, Severity: Error, Message: p.Message}
	if p.Warning {
		f.Severity = Warning
	}
	if prefix := parent(p.Path); prefix != "" && !saysWhere(p.Message) {
		f.Message = prefix + ": " + p.Message
	}
	if len(p.Fix) > 0 {
		f.Fix = &Fix{}
		for _, e := range p.Fix {
			f.Fix.Edits = append(f.Fix.Edits, FileEdit{Edit: e})
		}
	}
	return f
}

// saysWhere reports whether a message needs no path before it: those that need one
// begin with the name of a key, or with what is unknown.
func saysWhere(message string) bool {
	return !strings.HasPrefix(message, `"`) && !strings.HasPrefix(message, "unknown ")
}

func checkOutputs(u *Unit) []Finding { return u.absent(loop.ClaimOutput, "output_files") }
