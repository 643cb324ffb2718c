package loop

import (
	"strconv"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	t := c.Model.(*Track)
	m := t.Metadata
	if m == nil {
		return []protocol.Status{{Next: MetadataFile + " cannot be read", Unusable: in.Main}}
	}
	var s protocol.Status
	if n, err := strconv.Atoi(m.VersionText()); err == nil {
		s.Version = &n
	} else {
		s.VersionText = spelling.OneLine(m.VersionText())
	}
	s.Updated, _ = m.Updated()
	x, err := t.Resume()
	switch {
	case err == nil:
		s.Phase, s.State, s.Next = spelling.OneLine(x.Step), spelling.OneLine(x.Status), nextAction(x)
	case m.LacksLoop():
		s.Phase, s.Next = spelling.OneLine(m.Status().Text), "mdck loop migrate --track "+in.Word
	default:
		s.Phase, s.Next, s.Unusable = spelling.OneLine(m.Status().Text), ByHand, in.Main
	}
	return []protocol.Status{s}
}

// ByHand is what is left to do about metadata that no command can correct.
const ByHand = "mend " + MetadataFile + " by hand"

// nextAction returns the action of the table.
func nextAction(x *Resume) string {
	task := ""
	if x.Next != nil {
		task = " with task " + spelling.OneLine(x.Next.Name())
	}
	switch x.Action {
	case Move:
		return "go to " + x.To
	case Escalate:
		return "escalate: a person decides"
	case Board:
		return "the board decides"
	case Conclude:
		return "write the retrospective"
	case Nothing:
		return "nothing"
	case Partial:
		return "handle what failed" + task
	case Dispatch:
		switch x.Status {
		case Failed:
			return "read its notes, then dispatch again" + task
		case Blocked:
			return "no blocker stands: dispatch anew" + task
		}
	}
	return string(x.Action) + task
}
