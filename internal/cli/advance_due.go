package cli

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/ohrfc"
)

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
