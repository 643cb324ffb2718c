package ohrfc

import (
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// Phases of an RFC. Source: schema of state.json, current_phase.
const (
	PhaseInit     = "init"
	PhaseDiscover = "discover"
	PhaseDesign   = "design"
	PhaseGateA    = "gate_a"
	PhaseGateB    = "gate_b"
	PhaseReview   = "review"
	PhaseFinalize = "finalize"
	PhaseBaseline = "baseline_change"
)

// Phases are all values of current_phase, in the order of the workflow.
var Phases = []string{
	PhaseInit, PhaseDiscover, PhaseDesign, PhaseGateA, PhaseGateB, PhaseReview, PhaseFinalize, PhaseBaseline,
}

var passOrFail = []string{"pass", "fail"}

// StateFields are the keys of state.json in the order in which the protocol's
// script writes them; template_ref, which it does not write, stands after the
// other template keys. Source: schema of state.json.
var StateFields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: "schema_version", Kind: jsondoc.String, Required: true, Values: []string{"v2"}},
	{Name: "rfc_id", Kind: jsondoc.String, Required: true, MinLen: 1},
	{Name: "current_phase", Kind: jsondoc.String, Required: true, Values: Phases},
	{Name: "strictness", Kind: jsondoc.String, Required: true, Values: []string{"light", "standard", "full"}},
	{Name: "template_id", Kind: jsondoc.String, Required: true, MinLen: 1},
	{Name: "template_version", Kind: jsondoc.String, Required: true, MinLen: 1},
	{Name: "template_ref", Kind: jsondoc.String},
	{Name: "created_at", Kind: jsondoc.String, Required: true, Format: "date-time"},
	{Name: "updated_at", Kind: jsondoc.String, Required: true, Format: "date-time"},
	{Name: "gate_a_result", Kind: jsondoc.String | jsondoc.Null, Values: passOrFail},
	{Name: "gate_b_round", Kind: jsondoc.Int, HasMin: true},
	{Name: "gate_b_max_rounds", Kind: jsondoc.Int, Values: []string{"0", "2", "3"}},
	{Name: "gate_b_result", Kind: jsondoc.String | jsondoc.Null, Values: passOrFail},
	{Name: "reviewer_count", Kind: jsondoc.Int, Values: []string{"0", "3", "4"}},
	{Name: "upgrade_triggers", Kind: jsondoc.Array, Elem: &jsondoc.Field{Kind: jsondoc.String}},
	{Name: "baseline_accepted", Kind: jsondoc.Bool},
	{Name: "checkpoint_version", Kind: jsondoc.Int, HasMin: true},
	{Name: "last_checkpoint_phase", Kind: jsondoc.String | jsondoc.Null, Values: []string{PhaseDiscover, PhaseDesign, PhaseGateB, PhaseReview}},
	{Name: "sub_step_progress", Kind: jsondoc.String | jsondoc.Null},
	{Name: "detour_count", Kind: jsondoc.Int, HasMin: true},
	{Name: "rejection_count", Kind: jsondoc.Int, HasMin: true},
	{Name: "gate_b_mode", Kind: jsondoc.String | jsondoc.Null, Values: []string{"self_review", "parallel_current", "parallel_multi_model"}},
	{Name: "reviewer_dispatch", Kind: jsondoc.Object, Fields: dispatchFields},
	{Name: "web_search_enabled", Kind: jsondoc.Bool},
}}

// dispatchFields are the keys of reviewer_dispatch. Source: schema of state.json.
var dispatchFields = []jsondoc.Field{
	{Name: "default", Kind: jsondoc.String},
	{Name: "models", Kind: jsondoc.Object, Each: &jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{Name: "type", Kind: jsondoc.String, Values: []string{"task", "mcp"}},
		{Name: "server", Kind: jsondoc.String},
		{Name: "tool", Kind: jsondoc.String},
	}}},
	{Name: "role_assignment", Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{Name: "architect", Kind: jsondoc.String},
		{Name: "security", Kind: jsondoc.String},
		{Name: "qa", Kind: jsondoc.String},
		{Name: "meta", Kind: jsondoc.String},
	}},
	{Name: "fallback_chain", Kind: jsondoc.Array, Elem: &jsondoc.Field{Kind: jsondoc.String}},
}

// EvidenceFields are the keys of evidence.json. Source: schema of evidence.json;
// url, date, applicability_scope and scope are demanded of external evidence by
// methodology and phase_discover though the schema does not know them.
var EvidenceFields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: "schema_version", Kind: jsondoc.String, Required: true, MinLen: 1},
	{Name: "items", Kind: jsondoc.Array, Required: true, Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{Name: "evd_id", Kind: jsondoc.String, Required: true, Pattern: `^EVD-[0-9]{3,}$`, Match: isEvidenceID},
		{Name: "source_type", Kind: jsondoc.String, Required: true, Values: []string{"code", "config", "doc", "external", UserInput}},
		{Name: "locator", Kind: jsondoc.String, Required: true},
		{Name: "repo_rev", Kind: jsondoc.String},
		{Name: "summary", Kind: jsondoc.String, Required: true},
		{Name: "truncated", Kind: jsondoc.Bool, Required: true},
		{Name: "truncation_reason", Kind: jsondoc.String},
		{Name: "confidence", Kind: jsondoc.String, Required: true, Values: []string{"low", "medium", "high"}},
		{Name: "links_to", Kind: jsondoc.Array, Required: true, Elem: &jsondoc.Field{Kind: jsondoc.String}},
	}}},
}}

// UserInput is the source_type that needs no repo_rev. Source: schema of
// evidence.json.
const UserInput = "user_input"

func isEvidenceID(s string) bool {
	digits, ok := strings.CutPrefix(s, "EVD-")
	return ok && len(digits) >= 3 && strings.Trim(digits, "0123456789") == ""
}

// SummaryFields are the keys of .reviews/summary.json. Source: schema of
// review_summary.
var SummaryFields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: "result", Kind: jsondoc.String, Required: true, Values: []string{"PASS", "FAIL"}},
	{Name: "blocking_reasons", Kind: jsondoc.Array, Required: true, Elem: &jsondoc.Field{Kind: jsondoc.String}},
	{Name: "p0_issues", Kind: jsondoc.Array, Required: true, Elem: issueFields},
	{Name: "p1_issues", Kind: jsondoc.Array, Required: true, Elem: issueFields},
	{Name: "p2_issues", Kind: jsondoc.Array, Required: true, Elem: issueFields},
	{Name: "required_actions", Kind: jsondoc.Array, Required: true, Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{Name: "location", Kind: jsondoc.String, Required: true},
		{Name: "edit", Kind: jsondoc.String, Required: true},
	}}},
	{Name: "role_votes", Kind: jsondoc.Object, Each: &jsondoc.Field{Kind: jsondoc.String, Values: passOrFail}},
}}

var issueFields = &jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: "location", Kind: jsondoc.String, Required: true},
	{Name: "issue", Kind: jsondoc.String, Required: true},
	{Name: "risk", Kind: jsondoc.String, Required: true},
	{Name: "action", Kind: jsondoc.String, Required: true},
	{Name: "evidence", Kind: jsondoc.String},
}}
