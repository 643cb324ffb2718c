package ohrfc

import (
	"fmt"
	"slices"
	"strings"
)

type Event string

const (
	DiscoverDone   Event = "discover-done"
	DesignDone     Event = "design-done"
	GateAPass      Event = "gate-a-pass"
	GateAFail      Event = "gate-a-fail"
	GateBPass      Event = "gate-b-pass"
	GateBFail      Event = "gate-b-fail"
	AutoFix        Event = "auto-fix"
	ScopeCut       Event = "scope-cut"
	RiskAccepted   Event = "risk-accepted"
	Escalate       Event = "escalate"
	EvidenceGap    Event = "evidence-gap"
	ReviewApprove  Event = "review-approve"
	ReviewReject   Event = "review-reject"
	ScopeChange    Event = "scope-change"
	BaselineDesign Event = "baseline-design"
)

// A RestartNeed says whether to restart the context after a checkpoint.
type RestartNeed string

const (
	NoRestart        RestartNeed = "none"
	OptionalRestart  RestartNeed = "optional"
	MandatoryRestart RestartNeed = "mandatory"
)

// A Stage says how far a Gate-B failure is from the last allowed round.
type Stage uint8

const (
	FirstFailure Stage = 1 << iota
	LaterFailure       // a later failure, before the last round
	LastFailure        // the failure of the last allowed round, and any later failure
)

// A Write is a key of state.json with its value after a transition: JSON or [counted].
type Write struct{ Key, Value string }

// counted stands for the number of the current Gate-B failure.
const counted = "+1"

// A Transition is a row of the workflow table.
type Transition struct {
	From    string
	Event   Event
	To      []string // phases to which the transition can lead, the usual one first
	Light   bool     // the second phase is usual for light; other levels have only the first
	Writes  []Write  // values besides current_phase
	Stages  Stage    // stages of a Gate-B failure that allow the transition, or 0
	Section string
	Restart RestartNeed // whether to restart before the transition leads to DESIGN
	Does    string
	Note    string
}

// failed has what every Gate-B failure writes. Source: phase_gate_b; rejection_count: schema.
var failed = []Write{{"gate_b_result", `"fail"`}, {"rejection_count", counted}, {"gate_b_round", counted}}

const (
	recordChoice = "record this choice as a decision (DEC) in rfc.md"
	oneGap       = "one evidence gap per round is allowed"
	gateForAll   = "a baseline change requires at least two rounds of Gate-B, at every strictness"
)

// Transitions lists all transitions of the workflow. Source: the phase documents in each row;
// checkpoint_protocol §1. The script makes the first transition, to discover.
var Transitions = []Transition{
	{From: phaseDiscover, Event: DiscoverDone, To: []string{phaseDesign}, Section: DiscoverKey, Restart: NoRestart}, // phase_discover
	{From: phaseDesign, Event: DesignDone, To: []string{phaseGateA}, Section: DesignKey, Restart: NoRestart},        // phase_design
	// phase_gate_a says gate_b for Light, but SKILL says review
	{From: phaseGateA, Event: GateAPass, To: []string{phaseGateB, phaseReview}, Light: true, Writes: []Write{{"gate_a_result", `"pass"`}}}, // phase_gate_a, SKILL
	{From: phaseGateA, Event: GateAFail, To: []string{phaseDesign}, Writes: []Write{{"gate_a_result", `"fail"`}}},                          // phase_gate_a
	{From: phaseGateB, Event: GateBPass, To: []string{phaseReview}, Writes: []Write{{"gate_b_result", `"pass"`}}},                          // phase_gate_b
	{From: phaseGateB, Event: GateBFail, To: []string{phaseDesign}, Writes: failed, Stages: FirstFailure,
		Section: GateBKey, Restart: MandatoryRestart}, // phase_gate_b
	{From: phaseGateB, Event: AutoFix, To: []string{phaseDesign}, Writes: failed, Stages: LaterFailure,
		Section: GateBKey, Restart: MandatoryRestart, Does: "fix what the reviewers found, then run one more round", Note: recordChoice}, // phase_gate_b
	{From: phaseGateB, Event: ScopeCut, To: []string{phaseDesign}, Writes: failed, Stages: LaterFailure | LastFailure,
		Section: GateBKey, Restart: MandatoryRestart, Does: "remove what fails", Note: recordChoice}, // phase_gate_b, methodology §9
	{From: phaseGateB, Event: RiskAccepted, To: []string{phaseReview, phaseDesign}, Writes: failed, Stages: LaterFailure | LastFailure,
		Section: GateBKey, Restart: MandatoryRestart, Does: "accept the remaining findings", Note: recordChoice}, // phase_gate_b, methodology §9
	{From: phaseGateB, Event: Escalate, To: []string{phaseDesign, phaseGateB}, Writes: failed, Stages: LastFailure,
		Section: GateBKey, Restart: MandatoryRestart, Does: "ask a person to decide, then try again", Note: recordChoice}, // methodology §9
	{From: phaseGateB, Event: EvidenceGap, To: []string{phaseDiscover}, Note: oneGap},                                      // phase_gate_b
	{From: phaseReview, Event: ReviewApprove, To: []string{phaseFinalize}, Writes: []Write{{"baseline_accepted", "true"}}}, // phase_review
	{From: phaseReview, Event: ReviewReject, To: []string{phaseDesign}, Section: reviewKey, Restart: OptionalRestart},      // checkpoint_protocol §1
	{From: phaseFinalize, Event: ScopeChange, To: []string{phaseBaseline}, Note: gateForAll},                               // phase_review
	{From: phaseBaseline, Event: BaselineDesign, To: []string{phaseDesign}},                                                // phase_review
}

func sectionTransition(section string) *Transition {
	return findTransition(func(t *Transition) bool { return section != "" && t.Section == section })
}

func eventTransition(event Event) *Transition {
	return findTransition(func(t *Transition) bool { return t.Event == event })
}

func findTransition(is func(*Transition) bool) *Transition {
	for i := range Transitions {
		if is(&Transitions[i]) {
			return &Transitions[i]
		}
	}
	return nil
}

// ReadEvent parses the name of an event, in any case and with "_" or "-".
func ReadEvent(name string) (event Event, ok bool) {
	event = Event(strings.ReplaceAll(strings.ToLower(name), "_", "-"))
	return event, eventTransition(event) != nil
}

// Targets returns the phases to which the transition can lead, the usual one first. Source: SKILL,
// phase_review.
func (t *Transition) Targets(strictness string, changedBaseline bool) []string {
	switch folded := Strictness(strictness); {
	case t.Light && folded != "light":
		return t.To[:1]
	case t.Light && !changedBaseline:
		return []string{t.To[1], t.To[0]}
	}
	return t.To
}

// first reports whether the section of t must be written before t.
func (t *Transition) first() bool { return t.Section != "" && t.Restart == NoRestart }

func rank(phase string) int { return slices.Index(Phases, phase) }

// TransitionName returns a name such as "escalate to gate_b". For the usual phase, to must be "".
func TransitionName(event Event, to string) string {
	if to == "" {
		return string(event)
	}
	return string(event) + toWord + to
}

const toWord = " to "

// readTransition parses a name from [TransitionName]. t may be nil.
func readTransition(name string) (t *Transition, into string) {
	name, into, _ = strings.Cut(name, toWord)
	event, _ := ReadEvent(name)
	return eventTransition(event), into
}

// restartInto returns the restart for a transition to phase. Source: checkpoint_protocol, its rule
// and §1.
func (t *Transition) restartInto(phase string) RestartNeed {
	switch {
	case t.Section == "":
		return NoRestart
	case t.Restart == MandatoryRestart && phase != phaseDesign:
		return OptionalRestart
	}
	return t.Restart
}

// A Reference is a document to read at the start of a phase.
type Reference struct {
	Path string // relative to the directory of the skill
	Note string // what to read or when, or ""
}

// references lists the documents to read, as lines "phase path: note". Source: SKILL and the
// reading lists in the phase documents.
const references = `
init references/phase_init.md
init references/rfc_template.md
init assets/schemas/state.schema.json
discover references/phase_discover.md
discover references/discover_assets.md
discover references/methodology.md: §4, §6, §7
design references/phase_design.md
design references/rfc_template.md
design references/design_assets.md
design references/methodology.md: §3-8
design references/security_template.md: if needed
gate_a scripts/gate_a_check.py
gate_a references/phase_gate_a.md: if the script cannot run
gate_a references/methodology.md: §4-6, if the script cannot run
gate_b references/phase_gate_b.md
gate_b references/review_assets.md
gate_b references/reviewer_prompts: one file for each role
gate_b references/methodology.md: §3, §7-9
review references/phase_review.md
finalize references/phase_finalize.md
finalize references/methodology.md: §4, if IDs are checked
baseline_change references/phase_review.md: Post-Baseline Change Flow
baseline_change references/methodology.md: §9.3
`

// References returns the documents to read at the start of phase, or nil.
func References(phase string) (all []Reference) {
	for line := range strings.Lines(references) {
		of, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if of == phase && text != "" {
			name, note, _ := strings.Cut(text, ": ")
			all = append(all, Reference{name, note})
		}
	}
	return all
}

// dueAfter returns a line about the step after a section was written. Source: checkpoint_protocol
// §1.
func (w *Workspace) dueAfter(section string) string {
	t := sectionTransition(section)
	if t == nil {
		return ""
	}
	phase, next := w.State.Phase(), t.To[0]
	switch {
	case t.Restart != MandatoryRestart:
		return "Next phase: " + next + ". " + RestartDue(t.Restart, next, w.ID)
	case phase == phaseReview || phase == phaseFinalize:
		return RestartDue(OptionalRestart, next, w.ID)
	}
	return RestartDue(t.Restart, next, w.ID)
}

// RestartDue describes the restart that is needed before phase.
func RestartDue(need RestartNeed, phase, id string) string {
	switch need {
	case MandatoryRestart:
		return fmt.Sprintf("Restart the context before %s: mdck bootstrap %s prints the steps.", phase, id)
	case OptionalRestart:
		return "If the context is nearly full, restart it: mdck bootstrap " + id + " prints the steps."
	}
	return "No context restart is needed."
}
