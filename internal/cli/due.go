package cli

import (
	"fmt"
	"strings"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
)

// printDue says what the protocol wants after a section was written in phase, the
// current_phase of the RFC. A round that is written after its risk was accepted
// leads to no revision, for which the context would have to be fresh. Source:
// checkpoint_protocol §1.
func printDue(std Streams, t *workspace.Target, section, phase string) error {
	transition := ohrfc.TransitionOf(section)
	if transition == nil {
		return nil
	}
	next, restart := transition.To[0], transition.Restart
	left := restart == ohrfc.MandatoryRestart && (phase == ohrfc.PhaseReview || phase == ohrfc.PhaseFinalize)
	if left {
		restart = ohrfc.OptionalRestart
	}
	line := restartDue(restart, next, t.ID())
	if restart != ohrfc.MandatoryRestart && !left {
		line = "Next phase: " + next + ". " + line
	}
	_, err := fmt.Fprintln(std.Out, line)
	return err
}

// restartDue says whether a restart of the context is due before phase.
func restartDue(restart ohrfc.RestartNeed, phase, id string) string {
	switch restart {
	case ohrfc.MandatoryRestart:
		return fmt.Sprintf("A context restart is due before %s: mdck bootstrap %s prints the sequence.", phase, id)
	case ohrfc.OptionalRestart:
		return fmt.Sprintf("A context restart is optional, if the context is nearly full: mdck bootstrap %s prints the sequence.", id)
	}
	return "No context restart is needed."
}

// checkpointDue says whether a checkpoint is due after the move m. id is that of
// the checkpoint where it has to be named, else "".
func checkpointDue(m *ohrfc.Move, id string) string {
	switch {
	case m.Section == "":
		return "No checkpoint is due."
	case m.Written && m.Replace:
		return fmt.Sprintf("%s is written; if in an earlier pass: %s", dueTitle(m), appendCommandLine(m, id))
	case m.Written:
		return dueTitle(m) + " is written."
	case m.Replace:
		return fmt.Sprintf("A checkpoint is due, in place of the %s of an earlier pass: %s", dueTitle(m), appendCommandLine(m, id))
	}
	return "A checkpoint is due: " + appendCommandLine(m, id)
}

// dueTitle is the title of the group that is due at m.
func dueTitle(m *ohrfc.Move) string { return ohrfc.Group(m.Section).TitleFor(m.Round) }

// appendCommandLine is the command that writes the group that is due at m.
func appendCommandLine(m *ohrfc.Move, id string) string {
	words := []string{"mdck append --section", m.Section}
	if id != "" {
		words = []string{"mdck append", id, "--section", m.Section}
	}
	switch {
	case m.Replace:
		words = append(words, "--replace")
	case m.Round > m.Newest+1: // rounds before it were never written
		words = append(words, fmt.Sprintf("--round %d --force", m.Round))
	}
	return strings.Join(words, " ")
}
