package loop

import (
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// Kinds that are read as one: a null is a value that is not there, and files in
// use quote numbers and truths, and write a string where a list of one belongs.
const (
	stringOrNull = jsondoc.String | jsondoc.Null
	listOrNull   = jsondoc.Array | jsondoc.Null
)

// progressFields are the counts of a step; they stand beside its status or in
// "progress". Source: checkpoint.
var progressFields = []jsondoc.Field{
	{Name: "current_phase", Kind: jsondoc.Int | jsondoc.Null, HasMin: true},
	{Name: "total_phases", Kind: jsondoc.Int | jsondoc.Null, HasMin: true},
	{Name: "current_task", Kind: stringOrNull},
	{Name: "tasks_completed", Kind: jsondoc.Int | jsondoc.Null, HasMin: true}, // tasks that are done
	{Name: "tasks_total", Kind: jsondoc.Int | jsondoc.Null, HasMin: true},     // tasks of the plan
	{Name: "last_task", Kind: stringOrNull | jsondoc.Number},                  // task that was done last, with or without the word Task before its number
	{Name: "last_commit", Kind: stringOrNull},
	{Name: "issues_total", Kind: jsondoc.Int | jsondoc.Null, HasMin: true},
	{Name: "issues_fixed", Kind: jsondoc.Int | jsondoc.Null, HasMin: true},
	{Name: "current_issue", Kind: stringOrNull},
}

// checkpointFields are the keys of the checkpoint of any step; what single steps
// add stands behind the counts. Source: checkpoint; of the keys from commit_sha on:
// the skills of the single steps; artifacts: real files; history: mdck.
var checkpointFields = []jsondoc.Field{
	{Name: "status", Kind: jsondoc.String},     // status of the step
	{Name: "started_at", Kind: stringOrNull},   // when the step began
	{Name: "completed_at", Kind: stringOrNull}, // when it ended; null while it runs
	{Name: "agent", Kind: stringOrNull},        // who does the step
	{Name: "progress", Kind: jsondoc.Object | jsondoc.Null, Fields: progressFields},
	{Name: "output_files", Kind: listOrNull, Elem: &jsondoc.Field{Kind: jsondoc.String}}, // files that were made or changed, relative to the project
	{Name: "notes", Kind: stringOrNull | jsondoc.Array},                                  // summary, or what went wrong
	{Name: "last_updated", Kind: stringOrNull},                                           // when this was written last

	progressFields[0], progressFields[1], progressFields[2], progressFields[3], progressFields[4],
	progressFields[5], progressFields[6], progressFields[7], progressFields[8], progressFields[9],

	{Name: "commit_sha", Kind: stringOrNull},
	{Name: "plan_version"},
	{Name: "verdict", Kind: stringOrNull},
	{Name: "checks"},
	{Name: "cto_review"},
	{Name: "dag_summary"},
	{Name: "failure_reasons"},
	{Name: "commits", Kind: listOrNull}, // commits of the step: sha, message and task of each
	{Name: "evaluators_run"},
	{Name: "business_sync_required", Kind: jsondoc.Bool | jsondoc.Null},
	{Name: "failure_items"},
	{Name: "cycle", Kind: jsondoc.Int | jsondoc.Null, HasMin: true},
	{Name: "fixes_applied"},
	{Name: "fixes_remaining"},
	{Name: "required", Kind: jsondoc.Bool | jsondoc.Null},
	{Name: "artifacts"},
	{Name: "history", Kind: listOrNull}, // what the step was before: status, at, notes; also cycle, forced, decision
}

var checkpointField = jsondoc.Field{Kind: jsondoc.Object, Fields: checkpointFields}

// blockerFields are the keys of a blocker. Source: orchestrator; resolved_at goes
// with the status RESOLVED.
var blockerFields = []jsondoc.Field{
	{Name: "id", Kind: jsondoc.String | jsondoc.Int},
	{Name: "description", Kind: jsondoc.String},
	{Name: "blocked_at", Kind: stringOrNull},
	{Name: "blocked_step", Kind: stringOrNull},
	{Name: "status", Kind: jsondoc.String},
	{Name: "resolved_at", Kind: stringOrNull},
	{Name: "resolution"},
}

var blockersField = jsondoc.Field{Name: "blockers", Kind: jsondoc.Array,
	Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: blockerFields, Open: true}}

var loopFields = []jsondoc.Field{
	{Name: "current_step", Kind: jsondoc.String}, // step that the loop is at
	{Name: "step_status", Kind: jsondoc.String},  // status of the current step; the loop goes on by it
	{Name: "step_started_at", Kind: stringOrNull},
	{Name: "fix_cycle_count", Kind: jsondoc.Int | jsondoc.Null, HasMin: true},
	{Name: "max_fix_cycles", Kind: jsondoc.Int | jsondoc.Null, HasMin: true},
	{Name: "checkpoints", Kind: jsondoc.Object, Each: &checkpointField}, // what is known of each step, by its name
	{Name: "execution_mode"},
	{Name: "parallel_state"},
	{Name: "board_sessions"},
	{Name: "superpower_enhanced", Kind: jsondoc.Bool},
	{Name: "plan_revision_count"},
	{Name: "step_history"},
	blockersField,
}

// Fields are the keys of metadata.json in versions 1 to 4. None is required by the
// table, since what is depends on the rest of the file; see [Metadata.Check].
// Source: manager, go and orchestrator; loop_state: checkpoint; goal: forks of the protocol; from id on: real files.
var Fields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: "version", Kind: jsondoc.Int, HasMin: true, Min: 1},
	{Name: "track_id", Kind: jsondoc.String},
	{Name: "name", Kind: jsondoc.String},
	{Name: "type", Kind: jsondoc.String},
	{Name: "status", Kind: jsondoc.String}, // status of the whole track
	{Name: "created_at", Kind: stringOrNull},
	{Name: "updated_at", Kind: stringOrNull},
	{Name: "completed_at", Kind: stringOrNull},
	{Name: "superpower_enhanced", Kind: jsondoc.Bool},
	{Name: "loop_state", Kind: jsondoc.Object, Fields: loopFields},
	{Name: "lead_consultations"}, {Name: "discovered_work"}, blockersField,
	{Name: "board_conditions"}, {Name: "board_sessions"},
	{Name: "goal"}, {Name: "complexity"}, {Name: "step_history"},
	{Name: "id"}, {Name: "title"}, {Name: "description"}, {Name: "notes"}, {Name: "source"}, {Name: "scope"}, {Name: "spec"}, {Name: "plan"},
	{Name: "created", Kind: stringOrNull}, {Name: "depends_on"}, {Name: "dependencies"}, {Name: "priority"}, {Name: "summary"},
}}

// isFatal reports whether the documents of the protocol that go by the value at
// path misbehave when it is of another kind: those of the loop's state, and of its
// parts. All else is only told or shown.
func isFatal(path string) bool {
	switch path {
	case "", "loop_state", "loop_state.current_step", "loop_state.step_status", "loop_state.fix_cycle_count", "loop_state.max_fix_cycles",
		"loop_state.checkpoints", "blockers", "loop_state.blockers":
		return true
	}
	return false
}

// isLoose reports whether v, of a kind that field wants not, is read all the same:
// a quoted number or truth, a number such as 1.0, or a string for a list of one.
func isLoose(v *jsondoc.Value, path string) bool {
	if v == nil {
		return false
	}
	_, isNumber := number(v)
	if v.Kind != jsondoc.String {
		return isNumber && v.Kind != jsondoc.Int
	}
	_, isTruth := truth(v)
	return isNumber || isTruth || strings.HasSuffix(path, "output_files") || isCheckpoint(path)
}

// isCheckpoint reports whether path is that of the checkpoint of a step.
func isCheckpoint(path string) bool {
	below, ok := strings.CutPrefix(path, "loop_state.checkpoints")
	return ok && len(below) > 1 && !strings.Contains(below[1:], ".")
}
