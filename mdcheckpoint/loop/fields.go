package loop

import (
	"slices"
	"strings"
	"sync"

	"mdck/mdcheckpoint/jsondoc"
)

// Kinds of values. Some files have a string instead of a list with one entry.
const (
	anyKind      = 0
	stringOrNull = jsondoc.String | jsondoc.Null
	boolOrNull   = jsondoc.Bool | jsondoc.Null
	listOrNull   = jsondoc.Array | jsondoc.Null
)

// metadataFields returns the keys of metadata.json, versions 1 to 4. None is required; see
// Metadata.check.
var metadataFields = sync.OnceValue(makeFields)

func makeFields() jsondoc.Field {
	blocker := &jsondoc.Field{Kind: jsondoc.Object, Fields: blockerFields(), Open: true}
	step := &jsondoc.Field{Kind: jsondoc.Object, Fields: checkpointFields()}
	blockers := []jsondoc.Field{{Name: "blockers", Kind: jsondoc.Array, Elem: blocker}}
	state := slices.Concat(
		fields(jsondoc.String, "current_step step_status"),
		fields(stringOrNull, "step_started_at"),
		counts("fix_cycle_count max_fix_cycles"),
		[]jsondoc.Field{{Name: "checkpoints", Kind: jsondoc.Object, Each: step}},
		fields(jsondoc.Bool, "superpower_enhanced"),
		fields(anyKind, "execution_mode parallel_state board_sessions plan_revision_count step_history"),
		blockers,
	)
	// Source: track manager, go, orchestrator skill; loop_state: checkpoint protocol; goal,
	// complexity: forks; "id" and later: real files.
	return jsondoc.Field{Kind: jsondoc.Object, Fields: slices.Concat(
		[]jsondoc.Field{
			{Name: "version", Kind: jsondoc.Int, HasMin: true, Min: 1},
			{Name: "loop_state", Kind: jsondoc.Object, Fields: state},
		},
		fields(jsondoc.String, "track_id name type status"),
		fields(stringOrNull, "created_at updated_at completed_at created"),
		fields(jsondoc.Bool, "superpower_enhanced"),
		blockers,
		fields(anyKind, "lead_consultations discovered_work board_conditions board_sessions goal complexity step_history"),
		fields(anyKind, `id track title description notes source source_docs scope spec plan depends_on dependencies priority summary
			domain tags owner assignee branch repos supersedes archived archived_at archive_reason pause_reason
			updated completed remaining progress checkpoint commits phase phases phase_status current_phase tasks current_task`),
	)}
}

// checkpointFields returns the keys of a checkpoint. Source: checkpoint protocol; "commit_sha" and
// later: skills of the steps; artifacts: real files. Only mdck writes history.
func checkpointFields() []jsondoc.Field {
	progress := slices.Concat(
		counts("current_phase total_phases tasks_completed tasks_total issues_total issues_fixed"),
		fields(stringOrNull, "current_task last_commit current_issue"),
		fields(stringOrNull|jsondoc.Number, "last_task"), // with or without the word "Task"
	)
	return slices.Concat(
		fields(jsondoc.String, "status"),
		fields(stringOrNull, "started_at completed_at agent last_updated"),
		fields(stringOrNull|jsondoc.Array, "notes"),
		[]jsondoc.Field{
			{Name: "progress", Kind: jsondoc.Object | jsondoc.Null, Fields: progress},
			{Name: "output_files", Kind: listOrNull, Elem: &jsondoc.Field{Kind: jsondoc.String}},
		},
		progress,
		fields(stringOrNull, "commit_sha verdict"),
		fields(listOrNull, "commits history"),
		fields(boolOrNull, "business_sync_required required"),
		counts("cycle"),
		fields(anyKind, "plan_version checks cto_review dag_summary failure_reasons evaluators_run failure_items fixes_applied fixes_remaining artifacts"),
	)
}

// Source: orchestrator skill.
func blockerFields() []jsondoc.Field {
	return slices.Concat(
		fields(jsondoc.String|jsondoc.Int, "id"),
		fields(jsondoc.String, "description status"),
		fields(stringOrNull, "blocked_at blocked_step resolved_at"),
		fields(anyKind, "resolution"),
	)
}

func fields(kind jsondoc.Kind, names string) (all []jsondoc.Field) {
	for name := range strings.FieldsSeq(names) {
		all = append(all, jsondoc.Field{Name: name, Kind: kind})
	}
	return all
}

func counts(names string) []jsondoc.Field {
	all := fields(jsondoc.Int|jsondoc.Null, names)
	for i := range all {
		all[i].HasMin = true
	}
	return all
}

// fatal lists the paths that the loop depends on. "" is the whole document.
const fatal = "||loop_state|loop_state.current_step|loop_state.step_status|loop_state.fix_cycle_count|loop_state.max_fix_cycles|loop_state.checkpoints|blockers|loop_state.blockers|"

// isFatal reports whether the problem would make the loop restart or halt.
func isFatal(p *jsondoc.Problem, root *jsondoc.Value) bool {
	if p.Class != jsondoc.WrongKind || !strings.Contains(fatal, "|"+p.Path+"|") {
		return false
	}
	v := root.Get(strings.FieldsFunc(p.Path, func(r rune) bool {
		return r == '.'
	})...)
	_, whole := number(v)
	return !whole || v.Kind == jsondoc.Int
}
