package ohrfc

import (
	"strings"

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

var passOrFail = []string{"pass", "fail"}

// stateFields returns the keys of state.json, in the order of the protocol's script. Source: schema
// of state.json.
func stateFields() jsondoc.Field {
	return object("",
		required(text("schema_version", "v2")),
		filled("rfc_id"),
		required(text("current_phase", Phases...)),
		required(text("strictness", "light", "standard", "full")),
		filled("template_id"),
		filled("template_version"),
		text("template_ref"),
		date("created_at"),
		date("updated_at"),
		orNull(text("gate_a_result", passOrFail...)),
		count("gate_b_round"),
		jsondoc.Field{Name: "gate_b_max_rounds", Kind: jsondoc.Int, Values: []string{"0", "2", "3"}},
		orNull(text("gate_b_result", passOrFail...)),
		jsondoc.Field{Name: "reviewer_count", Kind: jsondoc.Int, Values: []string{"0", "3", "4"}},
		list("upgrade_triggers", text("")),
		flag("baseline_accepted"),
		count("checkpoint_version"),
		orNull(text("last_checkpoint_phase", phaseDiscover, phaseDesign, phaseGateB, phaseReview)),
		orNull(text("sub_step_progress")),
		count("detour_count"),
		count("rejection_count"),
		orNull(text("gate_b_mode", "self_review", "parallel_current", "parallel_multi_model")),
		object("reviewer_dispatch",
			text("default"),
			each("models", object("", text("type", "task", "mcp"), text("server"), text("tool"))),
			object("role_assignment", text("architect"), text("security"), text("qa"), text("meta")),
			list("fallback_chain", text("")),
		),
		flag("web_search_enabled"),
	)
}

// evidenceFields returns the keys of evidence.json. Source: schema of evidence.json, which lacks the
// url, date and scopes of methodology and phase_discover.
func evidenceFields() jsondoc.Field {
	return object("",
		filled("schema_version"),
		required(list("items", object("",
			jsondoc.Field{Name: "evd_id", Kind: jsondoc.String, Required: true, Pattern: `^EVD-[0-9]{3,}$`, Match: isEvidenceID},
			required(text("source_type", "code", "config", "doc", "external", userInput)),
			required(text("locator")),
			text("repo_rev"),
			required(text("summary")),
			required(flag("truncated")),
			text("truncation_reason"),
			required(text("confidence", "low", "medium", "high")),
			required(list("links_to", text(""))),
		))),
	)
}

// userInput is the one source_type without repo_rev. Source: schema of evidence.json.
const userInput = "user_input"

func isEvidenceID(s string) bool {
	digits, ok := strings.CutPrefix(s, "EVD-")
	return ok && len(digits) >= 3 && strings.Trim(digits, "0123456789") == ""
}

func summaryFields() jsondoc.Field {
	return object("",
		required(text("result", "PASS", "FAIL")),
		required(list("blocking_reasons", text(""))),
		required(list("p0_issues", issueFields())),
		required(list("p1_issues", issueFields())),
		required(list("p2_issues", issueFields())),
		required(list("required_actions", object("", required(text("location")), required(text("edit"))))),
		each("role_votes", text("", passOrFail...)),
	)
}

func issueFields() jsondoc.Field {
	return object("",
		required(text("location")),
		required(text("issue")),
		required(text("risk")),
		required(text("action")),
		text("evidence"),
	)
}

func text(name string, values ...string) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: jsondoc.String, Values: values}
}

func filled(name string) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: jsondoc.String, Required: true, MinLen: 1}
}

func date(name string) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: jsondoc.String, Required: true, Format: "date-time"}
}

func flag(name string) jsondoc.Field { return jsondoc.Field{Name: name, Kind: jsondoc.Bool} }

func count(name string) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: jsondoc.Int, HasMin: true}
}

func object(name string, fields ...jsondoc.Field) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: jsondoc.Object, Fields: fields}
}

func each(name string, elem jsondoc.Field) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: jsondoc.Object, Each: &elem}
}

func list(name string, elem jsondoc.Field) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: jsondoc.Array, Elem: &elem}
}

func required(f jsondoc.Field) jsondoc.Field {
	f.Required = true
	return f
}

func orNull(f jsondoc.Field) jsondoc.Field {
	f.Kind |= jsondoc.Null
	return f
}
