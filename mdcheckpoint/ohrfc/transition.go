package ohrfc

// An Event is what moves an RFC from one phase to another.
type Event string

const (
	DiscoverDone   Event = "discover-done"
	DesignDone     Event = "design-done"
	GateAPass      Event = "gate-a-pass"
	GateAFail      Event = "gate-a-fail"
	GateBPass      Event = "gate-b-pass"
	GateBFail      Event = "gate-b-fail"
	EvidenceGap    Event = "evidence-gap"
	RiskAccepted   Event = "risk-accepted"
	ReviewApprove  Event = "review-approve"
	ReviewReject   Event = "review-reject"
	ScopeChange    Event = "scope-change"
	BaselineDesign Event = "baseline-design"
)

// Restart says whether the context is to be restarted after a checkpoint.
type Restart string

const (
	NoRestart        Restart = "no"
	OptionalRestart  Restart = "optional"
	MandatoryRestart Restart = "mandatory"
)

// A Write is a value that a transition gives a key of state.json, as JSON.
// The value "+1" raises the number that is there by one.
type Write struct{ Key, Value string }

// A Transition is a row of the workflow's table.
type Transition struct {
	From    string
	Event   Event
	To      []string // where it may lead; the first is the usual one
	Light   string   // where it leads in strictness light, if that differs
	Writes  []Write  // besides current_phase
	Section string   // key of the group that the checkpoint gets; "" if none is due
	Restart Restart  // after that checkpoint
	Source  string
}

// Transitions are all that the workflow knows. Source: phase documents, as each
// row names them; which checkpoints and restarts are due: checkpoint_protocol §1.
var Transitions = []Transition{
	{From: PhaseDiscover, Event: DiscoverDone, To: []string{PhaseDesign}, Section: DiscoverKey, Restart: NoRestart, Source: "phase_discover"},
	{From: PhaseDesign, Event: DesignDone, To: []string{PhaseGateA}, Section: DesignKey, Restart: NoRestart, Source: "phase_design"},
	// phase_gate_a sends Light to gate_b, SKILL to review: both are accepted.
	{From: PhaseGateA, Event: GateAPass, To: []string{PhaseGateB, PhaseReview}, Light: PhaseReview, Writes: []Write{{"gate_a_result", `"pass"`}}, Source: "phase_gate_a"},
	{From: PhaseGateA, Event: GateAFail, To: []string{PhaseDesign}, Writes: []Write{{"gate_a_result", `"fail"`}}, Source: "phase_gate_a"},
	{From: PhaseGateB, Event: GateBPass, To: []string{PhaseReview}, Writes: []Write{{"gate_b_result", `"pass"`}}, Source: "phase_gate_b"},
	{From: PhaseGateB, Event: GateBFail, To: []string{PhaseDesign}, Writes: []Write{{"gate_b_result", `"fail"`}, {"gate_b_round", "+1"}},
		Section: GateBKey, Restart: MandatoryRestart, Source: "phase_gate_b"},
	{From: PhaseGateB, Event: RiskAccepted, To: []string{PhaseReview, PhaseDesign}, Source: "phase_gate_b"},
	{From: PhaseGateB, Event: EvidenceGap, To: []string{PhaseDiscover}, Source: "phase_gate_b"},
	{From: PhaseReview, Event: ReviewApprove, To: []string{PhaseFinalize}, Writes: []Write{{"baseline_accepted", "true"}}, Source: "phase_review"},
	{From: PhaseReview, Event: ReviewReject, To: []string{PhaseDesign}, Section: ReviewKey, Restart: OptionalRestart, Source: "checkpoint_protocol §1"},
	{From: PhaseFinalize, Event: ScopeChange, To: []string{PhaseBaseline}, Source: "phase_review"},
	{From: PhaseBaseline, Event: BaselineDesign, To: []string{PhaseDesign}, Source: "phase_review"},
}

// TransitionOf is the transition at which the group with that key is written;
// nil if there is none.
func TransitionOf(section string) *Transition {
	for i := range Transitions {
		if section != "" && Transitions[i].Section == section {
			return &Transitions[i]
		}
	}
	return nil
}

// Next is where a transition leads in the given strictness.
func (t *Transition) Next(strictness string) string {
	if folded, _ := Strictness(strictness); folded == "light" && t.Light != "" {
		return t.Light
	}
	return t.To[0]
}

// A Reference is something that a session reads when it enters a phase.
type Reference struct {
	Path string // relative to the directory of the skill
	Note string // which part of it, or when it is needed; "" for all of it, always
}

const methodology = "references/methodology.md"

// References are what a session reads when it enters phase; nil for a phase that
// the workflow does not know. Source: SKILL and the lists of what to load in the
// phase documents.
func References(phase string) []Reference {
	switch phase {
	case PhaseInit:
		return []Reference{{"references/phase_init.md", ""}, {"references/rfc_template.md", ""}, {"assets/schemas/state.schema.json", ""}}
	case PhaseDiscover:
		return []Reference{{"references/phase_discover.md", ""}, {"references/discover_assets.md", ""}, {methodology, "§4, §6, §7"}}
	case PhaseDesign:
		return []Reference{{"references/phase_design.md", ""}, {"references/rfc_template.md", ""}, {"references/design_assets.md", ""},
			{methodology, "§3-8"}, {"references/security_template.md", "on demand"}}
	case PhaseGateA:
		return []Reference{{"scripts/gate_a_check.py", ""}, {"references/phase_gate_a.md", "if the script cannot run"}, {methodology, "§4-6, if the script cannot run"}}
	case PhaseGateB:
		return []Reference{{"references/phase_gate_b.md", ""}, {"references/review_assets.md", ""},
			{"references/reviewer_prompts", "one file a role"}, {methodology, "§3, §7-9"}}
	case PhaseReview:
		return []Reference{{"references/phase_review.md", ""}}
	case PhaseFinalize:
		return []Reference{{"references/phase_finalize.md", ""}, {methodology, "§4, if IDs are checked"}}
	case PhaseBaseline:
		return []Reference{{"references/phase_review.md", "Post-Baseline Change Flow"}, {methodology, "§9.3"}}
	}
	return nil
}
