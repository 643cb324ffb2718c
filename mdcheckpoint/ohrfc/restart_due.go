package ohrfc

import "fmt"

// dueAfter says what the protocol asks for after a section was written. A round that is
// written after its risk was accepted leads to no revision, for which the context would have
// to be fresh. Source: checkpoint_protocol §1.
func (w *Workspace) dueAfter(section string) string {
	transition := TransitionOf(section)
	if transition == nil {
		return ""
	}
	phase := ""
	if w.State != nil {
		phase = w.State.Phase()
	}
	next, need := transition.To[0], transition.Restart
	left := need == MandatoryRestart && (phase == PhaseReview || phase == PhaseFinalize)
	if left {
		need = OptionalRestart
	}
	line := RestartDue(need, next, w.ID)
	if need != MandatoryRestart && !left {
		line = "Next phase: " + next + ". " + line
	}
	return line
}

// RestartDue says whether a restart of the context is due before phase.
func RestartDue(need RestartNeed, phase, id string) string {
	switch need {
	case MandatoryRestart:
		return fmt.Sprintf("A context restart is due before %s: mdck bootstrap %s prints the sequence.", phase, id)
	case OptionalRestart:
		return fmt.Sprintf("A context restart is optional, if the context is nearly full: mdck bootstrap %s prints the sequence.", id)
	}
	return "No context restart is needed."
}
