package loop

import (
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// metadataFields lists the keys of metadata.json, versions 1 to 4. Metadata.check reports missing keys.
// Some files have a string instead of a list with one entry.
//
// Source: track manager, go, orchestrator skill; loop_state, checkpoints: checkpoint protocol;
// commit_sha to fixes_remaining: skills of the steps; goal, complexity: forks; artifacts, and the keys
// from id to current_task: real files. Only mdck writes history.
var metadataFields = jsondoc.Table(`
version: int >=1
loop_state: object
	current_step step_status: string
	step_started_at: string|null
	fix_cycle_count max_fix_cycles: int|null >=0
	checkpoints: object each object
		status: string
		started_at completed_at agent last_updated: string|null
		notes: string|null|array
		progress: object|null
			current_phase total_phases tasks_completed tasks_total issues_total issues_fixed: int|null >=0
			current_task last_commit current_issue: string|null
			last_task: string|null|number # with or without the word "Task"
		output_files: array|null of string
		current_phase total_phases tasks_completed tasks_total issues_total issues_fixed: int|null >=0
		current_task last_commit current_issue: string|null
		last_task: string|null|number
		commit_sha verdict: string|null
		commits history: array|null
		business_sync_required required: bool|null
		cycle: int|null >=0
		plan_version checks cto_review dag_summary failure_reasons evaluators_run failure_items fixes_applied fixes_remaining artifacts: any
	superpower_enhanced: bool
	execution_mode parallel_state board_sessions plan_revision_count step_history: any
	` + strings.ReplaceAll(blockerFields, "\n", "\n\t") + `
track_id name type status: string
created_at updated_at completed_at created: string|null
superpower_enhanced: bool
` + blockerFields + `
lead_consultations discovered_work board_conditions board_sessions goal complexity step_history: any
id track title description notes source source_docs scope spec plan depends_on dependencies priority summary: any
domain tags owner assignee branch repos supersedes archived archived_at archive_reason pause_reason: any
updated completed remaining progress checkpoint commits phase phases phase_status current_phase tasks current_task: any`)

// Source: orchestrator skill.
const blockerFields = `blockers: array of object open
	id: string|int
	description status: string
	blocked_at blocked_step resolved_at: string|null
	resolution: any`

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
