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

// nextAction returns what the phase waits for: the section that is written before it is left, or
// else the events that are possible. What is due comes before it.
func nextAction(w *Workspace) string {
	switch {
	case w.Faults[w.CheckpointPath] != nil:
		return CheckpointFile + " cannot be read"
	case w.finished():
		return "none"
	}
	moves, _ := w.Moves() // what it cannot go by is a finding
	var events []string
	for _, m := range moves {
		if m.first() && m.Write != nil {
			return m.Title + ", then " + string(m.Event)
		}
		events = append(events, string(m.Event))
	}
	return strings.Join(events, " or ")
}
