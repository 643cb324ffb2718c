package ohrfc

import (
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	m := c.Model.(*Model)
	w := m.RFC
	s := protocol.Status{Limits: in.Limits}
	for _, b := range m.Budgets {
		if b.Kind == FileTokens && len(w.Checkpoint.Text()) > b.Limit { // fewer bytes are not counted
			s.Tokens = b.Used
		}
	}
	if w.State == nil {
		s.Next = "mdck init ohrfc makes " + StateFile
		if w.Faults[w.Path(StateFile)] != nil {
			s.Next = StateFile + " cannot be read"
		}
		return []protocol.Status{s}
	}
	s.Phase, s.Round = spelling.OneLine(w.State.Phase()), w.State.Round()
	version := w.State.Version()
	s.Version = &version
	updated, _ := w.State.Doc.Root.Get("updated_at").Str()
	s.Updated, _ = ReadTime(updated)
	s.Next = nextAction(w)
	return []protocol.Status{s}
}

// nextAction returns the section that is to be written, or else the events that the phase
// waits for.
func nextAction(w *Workspace) string {
	switch {
	case w.Faults[w.CheckpointPath] != nil:
		return CheckpointFile + " cannot be read"
	case w.Checkpoint == nil && w.State.Version() > 0:
		return "mdck restore"
	case w.PendingRound() > 0:
		return "mdck append --section " + GateBKey
	}
	if w.Checkpoint != nil {
		if missing := w.Checkpoint.MissingGroups(); len(missing) > 0 {
			return "mdck append --section " + missing[0].Group.Key
		}
	}
	moves, _ := w.Moves() // what it cannot go by is a finding
	var events []string
	for _, m := range moves {
		events = append(events, string(m.Event))
	}
	if len(events) == 0 {
		return ""
	}
	return strings.Join(events, " or ")
}
