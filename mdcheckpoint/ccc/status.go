package ccc

import (
	"path"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	session := c.Model.(*Session)
	facts := NewFacts(session.Progress, session.State, "", in.Team)
	s := protocol.Status{Name: spelling.OneLine(facts.Issue), Phase: spelling.OneLine(session.State.Phase())}
	if at, ok := session.State.Updated(); ok {
		s.Updated = at
	} else if session.Progress != nil {
		s.Updated, _ = ReadTime(session.Progress.Session.Text)
	}
	s.Next = nextStep(session, &facts)
	return []protocol.Status{s}
}

// nextStep returns what is to be done next, or what keeps the session from going on.
func nextStep(s *Session, facts *Facts) string {
	if s.Faults[s.ProgressPath] != nil {
		return path.Base(s.ProgressPath) + " cannot be read"
	}
	if refused := s.Refusal(); refused != "" {
		return spelling.OneLine(refused)
	}
	p := s.Progress
	switch {
	case p != nil && len(p.Blockers) > 0:
		return "blocked: " + spelling.OneLine(p.Blockers[0].Line)
	case s.State == nil && p != nil && len(p.Completed)+len(p.Current)+len(p.Remaining) == 0:
		return "mdck ccc next adds tasks"
	case s.Finished():
		return "review and close the issue"
	case facts.TaskOf() != "":
		return spelling.OneLine(facts.TaskOf())
	case p != nil && len(p.Current) > 0:
		return spelling.OneLine(p.Current[0].Line)
	}
	return ""
}
