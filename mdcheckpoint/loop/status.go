package loop

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/spelling"
)

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	t := c.Model.(*Track)
	m := t.Metadata
	x, err := t.Resume()
	s := protocol.Status{Unusable: in.Main, Rank: t.rank()}
	if err == nil && x.LoopMissing {
		s.Because, s.Against = spelling.OneLine(strings.Join(x.Reasons, "; ")), x.Warnings
	}
	switch {
	case m == nil && err == nil:
		s.State, s.Next = cmp.Or(t.registered().stage.word(), "no "+MetadataFile), nextAction(x)
		return []protocol.Status{s}
	case m == nil:
		s.Next = MetadataFile + " cannot be read"
		return []protocol.Status{s}
	}
	if n, err := strconv.Atoi(m.VersionText()); err == nil {
		s.Version = &n
	} else {
		s.VersionText = spelling.OneLine(m.VersionText())
	}
	s.Updated, _ = m.Updated()
	s.Phase = spelling.OneLine(m.Status().Text)
	if err != nil {
		s.Next = ByHand
		return []protocol.Status{s}
	}
	s.Unusable, s.Next = "", nextAction(x)
	s.Class, s.Age = t.late(in.Now)
	if !x.LoopMissing {
		s.Phase, s.State = spelling.OneLine(x.Step), spelling.OneLine(x.Status)
	} else if word := t.registered().stage.word(); word != "" {
		s.Phase = word
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

// nextAction returns the action of the table, or of the plan.
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
	if x.LoopMissing {
		return x.nextInPlan(func(task string) string { return task })
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

// nextInPlan returns what comes next in a track without a state of the loop; quote quotes a task.
func (r *Resume) nextInPlan(quote func(string) string) string {
	next := "go on with " + PlanFile
	switch {
	case r.Action == Conclude:
		next = "all tasks are done"
	case r.PlanMissing:
		next = "write " + PlanFile
	case r.Next != nil && r.Next.Person():
		next = "ask a person: " + quote(spelling.OneLine(r.Next.title()))
	case r.Next != nil:
		next = "go on with task " + quote(spelling.OneLine(r.Next.title()))
	}
	if r.Remark != "" {
		next += " (" + r.Remark + ")"
	}
	return next
}
