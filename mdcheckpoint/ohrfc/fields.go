package ohrfc

import (
	"strings"
	"sync"

	"mdck/mdcheckpoint/jsondoc"
)

// Phases of an RFC. Source: schema of state.json, current_phase.
const (
	phaseInit     = "init"
	phaseDiscover = "discover"
	phaseDesign   = "design"
	phaseGateA    = "gate_a"
	phaseGateB    = "gate_b"
	phaseReview   = "review"
	phaseFinalize = "finalize"
	phaseBaseline = "baseline_change"
)

var Phases = []string{
	phaseInit, phaseDiscover, phaseDesign, phaseGateA, phaseGateB, phaseReview, phaseFinalize, phaseBaseline,
}

// stateFields returns the keys of state.json, in the order of the protocol's script. Source: schema
// of state.json.
var stateFields = jsondoc.Table(`
schema_version!: string = v2
rfc_id!: string filled
current_phase!: string = ` + strings.Join(Phases, " ") + `
strictness!: string = light standard full
template_id! template_version!: string filled
template_ref: string
created_at! updated_at!: string time
gate_a_result: string|null = pass fail
gate_b_round: int >=0
gate_b_max_rounds: int = 0 2 3
gate_b_result: string|null = pass fail
reviewer_count: int = 0 3 4
upgrade_triggers: array of string
baseline_accepted: bool
checkpoint_version: int >=0
last_checkpoint_phase: string|null = discover design gate_b review
sub_step_progress: string|null
detour_count rejection_count: int >=0
gate_b_mode: string|null = self_review parallel_current parallel_multi_model
reviewer_dispatch: object
	default: string
	models: object each object
		type: string = task mcp
		server tool: string
	role_assignment: object
		architect security qa meta: string
	fallback_chain: array of string
web_search_enabled: bool`)

// evidenceFields returns the keys of evidence.json. Source: schema of evidence.json, which lacks the
// url, date and scopes of methodology and phase_discover.
var evidenceFields = sync.OnceValue(func() jsondoc.Field {
	all := evidenceTable()
	id := all.Key("items").Elem.Key("evd_id")
	id.Pattern, id.Match = `^EVD-[0-9]{3,}$`, isEvidenceID
	return all
})

var evidenceTable = jsondoc.Table(`schema_version!: string filled
items!: array of object
	evd_id!: string
	source_type!: string = code config doc external ` + userInput + `
	locator!: string
	repo_rev: string
	summary!: string
	truncated!: bool
	truncation_reason: string
	confidence!: string = low medium high
	links_to!: array of string`)

// userInput is the one source_type without repo_rev. Source: schema of evidence.json.
const userInput = "user_input"

func isEvidenceID(s string) bool {
	digits, ok := strings.CutPrefix(s, "EVD-")
	return ok && len(digits) >= 3 && strings.Trim(digits, "0123456789") == ""
}

var summaryFields = jsondoc.Table(`
result!: string = PASS FAIL
blocking_reasons!: array of string
p0_issues! p1_issues! p2_issues!: array of object
	location! issue! risk! action!: string
	evidence: string
required_actions!: array of object
	location! edit!: string
role_votes: object each string = pass fail`)
