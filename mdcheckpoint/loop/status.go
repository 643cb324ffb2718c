package loop

import (
	"cmp"
	"strconv"
	"time"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/spelling"
)

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	t := c.Model.(*Track)
	m := t.Metadata
	if x, err := t.Resume(); m == nil && err == nil {
		return []protocol.Status{{State: "no " + MetadataFile, Next: nextAction(x), Unusable: in.Main}}
	}
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
		s.Class, s.Age = t.late(in.Now)
		if x.LoopMissing {
			s.Phase = spelling.OneLine(m.Status().Text)
		}
	default:
		s.Phase, s.Next, s.Unusable = spelling.OneLine(m.Status().Text), ByHand, in.Main
	}
	return []protocol.Status{s}
}

// lateAfter is how long the agent that plans may be silent. Source: checkpoint.
const lateAfter = 5 * time.Minute

// late returns that PLAN is at work and was not updated in time.
func (t *Track) late(now time.Time) (class string, standing schema.Standing) {
	m := t.Metadata
	c := m.Checkpoint(Planning)
	if m.Step() != Planning || m.StatusNow() != InProgress || c == nil {
		return "", ""
	}
	last := cmp.Or(c.Updated, c.Started)
	if !last.OK || now.Sub(last.At) <= lateAfter {
		return "", ""
	}
	return "late", schema.Near
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
	case Nothing:
		return "nothing"
	}
	switch {
	case x.LoopMissing && x.Action == Conclude:
		return "all tasks are done"
	case x.LoopMissing:
		return "go on" + cmp.Or(task, " with "+PlanFile)
	}
	switch x.Action {
	case Board:
		return "the board decides"
	case Conclude:
		return "write the retrospective"
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
